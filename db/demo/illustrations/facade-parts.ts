// What façades are made of, seen straight from the pavement. Walls meet it at `floor`; the door of a point is some 290
// pixels high, that of a shop 230.
import type { Random } from '../random.ts';
import { dark, lightness, lite, mix } from './colour.ts';
import { text, width } from './lettering.ts';
import { ell, lin, line, move, type Paint, path, poly, r1, rect, scaled, times } from './svg.ts';

export const frame = { width: 1440, height: 800 };
/** Where walls end below. */
export const floor = 640;
const kerb = 722;

const green = '#0f5a47';
const brick = '#b5401f';

export function sky(random: Random): string {
  const tint = random.pick(['#b9d3e4', '#c4d9e6', '#cfdbe2', '#bfd4dc']);
  const cloud = (x: number, y: number, k: number) =>
    move(
      x,
      y,
      ell(0, 0, 110 * k, 30 * k, '#ffffff', 'opacity=".7"') +
        ell(-40 * k, -18 * k, 60 * k, 34 * k, '#ffffff', 'opacity=".7"') +
        ell(40 * k, -12 * k, 54 * k, 28 * k, '#ffffff', 'opacity=".7"'),
    );
  return (
    rect(0, 0, frame.width, floor, lin(0, 0, 0, floor, [0, tint], [1, lite(tint, 0.7)])) +
    cloud(random.int(80, 500), random.int(50, 110), 1) +
    cloud(random.int(800, 1300), random.int(60, 140), 0.8)
  );
}

/** Slabs to the kerb, the road before it. */
export const pavement = (): string =>
  rect(0, floor, frame.width, kerb - floor, lin(0, floor, 0, kerb, [0, '#a39d92'], [1, '#c2bbae'])) +
  times(15, (i) =>
    line(`M${720 + (i - 7) * 104},${floor}L${720 + (i - 7) * 132},${kerb}`, '#8d877c', 2, 'opacity=".5"'),
  ) +
  line(`M0,${floor + 34}H${frame.width}`, '#8d877c', 2, 'opacity=".5"') +
  rect(0, kerb, frame.width, 12, '#dcd7cb') +
  rect(0, kerb + 12, frame.width, 66, lin(0, kerb, 0, 800, [0, '#75726b'], [1, '#85827b']));

/** Asphalt up to the walls. */
export const yard = (): string =>
  rect(0, floor, frame.width, frame.height - floor, lin(0, floor, 0, frame.height, [0, '#8b877e'], [1, '#a19c92'])) +
  times(9, (i) =>
    line(`M${720 + (i - 4) * 180},${floor}L${720 + (i - 4) * 250},${frame.height}`, '#7c776e', 2, 'opacity=".4"'),
  );

/** Places for cars, marked in white. */
export const parkingPlaces = (from: number, count: number): string =>
  times(count + 1, (i) =>
    poly(
      [
        [from + i * 190, kerb + 14],
        [from + i * 190 + 8, kerb + 14],
        [from + i * 206 - 10, 800],
        [from + i * 206 - 22, 800],
      ],
      '#f4f1ea',
      'opacity=".85"',
    ),
  );

export const lawn = (x: number, w: number): string =>
  rect(x, floor - 4, w, 60, lin(0, floor, 0, floor + 60, [0, '#7d9d68'], [1, '#94b07c']), 8);

type Span = [x: number, y: number, w: number, h: number];
export type Wall = (...args: [...span: Span, colour: string]) => string;

const lit = (x: number, y: number, w: number, h: number, c: string): Paint =>
  lin(x, y, x + w, y + h, [0, lite(c, 0.16)], [0.6, c], [1, dark(c, 0.1)]);

export const plaster: Wall = (x, y, w, h, c) => rect(x, y, w, h, lit(x, y, w, h, c));

export const brickwork: Wall = (x, y, w, h, c) => {
  const row = 20;
  const course = Array.from({ length: Math.ceil(h / row) }, (_, i) => `M${x},${r1(y + i * row)}h${w}`).join('');
  const joints = (shift: number) =>
    Array.from({ length: Math.ceil((w - shift) / 56) }, (_, i) => `M${r1(x + shift + i * 56)},${y}v${h}`).join('');
  const mortar = lightness(c) > 0.7 ? dark(c, 0.3) : lite(c, 0.32);
  return (
    rect(x, y, w, h, lit(x, y, w, h, c)) +
    line(course, mortar, 2, 'opacity=".45"') +
    line(joints(8), mortar, 2, `opacity=".45" stroke-dasharray="${row} ${row}"`) +
    line(joints(36), mortar, 2, `opacity=".45" stroke-dasharray="${row} ${row}" stroke-dashoffset="${row}"`)
  );
};

/** Concrete panels of a house. */
export const panels: Wall = (x, y, w, h, c) =>
  rect(x, y, w, h, lit(x, y, w, h, c)) +
  times(Math.floor(h / 210), (i) => line(`M${x},${y + (i + 1) * 210}h${w}`, dark(c, 0.28), 6, 'opacity=".6"')) +
  times(Math.floor(w / 300), (i) => line(`M${x + (i + 1) * 300},${y}v${h}`, dark(c, 0.28), 6, 'opacity=".6"'));

/** Metal sheets, as sheds are clad. */
export const cladding: Wall = (x, y, w, h, c) =>
  rect(x, y, w, h, lit(x, y, w, h, c)) +
  line(
    Array.from({ length: Math.floor(w / 44) }, (_, i) => `M${r1(x + (i + 1) * 44)},${y}v${h}`).join(''),
    dark(c, 0.2),
    3,
    'opacity=".45"',
  );

export const walls: readonly Wall[] = [plaster, brickwork, panels, cladding];

export const plinth = (x: number, w: number, h = 44): string =>
  rect(x, floor - h, w, h, lin(0, floor - h, 0, floor, [0, '#9a948a'], [1, '#7f796f'])) +
  rect(x, floor - h, w, 5, '#b7b1a6');

const pane = (x: number, y: number, w: number, h: number): string =>
  rect(x, y, w, h, lin(x, y, x + w, y + h, [0, '#7f9fae'], [0.55, '#b9d0d8'], [1, '#8fabb6'])) +
  poly(
    [
      [x + w * 0.12, y + h],
      [x + w * 0.42, y],
      [x + w * 0.62, y],
      [x + w * 0.32, y + h],
    ],
    '#ffffff',
    'opacity=".2"',
  );

/** A window of a flat. */
export const flatWindow = (x: number, y: number, w: number, h: number): string =>
  rect(x - 9, y - 9, w + 18, h + 18, '#f6f3ec', 3) +
  pane(x, y, w, h) +
  rect(x, y, w * 0.24, h, '#f4efe4', 0, 'opacity=".55"') +
  rect(x + w * 0.62 - 4, y, 8, h, '#f6f3ec') +
  rect(x - 16, y + h + 9, w + 32, 9, '#d8d2c5');

const goods = ['#d9a53a', '#b5401f', '#2b6f8f', '#f2ede2', '#5d7f4d', '#8a6a4a'];

/** A shop's window with goods behind it. */
export function shopWindow(x: number, y: number, w: number, h: number, random: Random): string {
  const count = Math.floor(w / 46);
  const shelf = (at: number) =>
    rect(x, y + h * at, w, 6, '#4a5a5c', 0, 'opacity=".6"') +
    times(count, (i) => {
      const tall = random.int(Math.round(h * 0.1), Math.round(h * 0.22));
      const wide = random.int(20, 38);
      return rect(x + 6 + i * 46, y + h * at - tall, wide, tall, random.pick(goods), 3, 'opacity=".72"');
    });
  return (
    rect(x - 9, y - 9, w + 18, h + 18, '#3d4846', 3) +
    pane(x, y, w, h) +
    shelf(0.55) +
    shelf(0.94) +
    poly(
      [
        [x, y + h],
        [x + w * 0.3, y],
        [x + w * 0.5, y],
        [x + w * 0.2, y + h],
      ],
      '#ffffff',
      'opacity=".16"',
    ) +
    times(Math.floor(w / 190), (i) => rect(x + ((i + 1) * w) / (Math.floor(w / 190) + 1) - 4, y, 8, h, '#3d4846'))
  );
}

/** A glass door on the line `base`; two leaves where it is wide. */
export function door(x: number, base: number, w: number, h: number, colour = '#33423f'): string {
  const y = base - h;
  const leaves = w > 170 ? 2 : 1;
  const leaf = w / leaves;
  return (
    rect(x - 12, y - 12, w + 24, h + 12, colour, 3) +
    times(leaves, (i) => {
      const at = x + i * leaf;
      const handle = leaves === 2 && i === 0 ? at + leaf - 24 : at + (leaves === 2 ? 14 : leaf - 28);
      return (
        rect(at, y, leaf, h, lite(colour, 0.1)) +
        pane(at + 12, y + 14, leaf - 24, h - 54) +
        rect(handle, base - h * 0.52, 10, h * 0.2, '#d7dadb', 5)
      );
    }) +
    rect(x - 12, base - 6, w + 24, 8, '#6d685f')
  );
}

/** The sign of the shop; `words`: what it is, to the right of the letters. */
export function sign(x: number, y: number, h: number, { words = '', isLight = false } = {}): string {
  const letters = h * 0.64;
  const lettersWidth = letters * (100 / 36);
  const wordsWidth = width(words, h * 0.32);
  const w = lettersWidth + h * 0.6 + (words === '' ? 0 : wordsWidth + h * 0.3);
  const left = x - w / 2;
  const [ground, first, last] = isLight ? ['#fbfaf6', green, brick] : [green, '#ffffff', '#ffd27a'];
  return (
    rect(left + 6, y + 10, w, h, '#1d1710', 10, 'opacity=".22"') +
    rect(left, y, w, h, ground, 10, `stroke="${isLight ? '#cfc8b8' : '#0a3f32'}" stroke-width="4"`) +
    scaled(
      left + h * 0.3,
      y + h * 0.18,
      letters / 36,
      path('M0 2h7v18.5L17.5 2H24v32h-7V15.5L6.5 34H0z', first) +
        path('M45.2 2h6.6L61 27h3v9h-6.4v-3H39.4v3H33v-9h3zm3.3 8.6L42.6 27h11.8z', first, 'fill-rule="evenodd"') +
        path('M81.2 2h6.6L97 27h3v9h-6.4v-3H75.4v3H69v-9h3zm3.3 8.6L78.6 27h11.8z', last, 'fill-rule="evenodd"'),
    ) +
    text(words, left + lettersWidth + h * 0.6, y + h * 0.62, h * 0.32, first)
  );
}

/** The street and the number of the house, as they hang on a corner of it. */
export function housePlate(x: number, y: number, street: string, house: string): string {
  const w = street.length > 20 ? 280 : 200;
  return (
    rect(x, y, w, 84, '#1f4a78', 8, 'stroke="#ffffff" stroke-width="4"') +
    text(street, x + w / 2, y + 27, 19, '#ffffff', { anchor: 'middle', max: w - 24, face: 'text' }) +
    text(house, x + w / 2, y + 73, 44, '#ffffff', { anchor: 'middle', max: w - 24 })
  );
}

/** A roof over a door; `y` is where it is fixed to the wall. */
export const canopy = (x: number, y: number, w: number, colour: string, deep = 60): string =>
  rect(x - 10, y + deep + 16, w + 20, 40, lin(0, y + deep, 0, y + deep + 56, [0, '#1d1710', 0.3], [1, '#1d1710', 0])) +
  poly(
    [
      [x + 26, y],
      [x + w - 26, y],
      [x + w + 14, y + deep],
      [x - 14, y + deep],
    ],
    lin(0, y, 0, y + deep, [0, dark(colour, 0.12)], [1, lite(colour, 0.14)]),
  ) +
  times(Math.floor(w / 70), (i) => {
    const at = (i + 1) / (Math.floor(w / 70) + 1);
    return line(
      `M${r1(x + 26 + (w - 52) * at)},${y}L${r1(x - 14 + (w + 28) * at)},${y + deep}`,
      dark(colour, 0.2),
      4,
      'opacity=".6"',
    );
  }) +
  rect(x - 14, y + deep, w + 28, 20, dark(colour, 0.2), 3);

/** Steps up to a door, the widest below. */
export const steps = (x: number, w: number, count: number, rise = 24): string =>
  times(count, (i) => {
    const wide = w + (count - 1 - i) * 56;
    const y = floor - (i + 1) * rise;
    return (
      rect(x + w / 2 - wide / 2, y, wide, rise + 4, lin(0, y, 0, y + rise, [0, '#d3cdc1'], [1, '#9b958a'])) +
      rect(x + w / 2 - wide / 2, y, wide, 6, '#e6e1d6')
    );
  });

/** A slope from the ground at `low` to the height `rise` at `high`, with its rail. */
export function ramp(low: number, high: number, rise: number): string {
  const way = Math.sign(high - low);
  const rail = (up: number) => `M${low - way * 20},${floor - up}L${high},${floor - rise - up}h${way * 30}`;
  const posts = 5;
  return (
    poly(
      [
        [low, floor + 4],
        [high, floor - rise],
        [high, floor + 4],
      ],
      lin(0, floor - rise, 0, floor, [0, '#cfc9bd'], [1, '#a39d92']),
    ) +
    line(`M${low},${floor + 2}L${high},${floor - rise}`, '#ebe6db', 6) +
    times(posts, (i) => {
      const x = low + ((high - low) * i) / (posts - 1);
      const y = floor - (rise * i) / (posts - 1);
      return line(`M${r1(x)},${r1(y)}v-96`, '#8d9396', 8);
    }) +
    line(rail(96), '#b9bec2', 10) +
    line(rail(52), '#b9bec2', 6)
  );
}

/** A cart for goods; the wheels stand on `base`. */
export const trolley = (x: number, base: number, k = 1): string =>
  move(
    x,
    base,
    `<g transform="scale(${k})">${path('M10,-96H104L90,-44H26Z', '#c9ced1')}${line('M14,-84H100M18,-70H97M22,-57H94M34,-96L38,-44M56,-96V-44M80,-96L76,-44', '#7c8387', 4)}${line('M104,-96L124,-112H138', '#8d9396', 8)}${line('M26,-44L18,-20H100L90,-44', '#8d9396', 7)}${ell(28, -9, 10, 10, '#33322f')}${ell(92, -9, 10, 10, '#33322f')}${rect(126, -118, 22, 11, brick, 5)}</g>`,
  );

export function tree(x: number, base: number, h: number, random: Random): string {
  const c = random.pick(['#5f8a4f', '#6d9455', '#7c9a52', '#c7943f']);
  const birch = random.chance(0.4);
  const trunk = birch ? '#e9e6de' : '#7a5c41';
  return (
    rect(x - h * 0.03, base - h * 0.55, h * 0.06, h * 0.55, trunk, 4) +
    (birch ? times(6, (i) => rect(x - h * 0.03, base - h * 0.1 * (i + 0.6), h * 0.03, 5, '#4d4a44')) : '') +
    ell(x, base - h * 0.66, h * 0.27, h * 0.34, dark(c, 0.14)) +
    ell(x - h * 0.1, base - h * 0.6, h * 0.2, h * 0.22, c) +
    ell(x + h * 0.1, base - h * 0.72, h * 0.18, h * 0.24, lite(c, 0.12))
  );
}

export const bush = (x: number, base: number, k: number, c = '#6d9455'): string =>
  ell(x, base - 24 * k, 62 * k, 34 * k, dark(c, 0.14)) +
  ell(x - 30 * k, base - 20 * k, 40 * k, 26 * k, c) +
  ell(x + 26 * k, base - 34 * k, 36 * k, 28 * k, lite(c, 0.12));

/** A passenger car from its side, 4.2 m long at k = 1. */
export const car = (x: number, base: number, c: string, k = 1): string =>
  scaled(
    x,
    base,
    k,
    ell(240, 0, 250, 14, '#1d1710', 'opacity=".25"') +
      path(
        'M6,-34Q4,-92 60,-98L120,-104Q170,-168 220,-170H322Q372,-168 404,-108Q470,-102 474,-64Q478,-34 466,-30H12Z',
        lin(0, -170, 0, -30, [0, lite(c, 0.3)], [0.5, c], [1, dark(c, 0.28)]),
      ) +
      path('M142,-108Q182,-152 222,-154H254V-108ZM270,-154H318Q352,-152 380,-108H270Z', mix('#a9c4d0', c, 0.08)) +
      line('M262,-154V-44M140,-70H160M284,-74h20', dark(c, 0.35), 4, 'opacity=".6"') +
      rect(6, -84, 30, 18, '#ffe6a8', 8) +
      rect(446, -84, 26, 18, brick, 8) +
      [112, 372].map((wheel) => ell(wheel, -34, 42, 42, '#2b2a28') + ell(wheel, -34, 22, 22, '#b9bec2')).join(''),
  );

/** An arrow of a pointer: a board with words, its point to the right or to the left. */
export function pointer(x: number, y: number, words: string, way: 1 | -1): string {
  const [w, h] = [words.length * 25 + 90, 62];
  const points: [number, number][] = [
    [0, 0],
    [w, 0],
    [w + 38, h / 2],
    [w, h],
    [0, h],
  ];
  const turned = points.map(([px, py]) => [x + way * px, y + py] as const);
  return (
    poly(turned, green, 'stroke="#ffffff" stroke-width="5" stroke-linejoin="round"') +
    text(words, x + (way * (w + 16)) / 2, y + 43, 40, '#ffffff', { anchor: 'middle', max: w - 16 })
  );
}
