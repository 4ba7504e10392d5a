import { dark, mix, on } from './colour.ts';
import { text, width } from './lettering.ts';
import { ell, path, picture, poly, rect } from './svg.ts';
import { share } from './thing.ts';

const [W, H] = [480, 256];

/** The sign before a name: a plain shape with the first letter. */
function sign(name: string, colour: string, second: string): string {
  const letter = text(name[0] ?? '', 0, 34, 96, on(colour), { anchor: 'middle' });
  const shapes = [
    ell(0, 0, 64, 64, colour) + path('M-64,0A64,64 0 0 0 64,0Z', dark(colour, 0.14)),
    rect(-60, -60, 120, 120, colour, 26) +
      path('M-60,60V10L60,-40V34Q60,60 34,60H-34Q-60,60 -60,60Z', dark(colour, 0.12)),
    poly(
      [0, 60, 120, 180, 240, 300].map(
        (a) => [70 * Math.sin((a * Math.PI) / 180), 70 * Math.cos((a * Math.PI) / 180)] as const,
      ),
      colour,
    ),
    path('M0,-70Q66,-12 66,18A66,58 0 0 1 -66,18Q-66,-12 0,-70Z', colour),
    path('M-66,8L0,-66L66,8V60H-66Z', colour) +
      path('M-80,14L0,-76L80,14', 'none', `stroke="${second}" stroke-width="14" stroke-linejoin="round"`),
  ];
  return (shapes[Math.floor(share(`sign ${name}`) * shapes.length)] ?? '') + letter;
}

/** The mark of a maker, without a ground: on a plate, after a sign, over a stroke or between two lines. */
export function logo(name: string, colours: readonly string[], layout: number): string {
  const colour = colours[0] ?? '#0f5a47';
  const second = mix(colour, '#f0b429', 0.6);
  const size = (max: number, most: number) => Math.min(most, (max / width(name, 100)) * 100);
  const centred = (y: number, max: number, most: number, ink: string) =>
    text(name, W / 2, y, size(max, most), ink, { anchor: 'middle' });
  const arts = [
    () => rect(16, 56, W - 32, 144, colour, 18) + rect(16, 176, W - 32, 10, second) + centred(150, 390, 92, on(colour)),
    () =>
      `<g transform="translate(92 128)">${sign(name, colour, second)}</g>${text(name, 184, 156, size(284, 80), dark(colour, 0.25))}`,
    () =>
      `${poly(
        [
          [30, 84],
          [W - 10, 50],
          [W - 30, 172],
          [10, 206],
        ],
        colour,
      )}<g transform="rotate(-4.2 240 128)">${centred(160, 370, 88, on(colour))}</g>`,
    () =>
      centred(150, 430, 96, dark(colour, 0.1)) + rect(30, 178, 300, 12, colour, 6) + rect(342, 178, 108, 12, second, 6),
  ];
  return picture(W, H, name, (arts[layout % 4] ?? arts[0])?.() ?? '');
}
