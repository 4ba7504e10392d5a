import { ean13 } from '#shared/barcode.ts';
import { dark, lite, mix, on } from './colour.ts';
import { lines, rowsOf, text } from './lettering.ts';
import { ell, lin, line, move, type Paint, path, r1, rect, times } from './svg.ts';

export type Data = {
  brand: string;
  series: string;
  name: string;
  accent: string;
  facts: readonly (readonly [name: string, value: string])[];
  texts: readonly string[];
  article: string;
  barcode: string;
  country: string;
};

/** EAN-13, that a scanner reads from the screen. */
function barcodeArt(digits: string, x: number, y: number, w: number, h: number): string {
  const bits = ean13(digits) ?? '';
  const module = w / 113;
  const bars = [...bits.matchAll(/1+/g)].map((run) => {
    const guard = run.index < 3 || (run.index > 44 && run.index < 50) || run.index > 91;
    return rect(x + (11 + run.index) * module, y, run[0].length * module, guard ? h : h * 0.9, '#1f1c17');
  });
  const size = h * 0.17;
  const digit = (part: string, at: number, wide: number) =>
    text(part, x + at * module, y + h * 1.07, size, '#1f1c17', { anchor: 'middle', max: wide * module, face: 'text' });
  return (
    bars.join('') + digit(digits[0] ?? '', 5, 8) + digit(digits.slice(1, 7), 35, 38) + digit(digits.slice(7), 81, 38)
  );
}

const signs: ((ink: string) => string)[] = [
  // Keep dry.
  (ink) =>
    path('M10,44A34,34 0 0 1 78,44Z', ink) +
    line('M44,44V76q0,12 -12,10', ink, 6) +
    line('M20,10l-5,10M44,2v8M68,10l5,10', ink, 4),
  // Not below freezing.
  (ink) =>
    rect(36, 6, 16, 56, 'none', 8, `stroke="${ink}" stroke-width="5"`) +
    ell(44, 72, 15, 15, ink) +
    line('M64,16h14M64,32h14M64,48h14', ink, 5),
  // Do not litter.
  (ink) =>
    ell(28, 14, 9, 9, ink) +
    line('M28,28V58M28,36L54,44M28,58L16,84M28,58L42,84', ink, 7) +
    rect(58, 54, 24, 30, 'none', 3, `stroke="${ink}" stroke-width="5"`),
];

/** The side of a pack with everything that the law and a buyer want to read, in `w` × `h`. */
function dataLabel(w: number, h: number, data: Data): string {
  const { accent, facts, texts } = data;
  const m = 64;
  const inner = w - 2 * m;
  const ink = '#26221b';
  const faint = '#696254';
  const nameRows = rowsOf(data.name, 46, inner, 3);
  const tableAt = 236 + nameRows.length * 54;
  const rowHeight = 47;
  const shown = facts.slice(0, Math.max(4, Math.min(facts.length, Math.floor((h - tableAt - 560) / rowHeight))));
  const table = shown.map(([name, value], index) => {
    const y = tableAt + 34 + index * rowHeight;
    return (
      text(name, m, y, 28, faint, { face: 'text', max: inner * 0.56 }) +
      text(value, w - m, y, 29, ink, { anchor: 'end', max: inner * 0.42 }) +
      line(`M${m},${y + 14}H${w - m}`, '#e4dfd4', 2)
    );
  });
  const textAt = tableAt + 44 + shown.length * rowHeight;
  const rows = texts.flatMap((words) => [...rowsOf(words, 26, inner, Number.POSITIVE_INFINITY, 'text'), '']);
  const room = Math.max(0, Math.floor((h - 262 - textAt - 44) / 33));
  return (
    rect(0, 0, w, h, '#fbf9f4') +
    rect(0, 0, w, 132, accent) +
    rect(0, 132, w, 12, mix(accent, '#f0b429', 0.55)) +
    text(data.brand, m, 96, 84, on(accent), { max: inner * 0.58 }) +
    text(data.series, w - m, 92, 46, on(accent), { anchor: 'end', max: inner * 0.38 }) +
    lines(data.name, m, 216, 46, ink, inner, { limit: 3 }) +
    table.join('') +
    (room > 0 ? text('Применение', m, textAt + 30, 30, accent) : '') +
    rows
      .slice(0, room)
      .map((row, index) => text(row, m, textAt + 70 + index * 33, 26, ink, { face: 'text', max: inner }))
      .join('') +
    rect(m, h - 236, 400, 196, '#ffffff', 8) +
    barcodeArt(data.barcode, m, h - 222, 400, 144) +
    times(signs.length, (index) =>
      move(m + 450 + index * 112, h - 226, `<g transform="scale(.9)">${signs[index]?.(dark(accent, 0.1)) ?? ''}</g>`),
    ) +
    text(`Артикул ${data.article}`, m + 450, h - 92, 30, ink) +
    text(data.country ? `Страна производства: ${data.country}` : '', m + 450, h - 52, 24, faint, {
      face: 'text',
      max: inner - 460,
    })
  );
}

/** A pack from behind and near: paper sack, round tin or tub, carton. `ground` is what the pack is made of. */
export function packBack(pack: string, paper: string, data: Data): string {
  const [x, y, w, h] = [190, 96, 1220, 1408];
  const art = dataLabel(w, h, data);
  if (pack === 'sack') {
    const seam = (at: number) =>
      rect(x - 60, at, w + 120, 74, lite(paper, 0.25)) +
      line(`M${x - 60},${at + 38}H${x + w + 60}`, dark(paper, 0.35), 7, 'stroke-dasharray="26 18"');
    return (
      rect(x - 60, 20, w + 120, 1560, paper, 26) +
      move(x, y + 20, `<g transform="scale(1 .97)">${art}</g>`) +
      seam(24) +
      seam(1502) +
      rect(x - 60, 20, w + 120, 1560, shadeAcross(x - 60, w + 120, 0.14), 26)
    );
  }
  if (pack === 'round')
    return (
      rect(40, 20, 1520, 1560, paper, 20) +
      rect(40, 84, 1520, 1432, '#fbf9f4') +
      rect(40, 84, 1520, 144, data.accent) +
      rect(40, 228, 1520, 12, mix(data.accent, '#f0b429', 0.55)) +
      rect(40, 1506, 1520, 10, data.accent) +
      move(x, y, art) +
      rect(40, 20, 1520, 1560, shadeAcross(40, 1520, 0.34), 20)
    );
  return (
    rect(x - 40, 30, w + 80, 1540, dark(paper, 0.1), 14) +
    move(x, y, art) +
    rect(x + w, 30, 40, 1540, dark(data.accent, 0.2)) +
    rect(x - 40, 30, w + 80, 26, lite(paper, 0.5), 10) +
    rect(x - 40, 30, w + 80, 1540, shadeAcross(x - 40, w + 80, 0.1), 14)
  );
}

const shadeAcross = (x: number, w: number, strength: number): Paint =>
  lin(
    x,
    0,
    x + w,
    0,
    [0, '#1d1710', strength],
    [0.2, '#ffffff', r1(strength * 4) / 10],
    [0.5, '#ffffff', 0],
    [0.8, '#1d1710', strength * 0.3],
    [1, '#1d1710', strength],
  );
