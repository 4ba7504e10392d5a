// Places where goods are used. Each fills a square of 1600; `put` draws the thing itself in a box of it.
import type { Random } from '../random.ts';
import { dark, lite, mix } from './colour.ts';
import { withoutShadow } from './shapes.ts';
import { clip, ell, lin, line, path, plane, poly, r1, rad, rect, times } from './svg.ts';
import { placed, type Thing } from './thing.ts';

export type Stage = {
  thing: Thing;
  colour: string;
  /** The surface that the thing makes or is, a square of 1600. */
  surface: string;
  random: Random;
};
export type Room = (stage: Stage) => string;

const calm = ['#e9e3d6', '#dfe6dc', '#dde5e8', '#ece0d6', '#e4e2dc', '#e6dfe6'];
const woods = ['#c99a5f', '#b58a58', '#d8b98a', '#a8784a'];

export const stand = (thing: Thing, x: number, floor: number, w: number, h: number): string =>
  placed(thing, { x: x - w / 2, y: floor - h, w, h, on: 'floor' });
export const hang = (thing: Thing, x: number, y: number, w: number, h: number): string =>
  withoutShadow(placed(thing, { x: x - w / 2, y: y - h / 2, w, h }));
const extra = (drawing: string, params: Thing['params'] = {}): Thing => ({ drawing, params });

export const wall = (colour: string): string =>
  rect(0, 0, 1600, 1600, lin(0, 0, 1600, 1200, [0, lite(colour, 0.4)], [0.6, colour], [1, dark(colour, 0.1)]));
/** Boards seen from a standing person's eyes. */
export function boards(y: number, colour: string): string {
  const rows = [0, 1, 2, 3, 4].map((i) => y + (1600 - y) * ((i + 1) / 5) ** 1.5);
  return (
    rect(0, y, 1600, 1600 - y, lin(0, y, 0, 1600, [0, dark(colour, 0.12)], [1, lite(colour, 0.16)])) +
    times(13, (i) =>
      line(`M${800 + (i - 6) * 120},${y}L${800 + (i - 6) * 330},1600`, dark(colour, 0.3), 4, 'opacity=".5"'),
    ) +
    rows
      .map((row, i) =>
        line(`M${(i * 317) % 500},${r1(row)}h${420 + ((i * 211) % 500)}`, dark(colour, 0.3), 3, 'opacity=".35"'),
      )
      .join('')
  );
}
const skirtingBoard = (y: number) => rect(0, y - 44, 1600, 50, lin(0, y - 44, 0, y, [0, '#ffffff'], [1, '#d8d1c2']));
export const windowAt = (x: number, y: number, w: number, h: number, sky = '#cfe0ea'): string =>
  rect(x - 22, y - 22, w + 44, h + 44, '#fbfaf7', 8) +
  rect(x, y, w, h, lin(0, y, 0, y + h, [0, sky], [1, lite(sky, 0.6)])) +
  path(
    `M${x},${y + h}Q${x + w * 0.3},${y + h * 0.7} ${x + w * 0.55},${y + h * 0.82}T${x + w},${y + h * 0.74}V${y + h}Z`,
    mix(sky, '#4d7f5a', 0.5),
  ) +
  rect(x + w / 2 - 9, y, 18, h, '#fbfaf7') +
  rect(x - 50, y + h + 22, w + 100, 26, '#f4f1ea', 6) +
  rect(x - 50, y + h + 44, w + 100, 8, '#1d1710', 4, 'opacity=".14"');

const rough = (random: Random): string =>
  rect(0, 0, 1600, 1600, '#b9b0a2') +
  times(45, (i) => {
    const [row, column] = [Math.floor(i / 5), i % 5];
    const tone = mix('#b5785a', random.pick(['#1d1710', '#e0b090', '#8a7a60']), random.next() * 0.25);
    return rect(column * 400 - (row % 2 ? 200 : 0) - 40, row * 176, 384, 162, tone, 6);
  });

/** Mixes: the wall half covered by what is in the bag, the bag and a trowel on the floor. */
export const wallUnderWork: Room = ({ thing, surface, random }) => {
  const x = 760 + random.int(-60, 120);
  const edge = `M-10,-10H${x}Q${x + 70},180 ${x - 40},360T${x + 30},720T${x - 20},1010T${x + 10},1240H-10Z`;
  return (
    rough(random) +
    clip(edge, surface) +
    line(
      edge
        .replace('M-10,-10H', 'M')
        .replace(/^M(\d+)/, 'M$1,-10')
        .replace(/H-10Z$/, ''),
      '#ffffff',
      12,
      'opacity=".6"',
    ) +
    rect(0, 1230, 1600, 370, lin(0, 1230, 0, 1600, [0, '#8f887b'], [1, '#b5ada0'])) +
    rect(0, 1222, 1600, 22, '#6f6a60', 0, 'opacity=".5"') +
    stand(extra('trowel', { accent: '#b5401f' }), 420, 1530, 520, 300) +
    stand(thing, 1130, 1540, 700, 900)
  );
};

/** Coats for walls: a painted wall with the roller's last strip, the tin on the boards. */
export const paintedWall: Room = ({ thing, colour, random }) => {
  const floor = random.pick(woods);
  return (
    wall('#efe9dc') +
    path(
      'M-10,-10H980Q1010,600 976,1130H-10Z',
      lin(0, 0, 980, 1130, [0, lite(colour, 0.12)], [1, dark(colour, 0.06)]),
    ) +
    rect(1010, 150, 250, 980, colour, 10, 'opacity=".92"') +
    times(14, (i) => line(`M${1020 + i * 17},170V1110`, i % 2 ? '#ffffff' : '#1d1710', 3, 'opacity=".07"')) +
    skirtingBoard(1160) +
    boards(1160, floor) +
    path('M540,1560L700,1320H1430L1560,1560Z', '#f6f4ee') +
    line('M700,1400H1440M640,1480H1500', '#d2cbbd', 4) +
    hang(
      thing.drawing === 'roller' ? thing : extra('roller', { accent: '#0f5a47', body: mix(colour, '#f3ead2', 0.3) }),
      1140,
      200,
      460,
      520,
    ) +
    stand(
      thing.drawing === 'roller'
        ? extra('bucket', {
            accent: '#2b5d8f',
            body: '#f7f6f2',
            brand: 'БЕЛОЯР',
            title: 'Краска для стен',
            size: '9 л',
            layout: 1,
          })
        : thing,
      1010,
      1530,
      520,
      560,
    ) +
    stand(extra('ladder', { accent: '#b5401f', count: 4 }), 290, 1480, 420, 860)
  );
};

/** Coats for wood: a fence or a garden table that is half done. */
export const woodUnderCoat: Room = ({ thing, colour, surface, random }) =>
  rect(0, 0, 1600, 1600, lin(0, 0, 0, 900, [0, '#cfe2ec'], [1, '#eef3ee'])) +
  rect(0, 980, 1600, 620, lin(0, 980, 0, 1600, [0, '#7fa06a'], [1, '#5f8450'])) +
  times(8, (i) => {
    const done = i < 5;
    const c = done ? mix('#dfb173', colour, 0.62) : '#dfb173';
    const x = 30 + i * 196;
    return (
      rect(x, 250 + (i % 2) * 14, 176, 900, lin(x, 0, x + 176, 0, [0, lite(c, 0.12)], [1, dark(c, 0.14)]), 16) +
      line(`M${x + 40},300v800M${x + 96},290v840M${x + 140},320v760`, dark(c, 0.25), 4, 'opacity=".4"')
    );
  }) +
  (surface && thing.drawing !== 'brush'
    ? stand(extra('brush', { accent: '#a8672f' }), 1290, 1480, 300, 420) +
      stand(thing, 760 + random.int(-80, 80), 1540, 560, 580)
    : stand(extra('can', { accent: '#4d8a3f', brand: 'ЛЕСОВЕД', title: 'Лазурь для дерева' }), 640, 1540, 430, 460) +
      stand(thing, 1080, 1520, 460, 640));

/** Tiles on the wall of a bathroom or over a worktop. */
export const tiledBath: Room = ({ surface, random, thing }) => {
  const floor = random.pick(['#b9b4aa', '#9fa8a8', '#c9bfae']);
  return `<g transform="scale(.62)">${surface}</g><g transform="translate(992 0) scale(.62)">${surface}</g><g transform="translate(0 992) scale(.62)">${surface}</g><g transform="translate(992 992) scale(.62)">${surface}</g>${rect(0, 1220, 1600, 380, lin(0, 1220, 0, 1600, [0, dark(floor, 0.16)], [1, floor]))}${times(9, (i) => line(`M${800 + (i - 4) * 190},1220L${800 + (i - 4) * 420},1600`, dark(floor, 0.25), 5))}${line('M0,1310H1600M0,1430H1600', dark(floor, 0.25), 5)}${rect(980, 230, 380, 520, lin(980, 230, 1360, 750, [0, '#f4fafb'], [0.5, '#cfdde2'], [1, '#e6eef0']), 24, 'stroke="#b9bec2" stroke-width="14"')}${stand(extra('sink', { layout: 1, kind: 'со смесителем' }), 1170, 1470, 620, 740)}${path('M40,1010H700Q720,1010 716,1060L690,1330Q680,1400 600,1400H150Q80,1400 70,1330L30,1060Q26,1010 40,1010Z', lin(0, 1010, 0, 1400, [0, '#ffffff'], [1, '#d8d3c8']))}${rect(10, 990, 730, 44, '#ffffff', 20)}${thing.drawing === 'tile' ? '' : stand(thing, 800, 1560, /tileTrim/.test(thing.drawing) ? 900 : 420, 430)}${rect(0, 0, 1600, 1600, rad(300, 200, 1800, [0, '#ffffff', 0.2], [1, '#1d1710', 0.14]))}`;
};

/** Tiles between a worktop and the cupboards. */
export const tiledKitchen: Room = ({ surface, random }) => {
  const front = random.pick(['#dfe3dc', '#e7e0d2', '#cfd8d6', '#d9d2c6']);
  const door = (x: number, y: number, w: number, h: number) =>
    rect(
      x,
      y,
      w,
      h,
      lin(x, y, x + w, y + h, [0, lite(front, 0.3)], [1, dark(front, 0.08)]),
      10,
      `stroke="${dark(front, 0.22)}" stroke-width="4"`,
    ) + rect(x + w / 2 - 60, y + 40, 120, 14, '#8b9094', 7);
  return `<g transform="translate(0 300) scale(.5)">${surface}</g><g transform="translate(800 300) scale(.5)">${surface}</g>${[0, 400, 800, 1200].map((x) => door(x + 6, -120, 388, 440)).join('')}${rect(0, 318, 1600, 14, '#1d1710', 0, 'opacity=".2"')}${rect(0, 1080, 1600, 70, lin(0, 1080, 0, 1150, [0, '#c9a070'], [1, '#8a6238']))}${[0, 400, 800, 1200].map((x) => door(x + 6, 1160, 388, 460)).join('')}${stand(extra('kettle', { accent: '#b8402c' }), 420, 1090, 380, 380)}${stand(extra('plantPot', { accent: '#c06f45' }), 1290, 1090, 260, 340)}${rect(0, 0, 1600, 1600, rad(500, 600, 1500, [0, '#ffffff', 0.14], [1, '#1d1710', 0.16]))}`;
};

/** A floor in a room with a sofa and a window: the surface lies in the room's depth. */
export const floorRoom: Room = ({ surface, random, thing, colour }) => {
  const c = random.pick(calm);
  const sofa = random.pick(['#5f7f95', '#7a8f76', '#a8785a', '#8a8378']);
  const x = random.chance(0.5) ? 160 : 980;
  const tile = (column: number, row: number) =>
    `<g transform="matrix(.62 0 0 .62 ${column * 992} ${row * 992})">${surface}</g>`;
  return (
    wall(c) +
    windowAt(x === 160 ? 1010 : 150, 170, 430, 520) +
    skirtingBoard(960) +
    clip('M0,955H1600V1600H0Z', plane([-420, 955], [1.2, 0], [-0.28, 0.66], tile(0, 0) + tile(1, 0) + tile(2, 0))) +
    rect(0, 955, 1600, 160, lin(0, 955, 0, 1115, [0, '#1d1710', 0.28], [1, '#1d1710', 0])) +
    poly(
      x === 160
        ? [
            [1010, 990],
            [1440, 990],
            [1250, 1600],
            [560, 1600],
          ]
        : [
            [150, 990],
            [580, 990],
            [900, 1600],
            [200, 1600],
          ],
      '#ffffff',
      'opacity=".17"',
    ) +
    rect(x, 660, 480, 300, lin(0, 660, 0, 960, [0, lite(sofa, 0.2)], [1, sofa]), 40) +
    rect(x - 60, 780, 120, 260, sofa, 36) +
    rect(x + 420, 780, 120, 260, dark(sofa, 0.12), 36) +
    rect(x + 20, 850, 440, 150, lite(sofa, 0.1), 30) +
    rect(x - 20, 1030, 30, 60, '#6b4a2c') +
    rect(x + 470, 1030, 30, 60, '#6b4a2c') +
    (colour && /linoleum|laminate|insulation/.test(thing.drawing)
      ? stand(thing, x === 160 ? 1200 : 380, 1560, 560, 400)
      : '')
  );
};

/** Something stands by in a lived-in room: wallpaper behind it. */
export const papered: Room = ({ surface, random, thing }) => {
  const floor = random.pick(woods);
  const sofa = random.pick(['#5f7f95', '#7a8f76', '#a8785a', '#8a8378']);
  return `<g transform="scale(.5)">${surface}</g><g transform="translate(800 0) scale(.5)">${surface}</g><g transform="translate(0 800) scale(.5)">${surface}</g><g transform="translate(800 800) scale(.5)">${surface}</g>${rect(0, 0, 1600, 1600, rad(420, 300, 1700, [0, '#ffffff', 0.3], [1, '#1d1710', 0.16]))}${skirtingBoard(1150)}${boards(1150, floor)}${rect(170, 800, 760, 300, lin(0, 800, 0, 1100, [0, lite(sofa, 0.2)], [1, sofa]), 46)}${rect(100, 940, 150, 300, sofa, 40)}${rect(850, 940, 150, 300, dark(sofa, 0.12), 40)}${rect(200, 1020, 700, 180, lite(sofa, 0.1), 34)}${rect(160, 1230, 36, 70, '#6b4a2c')}${rect(910, 1230, 36, 70, '#6b4a2c')}${rect(340, 260, 420, 320, '#fbfaf7', 6, 'stroke="#8a6a3d" stroke-width="16"')}${path('M356,560Q460,420 560,490T744,400V566H356Z', '#8fae94')}${stand(thing, 1290, 1520, 420, 660)}`;
};

/** A workbench with a wall of tools behind it. */
export const workshop: Room = ({ thing, random, colour }) => {
  const board = random.pick(['#c7b394', '#bcae9a', '#cdbb9c']);
  const top = random.pick(woods);
  return (
    wall(board) +
    times(14 * 9, (i) =>
      ell(80 + (i % 14) * 112, 70 + Math.floor(i / 14) * 108, 8, 8, dark(board, 0.45), 'opacity=".6"'),
    ) +
    hang(extra('hammer', { accent: '#0f5a47' }), 250, 330, 330, 420) +
    hang(extra('saw', { accent: '#b5401f' }), 780, 270, 560, 300) +
    hang(extra('pliers', { accent: '#2b5d8f' }), 1290, 340, 300, 380) +
    rect(0, 1010, 1600, 120, lin(0, 1010, 0, 1130, [0, lite(top, 0.25)], [1, top])) +
    path('M0,1010H1600L1640,1260H-40Z', lin(0, 1010, 0, 1260, [0, top], [1, lite(top, 0.22)])) +
    times(9, (i) =>
      line(`M-40,${1040 + i * 25}Q800,${1020 + i * 27} 1640,${1046 + i * 25}`, dark(top, 0.28), 3, 'opacity=".4"'),
    ) +
    rect(0, 1256, 1600, 344, lin(0, 1256, 0, 1600, [0, dark(top, 0.35)], [1, dark(top, 0.55)])) +
    times(26, () =>
      line(`M${random.int(60, 1540)},${random.int(1090, 1230)}q14,-26 34,-8t26,14`, '#e8cfa2', 8, 'opacity=".8"'),
    ) +
    (colour ? '' : '') +
    stand(thing, 800, 1230, 980, 760)
  );
};

/** An outer wall of a house. */
export const facade: Room = ({ surface, thing, random }) =>
  rect(0, 0, 1600, 1600, lin(0, 0, 0, 1200, [0, '#b9d3e4'], [1, '#eef3ee'])) +
  path('M-40,420L800,-60L1640,420Z', '#6b4a3a') +
  path('M-40,420L800,-60L1640,420V470L800,0L-40,470Z', '#4d3a2c') +
  clip(
    'M60,430H1540V1250H60Z',
    `<g transform="translate(40 420) scale(.5)">${surface}</g><g transform="translate(840 420) scale(.5)">${surface}</g><g transform="translate(40 1220) scale(.5)">${surface}</g><g transform="translate(840 1220) scale(.5)">${surface}</g>`,
  ) +
  rect(60, 430, 1480, 70, lin(0, 430, 0, 500, [0, '#1d1710', 0.3], [1, '#1d1710', 0])) +
  windowAt(230, 580, 330, 400, '#8fb3c6') +
  windowAt(1010, 580, 330, 400, '#8fb3c6') +
  rect(60, 1180, 1480, 90, '#8f8a80') +
  rect(0, 1260, 1600, 340, lin(0, 1260, 0, 1600, [0, '#86a572'], [1, '#5f8450'])) +
  times(60, () =>
    line(`M${random.int(0, 1600)},${random.int(1300, 1590)}l${random.int(-10, 10)},-34`, '#4f7a44', 6, 'opacity=".7"'),
  ) +
  stand(thing, 800, 1550, 640, 760);

/** Rafters or studs with the insulation between them. */
export const attic: Room = ({ surface, thing, random }) => {
  const wood = random.pick(['#dfb173', '#d3a265']);
  return (
    rect(0, 0, 1600, 1600, '#8a7a60') +
    clip(
      'M0,0H1600V1180H0Z',
      `<g transform="scale(.75)">${surface}</g><g transform="translate(1200 0) scale(.75)">${surface}</g>`,
    ) +
    [0, 1, 2, 3]
      .map((i) => {
        const x = -40 + i * 520;
        return (
          rect(x, -20, 120, 1210, lin(x, 0, x + 120, 0, [0, lite(wood, 0.2)], [0.6, wood], [1, dark(wood, 0.3)])) +
          line(`M${x + 34},0v1180M${x + 78},0v1180`, dark(wood, 0.3), 4, 'opacity=".5"') +
          rect(x + 120, -20, 40, 1210, lin(x + 120, 0, x + 160, 0, [0, '#1d1710', 0.4], [1, '#1d1710', 0]))
        );
      })
      .join('') +
    boards(1180, mix(wood, '#8a6238', 0.3)) +
    stand(thing, 840, 1550, 860, 620)
  );
};

/** A partition of studs, one side already boarded. */
export const partition: Room = ({ thing, random }) => {
  const stud = '#c8cdd0';
  const wide = random.int(560, 760);
  return (
    wall('#d8d3c8') +
    [0, 1, 2, 3, 4]
      .map((i) => {
        const x = 90 + i * 350;
        return (
          rect(
            x,
            60,
            74,
            1110,
            lin(x, 0, x + 74, 0, [0, lite(stud, 0.5)], [0.3, stud], [0.7, lite(stud, 0.3)], [1, dark(stud, 0.35)]),
          ) + times(9, (k) => ell(x + 37, 150 + k * 120, 15, 26, dark(stud, 0.4)))
        );
      })
      .join('') +
    rect(60, 40, 1480, 56, stud, 4) +
    rect(60, 1130, 1480, 56, dark(stud, 0.1), 4) +
    rect(60, 50, wide, 1130, lin(60, 0, 60 + wide, 0, [0, '#f4f2ec'], [1, '#e1ddd3']), 4) +
    times(24, (i) => ell(100 + (i % 3) * (wide / 2 - 40), 110 + Math.floor(i / 3) * 146, 7, 7, '#6f7678')) +
    line(`M${60 + wide / 2},50V1180`, '#cfcabd', 7) +
    rect(0, 1186, 1600, 414, lin(0, 1186, 0, 1600, [0, '#a49d90'], [1, '#c1b9ab'])) +
    stand(thing, 880, 1540, 960, 640)
  );
};

/** Concrete ground of a building site. */
export const site: Room = ({ thing, random }) =>
  rect(0, 0, 1600, 1600, lin(0, 0, 0, 1000, [0, '#c3d7e2'], [1, '#efeee6'])) +
  [0, 1, 2, 3, 4, 5, 6, 7, 8]
    .map((i) =>
      rect(
        -60 + (i % 3) * 420 + (Math.floor(i / 3) % 2) * 160,
        500 + Math.floor(i / 3) * 168,
        404,
        156,
        mix('#d9d6cd', random.pick(['#8a7a60', '#ffffff']), random.next() * 0.2),
        8,
        'stroke="#aaa498" stroke-width="4"',
      ),
    )
    .join('') +
  rect(1340, 240, 60, 800, '#b58a58') +
  rect(1180, 330, 420, 46, '#c99a5f') +
  rect(0, 1000, 1600, 600, lin(0, 1000, 0, 1600, [0, '#9a9488'], [1, '#c4bdb0'])) +
  times(140, () =>
    ell(
      random.int(0, 1600),
      random.int(1020, 1590),
      random.int(3, 12),
      random.int(2, 7),
      random.pick(['#857f73', '#d8d2c5', '#6f6a60']),
      'opacity=".6"',
    ),
  ) +
  stand(thing, 820, 1540, 940, 900);

/** A plain wall over a desk, the thing large on it: sockets, switches, boxes. */
export const onWall: Room = ({ thing, random, colour }) => {
  const c = random.pick(calm);
  return (
    wall(mix(c, colour, 0.04)) +
    times(160, () => ell(random.int(0, 1600), random.int(0, 1100), 3, 3, dark(c, 0.12), 'opacity=".4"')) +
    rect(0, 1180, 1600, 60, lin(0, 1180, 0, 1240, [0, '#d8b98a'], [1, '#a8784a'])) +
    rect(0, 1240, 1600, 360, dark(c, 0.12)) +
    rect(1120, 1000, 380, 34, '#2b5d8f', 5) +
    rect(1140, 1034, 350, 40, '#b5401f', 5) +
    rect(1110, 1074, 400, 40, '#d8cdb8', 5) +
    rect(1130, 1114, 360, 66, '#0f5a47', 5) +
    stand(extra('mug', { accent: '#f1efe8' }), 230, 1190, 230, 230) +
    hang(thing, 780, 620, 620, 520)
  );
};
