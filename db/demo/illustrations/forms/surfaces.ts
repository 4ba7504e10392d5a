import { randomOf } from '../../random.ts';
import { dark, lite, mix, on } from '../colour.ts';
import type { Form, Params } from '../form.ts';
import { text } from '../lettering.ts';
import { at, box, DOWN, NEAR, shadow, X } from '../shapes.ts';
import { clip, line, part, path, plane, rect, times } from '../svg.ts';
import { formatOf, oneTile, tiles } from '../textures-made.ts';
import { planks } from '../textures-mineral.ts';

const tiled = (p: Params, w: number, h: number, scale: number): string =>
  clip(`M0,0H${w}V${h}H0Z`, `<g transform="scale(${scale})">${tiles(p.body, randomOf(p.seed), p.kind)}</g>`);

/** A board laid with the tile and some tiles of its own format before it: sheets of a net for mosaic. */
export const tile: Form = (p) => {
  const mosaic = /мозаик/i.test(p.kind);
  const [short, long] = formatOf(p.kind) ?? [30, 30];
  // The longer side goes along; a tile as wide as it is long lies as a square.
  const [w, d] =
    long / short > 3
      ? [620, Math.round((620 * short) / long)]
      : [Math.round(360 * Math.sqrt(long / short)), Math.round(360 * Math.sqrt(short / long))];
  const face = mosaic
    ? tiled(p, w, d, 0.34)
    : clip(
        `M0,0H${w}V${d}H0Z`,
        `<g transform="scale(${Math.round((w / 800) * 1000) / 1000})">${oneTile(p.body, randomOf(`${p.seed}face`), p.kind, 800, Math.round((800 * d) / w))}</g>`,
      );
  return (
    shadow(850, 1250, 600) +
    box({ x: -370, y: 300, w: 640, d: 34, h: 640, c: '#e7e1d6', front: tiled(p, 640, 640, 0.5) }) +
    times(3, (i) =>
      part(
        'tile',
        box({
          x: -w / 2 + 20,
          y: -60,
          z: i * 36,
          w,
          d,
          h: mosaic ? 20 : 32,
          c: mix(p.body, '#8a7a60', i === 1 ? 0.06 : 0.02),
          top: i === 2 ? face + path(`M0,0L${w * 0.46},0L${w * 0.2},${d}H0Z`, '#ffffff', 'opacity=".2"') : '',
        }),
      ),
    )
  );
};

const boards = (p: Params, w: number, h: number, scale: number, key: string): string =>
  clip(`M0,0H${w}V${h}H0Z`, `<g transform="scale(${scale})">${planks(p.body, randomOf(p.seed + key), p.note)}</g>`);

/** A pack of planks with its wrap and two loose planks that show the print and the lock. */
export const laminate: Form = (p) => {
  const [w, d] = [980, 330];
  const edge = times(6, (i) => rect(0, i * 25, d, 21, i % 2 ? dark(p.body, 0.25) : lite(p.body, 0.2)));
  const loose = (x: number, y: number, z: number, key: string, turn: number) =>
    `<g transform="rotate(${turn} 800 900)">${plane(at(x, y + 170, z + 16), X, NEAR, boards(p, 980, 170, 0.62, key) + line('M0,4H980', '#ffffff', 4, 'opacity=".6"'))}${plane(at(x, y, z + 16), X, DOWN, rect(0, 0, 980, 16, lite(p.body, 0.3)) + rect(0, 7, 980, 5, dark(p.body, 0.5)))}</g>`;
  return (
    shadow(850, 1255, 660, 170) +
    box({
      x: -540,
      w,
      d,
      h: 150,
      c: '#cdbb9c',
      front:
        rect(0, 0, w, 150, '#efe9dc') +
        rect(0, 16, w, 118, p.accent) +
        text(p.brand, 36, 104, 92, on(p.accent), { max: 300 }) +
        text(p.title, w - 36, 74, 46, on(p.accent), { anchor: 'end', max: 560 }) +
        text(p.series, w - 36, 118, 38, on(p.accent), { anchor: 'end', max: 560, face: 'text' }),
      top: boards(p, w, d, 0.62, 'top'),
      side: edge,
    }) +
    loose(-520, 300, 150, 'a', -13) +
    loose(-470, 130, 172, 'b', 5)
  );
};
