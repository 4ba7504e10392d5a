// Surfaces close up: mixes, stone, wood, boards. Each fills a square of 1600.
import type { Random } from '../random.ts';
import { dark, lite, mix } from './colour.ts';
import { ell, lin, line, path, poly, r1, rad, rect, times } from './svg.ts';

/** `colour` is the product's; `random` decides grain and veins; `words` are its look or sort, in Russian. */
export type Texture = (colour: string, random: Random, words: string) => string;

export const full = (fill: Parameters<typeof rect>[4]): string => rect(0, 0, 1600, 1600, fill);
/** Light from the upper left over whatever lies there. */
export const light = (strength = 0.3): string =>
  full(rad(420, 320, 1700, [0, '#ffffff', strength], [0.5, '#ffffff', 0], [1, '#1d1710', strength * 0.75]));
export const between = (random: Random, low: number, high: number): number => low + random.next() * (high - low);

const specks = (random: Random, count: number, colours: readonly string[], low: number, high: number, opacity = 0.6) =>
  times(count, () => {
    const r = between(random, low, high);
    return ell(
      between(random, 0, 1600),
      between(random, 0, 1600),
      r,
      r * between(random, 0.55, 1),
      random.pick([...colours]),
      `opacity="${opacity}"`,
    );
  });

/** A wall drawn smooth with a wide trowel: long faint arcs and a fine grain. */
export const plaster: Texture = (colour, random) =>
  full(colour) +
  times(26, () => {
    const [x, y] = [between(random, -300, 1500), between(random, -100, 1700)];
    const [w, turn] = [between(random, 500, 1200), between(random, -28, 28)];
    const d = `M0,0Q${r1(w / 2)},${r1(-w * 0.22)} ${r1(w)},${r1(w * 0.04)}L${r1(w)},${r1(w * 0.2)}Q${r1(w / 2)},${r1(-w * 0.02)} 0,${r1(w * 0.16)}Z`;
    return `<g transform="translate(${r1(x)} ${r1(y)}) rotate(${r1(turn)})">${path(d, random.chance(0.5) ? lite(colour, 0.3) : dark(colour, 0.08), 'opacity=".32"')}${line(`M0,0Q${r1(w / 2)},${r1(-w * 0.22)} ${r1(w)},${r1(w * 0.04)}`, dark(colour, 0.25), 3, 'opacity=".3"')}</g>`;
  }) +
  specks(random, 420, [dark(colour, 0.25), lite(colour, 0.5)], 1.5, 4.5, 0.55) +
  light();

/** Bark-beetle relief: short grooves left by the grain. */
export const barkRelief: Texture = (colour, random) =>
  full(colour) +
  times(430, () => {
    const [x, y] = [between(random, -40, 1600), between(random, -40, 1640)];
    const [dx, dy] = [between(random, -14, 20), between(random, 50, 130)];
    const d = `M${r1(x)},${r1(y)}q${r1(dx)},${r1(dy * 0.4)} ${r1(dx * 0.3)},${r1(dy)}`;
    return (
      line(d, dark(colour, 0.34), r1(between(random, 9, 16)), 'opacity=".75"') +
      line(
        d.replace('M', 'M').replace(/^M([\d.-]+)/, (_, left: string) => `M${r1(Number(left) + 8)}`),
        lite(colour, 0.55),
        5,
        'opacity=".8"',
      )
    );
  }) +
  specks(random, 300, [dark(colour, 0.2), lite(colour, 0.4)], 2, 5) +
  light();

/** Pebble-dash: round grains with a light and a shadow each. */
export const pebbles: Texture = (colour, random) =>
  full(dark(colour, 0.22)) +
  times(900, (i) => {
    const [x, y] = [(i % 30) * 55 + between(random, -26, 26), Math.floor(i / 30) * 55 + between(random, -26, 26)];
    const r = between(random, 22, 36);
    return (
      ell(x + 5, y + 7, r, r * 0.9, dark(colour, 0.45)) +
      ell(x, y, r, r * 0.9, mix(colour, random.pick(['#ffffff', '#8a7a60', '#d8d1c2']), between(random, 0, 0.3))) +
      ell(x - r * 0.3, y - r * 0.34, r * 0.34, r * 0.24, '#ffffff', 'opacity=".45"')
    );
  }) +
  light(0.25);

/** Set mortar with sand in it: cement, screed, masonry. */
export const mortar: Texture = (colour, random) =>
  full(colour) +
  times(60, () =>
    ell(
      between(random, 0, 1600),
      between(random, 0, 1600),
      between(random, 60, 220),
      between(random, 40, 130),
      random.chance(0.5) ? lite(colour, 0.3) : dark(colour, 0.16),
      'opacity=".22"',
    ),
  ) +
  specks(random, 900, [dark(colour, 0.35), lite(colour, 0.4), '#8f8a80', '#b5a992'], 2, 8, 0.7) +
  times(46, () => {
    const [x, y, r] = [between(random, 0, 1600), between(random, 0, 1600), between(random, 5, 15)];
    return ell(x, y, r, r, dark(colour, 0.6), 'opacity=".7"') + ell(x + 2, y + 3, r * 0.8, r * 0.8, dark(colour, 0.35));
  }) +
  light();

/** Ridges left by a notched trowel. */
export const combed: Texture = (colour, random) =>
  full(dark(colour, 0.28)) +
  times(15, (i) => {
    const y = 40 + i * 108;
    const wave = Array.from({ length: 9 }, (_, k) => `${k * 200},${r1(y + between(random, -9, 9))}`).join('L');
    return `${line(`M${wave}`, dark(colour, 0.45), 74) + line(`M${wave}`, colour, 62)}<g transform="translate(0 -14)">${line(`M${wave}`, lite(colour, 0.45), 22, 'opacity=".75"')}</g>`;
  }) +
  specks(random, 700, [dark(colour, 0.3), lite(colour, 0.5)], 2, 5) +
  light(0.25);

/** A heap of dry powder with a scoop's trace. */
export const powder: Texture = (colour, random) =>
  full(lin(0, 0, 0, 1600, [0, lite(colour, 0.4)], [1, dark(colour, 0.12)])) +
  path(
    'M-40,1640V980Q260,820 520,640Q760,470 900,470Q1060,480 1240,720Q1420,940 1640,1040V1640Z',
    lin(300, 500, 1300, 1600, [0, lite(colour, 0.35)], [0.5, colour], [1, dark(colour, 0.3)]),
  ) +
  path(
    'M900,470Q1060,480 1240,720Q1420,940 1640,1040V1640H1060Q1120,1000 900,470Z',
    dark(colour, 0.18),
    'opacity=".5"',
  ) +
  specks(random, 1100, [dark(colour, 0.25), lite(colour, 0.5), dark(colour, 0.12)], 1.5, 6, 0.6) +
  light(0.25);

/** Loose grains: fertiliser, crushed stone, salt, soil, charcoal. `words` chooses their form. */
export const granules: Texture = (colour, random, words) => {
  const coarse = words.includes('уголь') ? 3.4 : words.includes('брикет') ? 4 : words.includes('крошка') ? 1.5 : 1;
  const step = 46 * coarse;
  const columns = Math.ceil(1700 / step);
  return (
    full(dark(colour, 0.45)) +
    times(columns * columns, (i) => {
      const [x, y] = [
        (i % columns) * step + between(random, -step * 0.4, step * 0.4),
        Math.floor(i / columns) * step + between(random, -step * 0.4, step * 0.4),
      ];
      const r = step * between(random, 0.42, 0.66);
      const shade = mix(colour, random.pick(['#ffffff', '#1d1710', '#8a7a60']), between(random, 0, 0.28));
      if (coarse > 1.4) {
        const corners = Array.from(
          { length: 6 },
          (_, k) =>
            [
              x + r * between(random, 0.75, 1.1) * Math.cos(k * 1.05),
              y + r * between(random, 0.7, 1.05) * Math.sin(k * 1.05),
            ] as const,
        );
        const [a, b, c] = corners;
        return (
          poly(corners, shade, `stroke="${dark(colour, 0.5)}" stroke-width="3"`) +
          (a && b && c ? poly([a, b, c, [x, y]], lite(shade, 0.16)) : '')
        );
      }
      return (
        ell(x + 3, y + 5, r, r, dark(colour, 0.5)) +
        ell(x, y, r, r * 0.92, shade) +
        ell(x - r * 0.3, y - r * 0.3, r * 0.32, r * 0.24, '#ffffff', 'opacity=".35"')
      );
    }) +
    light(0.22)
  );
};

/** Crumbly earth with fibres of peat and white perlite. */
export const soil: Texture = (colour, random) =>
  full(dark(colour, 0.3)) +
  specks(random, 1500, [dark(colour, 0.5), colour, lite(colour, 0.16), dark(colour, 0.2)], 8, 30, 0.9) +
  times(110, () =>
    line(
      `M${r1(between(random, 0, 1600))},${r1(between(random, 0, 1600))}q${r1(between(random, -60, 60))},${r1(between(random, -30, 30))} ${r1(between(random, -90, 90))},${r1(between(random, -50, 50))}`,
      mix(colour, '#b08d5c', 0.5),
      5,
      'opacity=".6"',
    ),
  ) +
  specks(random, 60, ['#efeae0', '#dcd5c6'], 7, 15, 0.9) +
  light(0.22);

const grain = (random: Random, x: number, y: number, w: number, h: number, colour: string) =>
  times(Math.max(3, Math.round(h / 26)), (i) => {
    const at = y + ((i + between(random, 0.2, 0.8)) * h) / Math.max(3, Math.round(h / 26));
    const bend = between(random, -h * 0.12, h * 0.12);
    return line(
      `M${r1(x)},${r1(at)}Q${r1(x + w * 0.3)},${r1(at + bend)} ${r1(x + w * 0.55)},${r1(at - bend * 0.5)}T${r1(x + w)},${r1(at + bend * 0.3)}`,
      dark(colour, 0.28),
      r1(between(random, 1.5, 5)),
      `opacity="${r1(between(random, 0.2, 0.6))}"`,
    );
  });
const knot = (x: number, y: number, r: number, colour: string) =>
  times(4, (i) =>
    ell(
      x,
      y,
      r * (1 - i * 0.22) * 1.7,
      r * (1 - i * 0.22),
      i === 3 ? dark(colour, 0.55) : 'none',
      `stroke="${dark(colour, 0.4)}" stroke-width="5" opacity=".65"`,
    ),
  );

/** Planks across the square; `words` may say how: plank floor, panelling, solid. */
export const planks: Texture = (colour, random, words) => {
  const rows = /массив|доска|Плинтус/.test(words) ? 2 : words.includes('вагонка') ? 5 : 4;
  const h = 1600 / rows;
  return (
    full(colour) +
    times(rows, (i) => {
      const tone = mix(colour, random.pick(['#5b3a1a', '#fff2d8', '#8a6a44']), between(random, 0.02, 0.14));
      const joint = between(random, 200, 1400);
      const knots =
        /сосн|дуб|доска|брус|вагонка/i.test(words) && random.chance(0.7)
          ? knot(between(random, 200, 1400), i * h + h * between(random, 0.3, 0.7), between(random, 16, 34), tone)
          : '';
      return (
        rect(0, i * h, 1600, h, tone) +
        grain(random, 0, i * h, 1600, h, tone) +
        knots +
        rect(0, i * h, 1600, 7, '#ffffff', 0, 'opacity=".25"') +
        rect(0, (i + 1) * h - 9, 1600, 9, dark(colour, 0.55), 0, 'opacity=".7"') +
        (rows === 4
          ? rect(joint, i * h, 7, h, dark(colour, 0.55), 0, 'opacity=".7"') +
            rect(joint + 7, i * h, 4, h, '#ffffff', 0, 'opacity=".25"')
          : '')
      );
    }) +
    light(0.22)
  );
};

/** Pressed strands. */
export const strands: Texture = (colour, random) =>
  full(colour) +
  times(620, () => {
    const [x, y, w] = [between(random, -60, 1600), between(random, -20, 1620), between(random, 90, 300)];
    const tone = mix(colour, random.pick(['#fff2d8', '#7d5330', '#e8c48a', '#a8743c']), between(random, 0.1, 0.45));
    return `<g transform="translate(${r1(x)} ${r1(y)}) rotate(${r1(between(random, -75, 75))})">${rect(0, 0, w, between(random, 18, 44), tone, 4, `opacity=".85" stroke="${dark(colour, 0.3)}" stroke-width="2" stroke-opacity=".4"`)}</g>`;
  }) +
  light(0.22);

/** A board from its edge: the face above, the layers below. */
export const layers: Texture = (colour, random, words) => {
  const gypsum = words.includes('ипсокартон');
  const count = gypsum ? 1 : 9;
  return (
    full(colour) +
    (gypsum
      ? full(mix(colour, '#f4f2ec', 0.4)) + specks(random, 240, ['#ffffff', dark(colour, 0.2)], 2, 5, 0.4)
      : grain(random, 0, 0, 1600, 760, colour)) +
    rect(0, 760, 1600, 840, dark(colour, 0.4)) +
    (gypsum
      ? rect(0, 760, 1600, 22, mix(colour, '#6f7678', 0.4)) +
        rect(0, 782, 1600, 640, '#f3f1ea') +
        specks(random, 0, ['#fff'], 1, 2) +
        times(500, () =>
          ell(
            between(random, 0, 1600),
            between(random, 790, 1415),
            between(random, 2, 7),
            between(random, 2, 6),
            '#d6d2c6',
            'opacity=".8"',
          ),
        ) +
        rect(0, 1420, 1600, 22, mix(colour, '#6f7678', 0.4))
      : times(
          count,
          (i) =>
            rect(0, 768 + i * 74, 1600, 70, i % 2 ? lite(colour, 0.2) : dark(colour, 0.24)) +
            (i % 2
              ? grain(random, 0, 768 + i * 74, 1600, 70, colour)
              : times(90, () =>
                  rect(between(random, 0, 1600), 768 + i * 74, 3, 70, dark(colour, 0.42), 0, 'opacity=".5"'),
                )),
        )) +
    rect(0, 1440, 1600, 160, lin(0, 1440, 0, 1600, [0, '#3a2c14', 0.5], [1, '#3a2c14', 0.1])) +
    light(0.22)
  );
};

/** Aerated concrete: closed pores. */
export const pores: Texture = (colour, random) =>
  full(colour) +
  times(900, () => {
    const [x, y, r] = [between(random, 0, 1600), between(random, 0, 1600), between(random, 4, 22)];
    return (
      ell(x, y, r, r * 0.9, dark(colour, 0.34)) + ell(x + r * 0.16, y + r * 0.24, r * 0.82, r * 0.7, dark(colour, 0.14))
    );
  }) +
  light(0.25);

/** A wall of bricks with its joints. */
export const brickwork: Texture = (colour, random) =>
  full('#c9c3b6') +
  times(40, (i) => {
    const [row, column] = [Math.floor(i / 5), i % 5];
    const [x, y] = [column * 420 - (row % 2 ? 210 : 0) - 60, row * 206 + 8];
    const tone = mix(colour, random.pick(['#1d1710', '#ffffff', '#e0a070']), between(random, 0, 0.16));
    return (
      rect(x, y, 396, 184, tone, 10) +
      times(26, () =>
        rect(
          x + between(random, 10, 370),
          y + between(random, 8, 165),
          between(random, 6, 26),
          between(random, 4, 9),
          random.chance(0.5) ? dark(tone, 0.3) : lite(tone, 0.25),
          3,
          'opacity=".55"',
        ),
      ) +
      rect(x, y, 396, 10, '#ffffff', 8, 'opacity=".18"') +
      rect(x, y + 172, 396, 12, '#1d1710', 8, 'opacity=".25"')
    );
  }) +
  light(0.25);

/** Poured floor that reflects a window. */
export const mirrorFloor: Texture = (colour, random) =>
  full(lin(0, 0, 0, 1600, [0, lite(colour, 0.35)], [1, dark(colour, 0.16)])) +
  times(30, () =>
    ell(
      between(random, 0, 1600),
      between(random, 0, 1600),
      between(random, 120, 420),
      between(random, 20, 60),
      random.chance(0.5) ? '#ffffff' : dark(colour, 0.3),
      'opacity=".07"',
    ),
  ) +
  poly(
    [
      [430, 120],
      [760, 60],
      [900, 900],
      [480, 980],
    ],
    '#ffffff',
    'opacity=".34"',
  ) +
  poly(
    [
      [820, 60],
      [1130, 0],
      [1350, 820],
      [970, 890],
    ],
    '#ffffff',
    'opacity=".28"',
  ) +
  line('M-20,1360Q600,1240 1620,1330', '#ffffff', 8, 'opacity=".35"') +
  light(0.2);
