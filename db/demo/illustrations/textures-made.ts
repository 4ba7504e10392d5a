// Surfaces close up: paint, tiles, metal, fabric, plastic and what else is made. Each fills a square of 1600.
import type { Random } from '../random.ts';
import { dark, lightness, lite, mix } from './colour.ts';
import { clip, ell, lin, line, path, poly, r1, rad, rect, times } from './svg.ts';
import { between, full, light, planks, type Texture } from './textures-mineral.ts';

/** Wide strokes of a roller over a primed wall. */
export const paintStrokes: Texture = (colour, random, words) =>
  full(lightness(colour) > 0.85 ? '#d5cdbd' : '#ece7db') +
  times(260, () => ell(between(random, 0, 1600), between(random, 0, 1600), 3, 3, '#c2b9a7')) +
  times(7, (i) => {
    const y = 130 + i * 236 + between(random, -14, 14);
    const [from, to] = [between(random, -40, 160), between(random, 1400, 1660)];
    return (
      path(
        `M${r1(from)},${r1(y - 128)}L${r1(to)},${r1(y - 124)}Q${r1(to + 60)},${r1(y)} ${r1(to - 10)},${r1(y + 126)}L${r1(from + 20)},${r1(y + 128)}Q${r1(from - 46)},${r1(y + 10)} ${r1(from)},${r1(y - 128)}Z`,
        colour,
      ) +
      times(16, (k) =>
        line(
          `M${r1(from + 30)},${r1(y - 112 + k * 15)}L${r1(to - between(random, 10, 120))},${r1(y - 110 + k * 15)}`,
          k % 2 ? lite(colour, 0.22) : dark(colour, 0.09),
          4,
          'opacity=".35"',
        ),
      )
    );
  }) +
  (/глянц/i.test(words)
    ? poly(
        [
          [200, 0],
          [620, 0],
          [180, 1600],
          [-240, 1600],
        ],
        '#ffffff',
        'opacity=".35"',
      ) +
      poly(
        [
          [760, 0],
          [880, 0],
          [440, 1600],
          [320, 1600],
        ],
        '#ffffff',
        'opacity=".3"',
      )
    : '') +
  light(0.2);

/** Wood under a transparent coat, with a dry strip on the right. */
export const coatedWood: Texture = (colour, random, words) =>
  planks(mix('#dfb173', colour, 0.12), random, 'доска сосна') +
  rect(0, 0, 1130, 1600, colour, 0, 'opacity=".5"') +
  line('M1130,0Q1108,400 1136,800T1126,1600', dark(colour, 0.3), 9, 'opacity=".35"') +
  (/глянц|Лак/i.test(words)
    ? poly(
        [
          [120, 0],
          [420, 0],
          [160, 1600],
          [-140, 1600],
        ],
        '#ffffff',
        'opacity=".32"',
      )
    : '');

/** Thick bead of sealant or foam along a joint. */
export const bead: Texture = (colour, random, words) => {
  const foam = words.includes('ена');
  return (
    rect(0, 0, 1600, 800, '#e9e4d8') +
    rect(0, 800, 1600, 800, '#d3ccbd') +
    rect(0, 786, 1600, 28, '#8f8878') +
    (foam
      ? times(150, (i) =>
          ell(
            (i / 150) * 1640 - 20,
            800 + between(random, -130, 130),
            between(random, 60, 120),
            between(random, 50, 100),
            mix(colour, '#ffffff', between(random, 0, 0.35)),
            `stroke="${dark(colour, 0.2)}" stroke-width="3"`,
          ),
        )
      : line('M-40,800H1640', dark(colour, 0.35), 250) +
        line('M-40,794H1640', colour, 226) +
        times(34, (i) => line(`M${i * 50},700q26,94 0,190`, dark(colour, 0.16), 7, 'opacity=".5"')) +
        line('M-40,730H1640', '#ffffff', 34, 'opacity=".65"')) +
    light(0.2)
  );
};

const veins = (random: Random, colour: string, x: number, y: number, w: number, h: number) =>
  times(7, () => {
    const [a, b] = [x + w * random.next(), y + h * random.next()];
    return line(
      `M${r1(a)},${r1(b)}q${r1(between(random, -w * 0.3, w * 0.3))},${r1(h * 0.2)} ${r1(between(random, -w * 0.2, w * 0.2))},${r1(h * 0.5)}t${r1(between(random, -w * 0.2, w * 0.3))},${r1(h * 0.4)}`,
      random.chance(0.5) ? dark(colour, 0.25) : lite(colour, 0.4),
      r1(between(random, 3, 9)),
      'opacity=".45"',
    );
  });

/** One tile of a pattern in a box. */
function tileFace(random: Random, colour: string, words: string, x: number, y: number, w: number, h: number): string {
  const tone = mix(colour, random.pick(['#ffffff', '#8a7a60', '#1d1710']), between(random, 0, 0.07));
  const body = rect(x, y, w, h, tone, 8);
  const inner = /камень|мрамор/i.test(words)
    ? clip(
        `M${x},${y}h${w}v${h}h${-w}Z`,
        times(14, () =>
          ell(
            x + w * random.next(),
            y + h * random.next(),
            w * between(random, 0.08, 0.3),
            h * between(random, 0.04, 0.16),
            random.chance(0.5) ? lite(tone, 0.3) : dark(tone, 0.2),
            'opacity=".22"',
          ),
        ) + veins(random, tone, x, y, w, h),
      )
    : /дерев/i.test(words)
      ? clip(
          `M${x},${y}h${w}v${h}h${-w}Z`,
          times(Math.round(h / 20), (i) =>
            line(
              `M${x},${r1(y + i * 20 + 8)}q${r1(w * 0.3)},${r1(between(random, -16, 16))} ${r1(w * 0.6)},${r1(between(random, -8, 8))}t${r1(w * 0.4)},0`,
              dark(tone, 0.26),
              3,
              'opacity=".5"',
            ),
          ),
        )
      : '';
  const shine = /глянц/i.test(words)
    ? poly(
        [
          [x + w * 0.08, y + 6],
          [x + w * 0.46, y + 6],
          [x + w * 0.16, y + h - 6],
          [x + 4, y + h - 6],
        ],
        '#ffffff',
        'opacity=".3"',
      )
    : '';
  return (
    body +
    inner +
    shine +
    rect(x, y, w, 8, '#ffffff', 6, 'opacity=".35"') +
    rect(x, y + h - 9, w, 9, '#1d1710', 6, 'opacity=".14"')
  );
}

/** Sides in centimetres that the words name («25 × 50 см»), the shorter first; null where they name none. */
export function formatOf(words: string): [short: number, long: number] | null {
  const [, a = '', b = ''] = /(\d+(?:,\d+)?) × (\d+(?:,\d+)?) см/.exec(words) ?? [];
  const sides = [a, b].map((side) => Number(side.replace(',', '.'))).sort((x, y) => x - y);
  const [short = 0, long = 0] = sides;
  return short > 0 ? [short, long] : null;
}

/** Width and height of a tile, and by what part of it the rows are shifted. */
function layOf(words: string): [w: number, h: number, offset: number] {
  if (/мозаик/i.test(words)) return [186, 186, 0];
  const [short, long] = formatOf(words) ?? [60, 60];
  const ratio = short / long;
  if (/дерев/i.test(words)) return [1500, Math.round(1500 * ratio), 0.33];
  // Small tiles lie like bricks, walls are tiled upright.
  if (/кабанчик/i.test(words)) return ratio < 1 ? [520, Math.round(520 * ratio), 0.5] : [384, 384, 0];
  return [Math.round(784 * ratio), 784, 0];
}

function tiledFace(colour: string, joint: string, random: Random, words: string): string {
  const [w, h, offset] = layOf(words);
  const [columns, rows] = [Math.ceil(1700 / w) + 1, Math.ceil(1600 / h) + 1];
  return (
    full(joint) +
    times(columns * rows, (i) => {
      const row = Math.floor(i / columns);
      const x = (i % columns) * (w + 16) - 60 - (((row % 3) * offset * w) % w);
      const tone = /мозаик/i.test(words)
        ? mix(colour, random.pick(['#ffffff', '#1d1710', '#8a7a60', colour]), between(random, 0, 0.3))
        : colour;
      return tileFace(random, tone, words, r1(x), row * (h + 16) - 20, w, h);
    }) +
    light(0.2)
  );
}

/** A single tile by itself. */
export const oneTile = (colour: string, random: Random, words: string, w: number, h: number): string =>
  tileFace(random, colour, words, 0, 0, w, h);

/** A tiled face: how tiles lie follows their format and their look. */
export const tiles: Texture = (colour, random, words) => tiledFace(colour, mix('#d8d3c8', colour, 0.2), random, words);

/** White tiles whose joints are of the colour. */
export const joints: Texture = (colour, random, words) => tiledFace('#eceae4', colour, random, `${words} глянцевая`);

/** Fibres of mineral wool. */
export const wool: Texture = (colour, random) =>
  full(dark(colour, 0.12)) +
  times(900, () =>
    line(
      `M${r1(between(random, -40, 1620))},${r1(between(random, -40, 1620))}q${r1(between(random, -90, 90))},${r1(between(random, -40, 40))} ${r1(between(random, -170, 170))},${r1(between(random, -80, 80))}`,
      random.pick([lite(colour, 0.5), lite(colour, 0.2), dark(colour, 0.28), colour]),
      r1(between(random, 2, 6)),
      'opacity=".6"',
    ),
  ) +
  light(0.25);

/** Expanded or extruded foam: cells with bright walls. */
export const foam: Texture = (colour, random) =>
  full(colour) +
  times(1100, (i) => {
    const [x, y] = [
      (i % 34) * 50 + (Math.floor(i / 34) % 2) * 25 + between(random, -6, 6),
      Math.floor(i / 34) * 50 + between(random, -6, 6),
    ];
    return ell(
      x,
      y,
      26,
      25,
      mix(colour, random.pick(['#ffffff', '#8a7a60']), between(random, 0, 0.22)),
      `stroke="${dark(colour, 0.2)}" stroke-width="3"`,
    );
  }) +
  light(0.25);

/** Over and under: gloves, cloths, wallpaper of the mat sort, membranes. */
export const weave: Texture = (colour, random) =>
  full(dark(colour, 0.25)) +
  times(40 * 40, (i) => {
    const [x, y] = [(i % 40) * 40, Math.floor(i / 40) * 40];
    const over = ((i % 40) + Math.floor(i / 40)) % 2;
    const tone = mix(colour, random.chance(0.5) ? '#ffffff' : '#1d1710', between(random, 0, 0.12));
    return over
      ? rect(x, y + 4, 42, 32, lin(0, y, 0, y + 36, [0, lite(tone, 0.25)], [1, dark(tone, 0.16)]), 10)
      : rect(x + 4, y, 32, 42, tone, 10);
  }) +
  light(0.22);

/** Loops of microfibre, towel or roller nap. */
export const nap: Texture = (colour, random) =>
  full(dark(colour, 0.2)) +
  times(1500, (i) => {
    const [x, y] = [(i % 38) * 43 + between(random, -22, 22), Math.floor(i / 38) * 41 + between(random, -20, 20)];
    return line(
      `M${r1(x)},${r1(y)}q${r1(between(random, -14, 14))},-30 ${r1(between(random, -10, 24))},-50`,
      random.pick([lite(colour, 0.4), colour, dark(colour, 0.12), lite(colour, 0.2)]),
      13,
      'opacity=".85"',
    );
  }) +
  light(0.22);

/** Brushed metal; `words` may say that it is zinc-coated or cast. */
export const metal: Texture = (colour, random, words) => {
  if (/чугун/i.test(words))
    return (
      full(colour) +
      times(1500, () =>
        ell(
          between(random, 0, 1600),
          between(random, 0, 1600),
          between(random, 2, 7),
          between(random, 2, 6),
          random.chance(0.5) ? lite(colour, 0.2) : dark(colour, 0.35),
          'opacity=".6"',
        ),
      ) +
      light(0.5)
    );
  if (/цинк|оцинк/i.test(words))
    return (
      full(colour) +
      times(170, () => {
        const [x, y, r] = [between(random, 0, 1600), between(random, 0, 1600), between(random, 50, 150)];
        return poly(
          Array.from(
            { length: 6 },
            (_, k) =>
              [
                x + r * between(random, 0.6, 1.1) * Math.cos(k * 1.05),
                y + r * between(random, 0.6, 1.1) * Math.sin(k * 1.05),
              ] as const,
          ),
          random.pick([lite(colour, 0.35), dark(colour, 0.12), lite(colour, 0.16)]),
          'opacity=".4"',
        );
      }) +
      light(0.4)
    );
  return (
    full(
      lin(
        0,
        0,
        1600,
        600,
        [0, lite(colour, 0.35)],
        [0.3, colour],
        [0.5, lite(colour, 0.55)],
        [0.7, colour],
        [1, dark(colour, 0.3)],
      ),
    ) +
    times(300, () => {
      const y = between(random, 0, 1600);
      return line(
        `M${r1(between(random, -200, 700))},${r1(y)}h${r1(between(random, 300, 1300))}`,
        random.chance(0.5) ? '#ffffff' : dark(colour, 0.4),
        r1(between(random, 1, 3)),
        'opacity=".28"',
      );
    }) +
    light(0.2)
  );
};

/** Moulded plastic: fine-grained with a rounded edge, or ribbed where a hand holds it. */
export const plastic: Texture = (colour, random, words) =>
  /Поликарбонат|АБС|ПВХ|Полипропилен|модул/i.test(words)
    ? smoothPlastic(colour, random)
    : ribbedPlastic(colour, random);

const smoothPlastic = (colour: string, random: Random): string =>
  full(lin(0, 0, 1600, 1600, [0, lite(colour, 0.4)], [0.6, colour], [1, dark(colour, 0.14)])) +
  times(900, () =>
    ell(
      between(random, 0, 1600),
      between(random, 0, 1600),
      2.6,
      2.2,
      random.chance(0.5) ? '#ffffff' : dark(colour, 0.4),
      'opacity=".16"',
    ),
  ) +
  path('M-40,1130Q760,1010 1640,560V700Q780,1140 -40,1262Z', lite(colour, 0.6), 'opacity=".9"') +
  path(
    'M-40,1262Q780,1140 1640,700V1640H-40Z',
    lin(300, 1000, 900, 1640, [0, dark(colour, 0.1)], [1, dark(colour, 0.42)]),
  ) +
  line('M-40,1262Q780,1140 1640,700', dark(colour, 0.3), 5, 'opacity=".4"') +
  light(0.12);

const ribbedPlastic = (colour: string, random: Random): string =>
  full(lin(0, 0, 1600, 1600, [0, lite(colour, 0.32)], [0.5, colour], [1, dark(colour, 0.26)])) +
  times(9, (i) =>
    rect(
      120 + i * 160,
      -20,
      70,
      1700,
      lin(120 + i * 160, 0, 190 + i * 160, 0, [0, '#ffffff', 0.28], [0.5, '#ffffff', 0.02], [1, '#1d1710', 0.22]),
      34,
    ),
  ) +
  times(400, () =>
    ell(
      between(random, 0, 1600),
      between(random, 0, 1600),
      2.4,
      2.4,
      random.chance(0.5) ? '#ffffff' : '#1d1710',
      'opacity=".16"',
    ),
  ) +
  light(0.22);

/** Glazed ware: deep gloss with the reflection of a window, and the curve of a rim. */
export const glaze: Texture = (colour, random) =>
  full(rad(560, 480, 1500, [0, lite(colour, 0.6)], [0.45, colour], [1, dark(colour, 0.35)])) +
  path('M-40,1250Q700,860 1640,1180V1640H-40Z', dark(colour, 0.1), 'opacity=".5"') +
  line('M-40,1250Q700,860 1640,1180', lite(colour, 0.7), 22, 'opacity=".8"') +
  line('M-40,1290Q700,900 1640,1220', dark(colour, 0.3), 12, 'opacity=".4"') +
  `<g transform="rotate(${r1(between(random, -16, -6))} 500 420)">${rect(330, 210, 150, 420, '#ffffff', 30, 'opacity=".8"')}${rect(510, 210, 150, 420, '#ffffff', 30, 'opacity=".65"')}</g>` +
  times(60, () =>
    ell(
      between(random, 0, 1600),
      between(random, 0, 1600),
      between(random, 2, 5),
      between(random, 2, 5),
      dark(colour, 0.2),
      'opacity=".3"',
    ),
  );

/** Clear glass: edges, refraction, drops. */
export const glass: Texture = (colour, random) =>
  full(lin(0, 0, 1600, 1600, [0, '#f4fafa'], [0.5, mix(colour, '#ffffff', 0.55)], [1, mix(colour, '#7f9aa0', 0.35)])) +
  times(7, (i) =>
    path(
      `M${i * 250 - 60},-20Q${i * 250 + 60},800 ${i * 250 - 40},1640H${i * 250 + 60}Q${i * 250 + 170},800 ${i * 250 + 50},-20Z`,
      i % 2 ? '#ffffff' : '#7fa0a8',
      `opacity="${i % 2 ? 0.5 : 0.22}"`,
    ),
  ) +
  times(46, () => {
    const [x, y, r] = [between(random, 0, 1600), between(random, 0, 1600), between(random, 8, 34)];
    return (
      ell(
        x,
        y,
        r,
        r * 1.15,
        lin(0, y - r, 0, y + r, [0, '#ffffff', 0.9], [1, '#9fb9bf', 0.6]),
        'stroke="#8fb0b5" stroke-width="3"',
      ) + ell(x - r * 0.3, y - r * 0.4, r * 0.25, r * 0.2, '#ffffff')
    );
  });

/** Rubber or bristle: rows of stiff hairs from a block. */
export const bristles: Texture = (colour, random) =>
  rect(0, 0, 1600, 420, lin(0, 0, 0, 420, [0, lite(colour, 0.2)], [1, dark(colour, 0.25)])) +
  rect(0, 420, 1600, 1180, dark(colour, 0.5)) +
  times(520, (i) =>
    line(
      `M${r1((i % 130) * 12.5 + between(random, -4, 4))},${r1(400 + Math.floor(i / 130) * 12)}q${r1(between(random, -20, 20))},600 ${r1(between(random, -60, 60))},1240`,
      random.pick([lite(colour, 0.35), colour, dark(colour, 0.16)]),
      9,
      'opacity=".85"',
    ),
  ) +
  light(0.22);
