// Rooms and yards of a house, in the manner of rooms.ts.
import { dark, lite, mix } from './colour.ts';
import { boards, hang, type Room, stand, wall, windowAt } from './rooms.ts';
import { clip, ell, lin, line, path, plane, poly, r1, rad, rect, times } from './svg.ts';
import { extentOf, type Thing } from './thing.ts';

const extra = (drawing: string, params: Thing['params'] = {}): Thing => ({ drawing, params });
const calm = ['#e9e3d6', '#dfe6dc', '#dde5e8', '#ece0d6', '#e4e2dc', '#e6dfe6'];
const woods = ['#c99a5f', '#b58a58', '#d8b98a', '#a8784a'];
const base = (y: number) => rect(0, y - 44, 1600, 50, lin(0, y - 44, 0, y, [0, '#ffffff'], [1, '#d8d1c2']));

/** Evening; the thing gives the light. Hanging ones hang, others stand on the table. */
export const lampRoom: Room = ({ thing, random }) => {
  const c = random.pick(['#4f5f63', '#5b5a66', '#5f584c', '#465a52']);
  const hangs = /pendant|ledPanel/.test(thing.drawing);
  return (
    rect(0, 0, 1600, 1600, lin(0, 0, 0, 1600, [0, dark(c, 0.35)], [1, c])) +
    ell(
      800,
      hangs ? 760 : 780,
      1000,
      900,
      rad(800, hangs ? 720 : 780, 950, [0, '#ffdf9a', 0.75], [0.5, '#ffd488', 0.22], [1, '#ffd488', 0]),
    ) +
    windowAt(90, 250, 300, 460, '#1f3346') +
    rect(0, 1190, 1600, 80, lin(0, 1190, 0, 1270, [0, '#d8a868'], [1, '#8a6238'])) +
    path('M0,1190H1600L1660,1420H-60Z', lin(0, 1190, 0, 1420, [0, '#a8784a'], [1, '#c99a5f'])) +
    rect(0, 1416, 1600, 184, '#5f4630') +
    (hangs
      ? hang(thing, 800, thing.drawing === 'pendant' ? 440 : 420, 760, 780) +
        stand(extra('plate', { accent: '#f1efe8' }), 560, 1360, 360, 240) +
        stand(extra('mug', { accent: '#c98a63' }), 1060, 1350, 210, 210)
      : stand(thing, 800, 1370, 640, 820) +
        rect(1130, 1290, 330, 44, '#2b5d8f', 6) +
        rect(1150, 1246, 300, 44, '#d8cdb8', 6))
  );
};

/** A bathroom: the thing in its place over the basin or by the wall. */
export const bathroom: Room = ({ thing, random }) => {
  const tile = random.pick(['#dbe5e6', '#e6e1d6', '#d6dfd8', '#e3dce0']);
  const grid = times(60, (i) =>
    rect(
      (i % 10) * 164 - 20,
      Math.floor(i / 10) * 204 - 10,
      158,
      198,
      mix(tile, random.pick(['#ffffff', '#8a9a9a']), random.next() * 0.16),
      6,
    ),
  );
  const isFaucet = thing.drawing === 'faucet';
  const overTub = isFaucet && thing.params.layout === 1;
  const onCounter = /tubeGun|ottle|spray/.test(thing.drawing);
  const counter =
    rect(0, 1080, 1600, 90, lin(0, 1080, 0, 1170, [0, '#c9a070'], [1, '#8a6238'])) +
    rect(60, 1170, 1480, 430, lin(0, 1170, 0, 1600, [0, '#e9e3d6'], [1, '#c9c1b2'])) +
    rect(790, 1170, 8, 430, '#aaa294') +
    rect(700, 1240, 60, 16, '#8b9094', 8) +
    rect(830, 1240, 60, 16, '#8b9094', 8);
  return (
    rect(0, 0, 1600, 1600, '#c9c9c2') +
    grid +
    rect(
      190,
      120,
      460,
      640,
      lin(190, 120, 650, 760, [0, '#f4fafb'], [0.5, '#c9d8de'], [1, '#eaf1f2']),
      230,
      'stroke="#b9bec2" stroke-width="14"',
    ) +
    (onCounter
      ? counter +
        path('M120,1086Q150,960 560,950Q960,960 990,1086Z', '#ffffff') +
        ell(555, 1010, 400, 52, lin(0, 960, 0, 1060, [0, '#d8d3c8'], [1, '#ffffff'])) +
        stand(extra('faucet', { body: '#c6ccd0', layout: 2 }), 560, 980, 300, 330) +
        stand(thing, 1210, 1120, 480, 640)
      : overTub
        ? hang(thing, 900, 690, 900, 640) +
          path(
            'M60,1090H1540Q1560,1090 1552,1140L1500,1480Q1480,1570 1380,1570H220Q120,1570 100,1480L48,1140Q40,1090 60,1090Z',
            lin(0, 1090, 0, 1570, [0, '#ffffff'], [1, '#d8d3c8']),
          ) +
          rect(20, 1056, 1560, 60, '#ffffff', 28)
        : isFaucet
          ? counter +
            path('M330,1086Q360,960 800,950Q1240,960 1270,1086Z', '#ffffff') +
            ell(800, 1010, 440, 56, lin(0, 960, 0, 1060, [0, '#d8d3c8'], [1, '#ffffff'])) +
            stand(thing, 1010, 1010, 640, 720) +
            stand(extra('bottle', { accent: '#5aa88a', brand: 'ПЕНКА', title: 'Мыло' }), 230, 1096, 170, 300)
          : rect(0, 1240, 1600, 360, lin(0, 1240, 0, 1600, [0, '#a9a499'], [1, '#c9c3b6'])) +
            times(8, (i) => line(`M${800 + (i - 4) * 220},1240L${800 + (i - 4) * 460},1600`, '#8f8a80', 5)) +
            (thing.drawing === 'sink' && thing.params.layout !== 1
              ? hang(thing, 860, 900, 820, 560)
              : stand(thing, 900, 1500, 980, 1150))) +
    rect(0, 0, 1600, 1600, rad(400, 300, 1700, [0, '#ffffff', 0.2], [1, '#1d1710', 0.14]))
  );
};

/** A pot is used with a plant in it. */
const planted = (thing: Thing): Thing =>
  thing.drawing === 'plantPot' ? { ...thing, params: { ...thing.params, layout: 1 } } : thing;

/** A kitchen worktop with the thing on it. */
export const kitchen: Room = ({ thing, random }) => {
  const c = random.pick(['#e6efe9', '#efe6da', '#dfe7ec', '#f0e4de']);
  const top = random.pick(['#c9a070', '#b5b0a6', '#8a6a4a']);
  const steam = /pot|kettle|pan/.test(thing.drawing)
    ? [660, 760, 860].map((x) => line(`M${x},430q-60,-70 0,-140t0,-140`, '#ffffff', 20, 'opacity=".5"')).join('')
    : '';
  return (
    wall(c) +
    times(44, (i) =>
      rect(
        (i % 8) * 206 - (Math.floor(i / 8) % 2) * 103,
        470 + Math.floor(i / 8) * 106,
        198,
        98,
        mix('#ffffff', c, 0.3 + random.next() * 0.4),
        6,
      ),
    ) +
    rect(0, 330, 1600, 46, lin(0, 330, 0, 376, [0, '#d8b98a'], [1, '#a8784a'])) +
    stand(extra('jar', { accent: '#b5401f' }), 230, 336, 300, 250) +
    stand(extra('plantPot', { accent: '#7fa6b8' }), 1380, 336, 220, 290) +
    stand(extra('plate', { accent: '#a9c4d1' }), 1080, 336, 240, 220) +
    rect(0, 1090, 1600, 90, lin(0, 1090, 0, 1180, [0, lite(top, 0.2)], [1, top])) +
    path('M0,1090H1600L1650,1400H-50Z', lin(0, 1090, 0, 1400, [0, top], [1, lite(top, 0.24)])) +
    rect(0, 1396, 1600, 204, dark(top, 0.45)) +
    ell(270, 1300, 150, 56, '#b5401f', 'opacity="0"') +
    stand(planted(thing), 800, 1350, 860, 780) +
    steam +
    path('M1180,1390Q1330,1240 1560,1290L1600,1396H1200Z', '#f4f1ea') +
    line('M1230,1380Q1360,1270 1570,1320M1260,1392Q1400,1300 1590,1350', '#b5401f', 8, 'opacity=".7"')
  );
};

/** A laid table. */
export const table: Room = ({ thing, random }) => {
  const cloth = random.pick(['#e9e3d6', '#dfe6dc', '#dde5e8', '#efe0d8']);
  return (
    wall(random.pick(calm)) +
    windowAt(980, 90, 470, 560) +
    path('M-60,820H1660V1600H-60Z', lin(0, 820, 0, 1600, [0, dark(cloth, 0.06)], [1, lite(cloth, 0.35)])) +
    times(14, (i) =>
      line(`M${800 + (i - 7) * 170},820L${800 + (i - 7) * 320},1600`, dark(cloth, 0.1), 5, 'opacity=".45"'),
    ) +
    times(5, (i) => line(`M-20,${900 + i * 150 + i * i * 6}H1620`, dark(cloth, 0.1), 5, 'opacity=".45"')) +
    stand(extra('plantPot', { accent: '#8fae94' }), 250, 960, 330, 560) +
    stand(thing, 860, 1450, 900, 860) +
    ell(1330, 1420, 190, 70, '#3a2c14', 'opacity=".1"') +
    ell(1330, 1400, 190, 74, '#f4f1ea') +
    times(7, (i) =>
      ell(
        1240 + (i % 4) * 60,
        1370 + Math.floor(i / 4) * 34,
        42,
        30,
        rad(1230 + (i % 4) * 60, 1360, 60, [0, '#f0c989'], [1, '#b07a3d']),
      ),
    )
  );
};

const sky = (from = '#bcd8e6', to = '#eef3ea') => rect(0, 0, 1600, 1000, lin(0, 0, 0, 1000, [0, from], [1, to]));
const fence = (y: number) =>
  times(17, (i) =>
    path(
      `M${i * 100 - 30},${y}V${y - 250}L${i * 100 + 8},${y - 290}L${i * 100 + 46},${y - 250}V${y}Z`,
      lin(i * 100 - 30, 0, i * 100 + 46, 0, [0, '#efe9dc'], [1, '#cfc6b4']),
    ),
  ) +
  rect(-10, y - 200, 1620, 30, '#ddd5c4') +
  rect(-10, y - 90, 1620, 30, '#ddd5c4');

/** A kitchen garden in summer. */
export const garden: Room = ({ thing, random }) =>
  sky() +
  ell(1330, 200, 330, 330, rad(1330, 200, 330, [0, '#fff3c4', 0.9], [1, '#fff3c4', 0])) +
  times(9, (i) =>
    ell(
      i * 210 - 40,
      690 + (i % 3) * 30,
      190,
      170 + (i % 2) * 60,
      mix('#6f9a5f', '#3f6f4a', random.next()),
      'opacity=".9"',
    ),
  ) +
  fence(900) +
  rect(0, 880, 1600, 720, lin(0, 880, 0, 1600, [0, '#86a85f'], [1, '#5f8a48'])) +
  path('M-20,1120L1640,960V1180L-20,1400Z', lin(0, 960, 0, 1400, [0, '#5f4630'], [1, '#7a5a3c'])) +
  times(9, (i) => {
    const [x, y] = [90 + i * 180, 1230 - i * 17];
    return (
      times(6, (k) =>
        path(
          `M${x},${y}q${(k - 2.5) * 36},-40 ${(k - 2.5) * 50},-110q${-(k - 2.5) * 10},60 ${-(k - 2.5) * 50},110Z`,
          k % 2 ? '#4f9150' : '#3f7d4c',
        ),
      ) + (i % 2 ? ell(x + 10, y - 60, 20, 20, '#d0452f') : '')
    );
  }) +
  times(90, () =>
    line(
      `M${random.int(0, 1600)},${random.int(1420, 1595)}q-6,-20 ${random.int(-12, 12)},-42`,
      random.pick(['#4f7a3c', '#79a556']),
      6,
      'opacity=".8"',
    ),
  ) +
  stand(thing, 880, 1540, 900, 980);

/** A terrace with a barbecue in a summer evening. */
export const terrace: Room = ({ thing, random }) =>
  sky('#e8b98a', '#f4e6cf') +
  times(10, (i) =>
    path(
      `M${i * 190 - 60},960L${i * 190 + 30},${430 + (i % 3) * 80}L${i * 190 + 130},960Z`,
      mix('#3f6f5a', '#6f8f76', random.next()),
    ),
  ) +
  rect(0, 930, 1600, 120, '#7f9a62') +
  boards(1040, '#a8784a') +
  stand(extra('plantPot', { accent: '#c06f45' }), 210, 1330, 330, 520) +
  stand(thing, 880, 1530, 940, 960);

/** A yard with snow, a path being cleared. */
export const snowYard: Room = ({ thing, random }) =>
  sky('#a9c2d4', '#e7eef2') +
  path('M180,760L620,470L1060,760Z', '#f7fafb') +
  path('M170,770L620,480L1070,770V800L620,510L170,800Z', '#c6d3da') +
  rect(250, 770, 740, 320, '#b5785a') +
  times(8, (i) => line(`M250,${800 + i * 38}H990`, '#9a6248', 4)) +
  windowAt(330, 850, 160, 160, '#ffd98a') +
  windowAt(740, 850, 160, 160, '#ffd98a') +
  rect(560, 850, 120, 240, '#5f4630', 4) +
  [1180, 1370, 1530]
    .map(
      (x, i) =>
        path(`M${x},${420 + i * 60}L${x - 150},1080H${x + 150}Z`, '#4f7f70') +
        path(
          `M${x},${420 + i * 60}L${x - 60},690Q${x},640 ${x + 60},690ZM${x - 80},800Q${x},740 ${x + 90},800L${x + 60},740H${x - 50}Z`,
          '#f4f8f8',
        ),
    )
    .join('') +
  path('M-20,1060Q500,1000 900,1050T1620,1040V1620H-20Z', lin(0, 1040, 0, 1600, [0, '#f4f8fa'], [1, '#d3e0e8'])) +
  path('M560,1090H690L1010,1620H330Z', '#b9c4ca') +
  path('M540,1090Q360,1320 250,1620H340L570,1090ZM690,1090L1010,1620H1100Q900,1300 710,1090Z', '#ffffff') +
  stand(thing, 1010, 1560, 780, 1020) +
  times(90, () =>
    ell(random.int(0, 1600), random.int(0, 1500), random.int(3, 8), random.int(3, 8), '#ffffff', 'opacity=".85"'),
  );

/** Trees up to so many centimetres stand on the chest. */
const tableTop = 70;

/** A living room on the eve of the New Year. */
export const festive: Room = ({ thing, random }) => {
  const c = random.pick(['#c9d6d0', '#d8cdb8', '#cfd8de', '#dccfc6']);
  const cm = Number(thing.params.count) || 180;
  const isTree = thing.drawing === 'tree' && cm > tableTop;
  const small = /bauble|snowflake/.test(thing.drawing);
  const hung = small || /garland|curtain|wreath/.test(thing.drawing);
  const lightsRow = times(16, (i) => {
    const x = 60 + i * 100;
    const y = 110 + 40 * Math.sin(i * 0.9);
    const hue = ['#ffd56b', '#e2483d', '#f2b632', '#3f9d5b'][i % 4] ?? '#ffd56b';
    return ell(x, y + 26, 44, 44, rad(x, y + 26, 44, [0, hue, 0.7], [1, hue, 0])) + ell(x, y + 22, 12, 17, hue);
  });
  return (
    wall(dark(c, 0.16)) +
    windowAt(1010, 210, 430, 560, '#24405a') +
    times(40, () => ell(random.int(1020, 1430), random.int(220, 740), 5, 5, '#ffffff', 'opacity=".8"')) +
    line('M0,110Q400,190 800,110T1600,110', '#1e4435', 8) +
    lightsRow +
    base(1130) +
    boards(1130, random.pick(woods)) +
    ell(700, 1440, 760, 150, '#b5525a', 'opacity=".85"') +
    ell(700, 1440, 700, 130, 'none', 'stroke="#f3e3b4" stroke-width="8"') +
    (isTree
      ? stand(thing, 560, 1440, 1000, Math.min(1, cm / 240) * 1280)
      : hung
        ? hang(thing, 560, small ? 600 : 560, small ? 640 : 900, small ? 600 : 820)
        : stand(extra('tree', { accent: '#2f7350', layout: 0 }), 330, 1390, 620, 1050)) +
    (isTree || hung
      ? stand(extra('giftSet', { accent: '#a3283a' }), 1150, 1500, 420, 320) +
        (hung ? stand(extra('giftSet', { accent: '#2d5f86' }), 400, 1500, 360, 280) : '')
      : rect(760, 1230, 760, 50, lin(0, 1230, 0, 1280, [0, '#d8b98a'], [1, '#8a6238'])) +
        rect(800, 1280, 40, 260, '#8a6238') +
        rect(1440, 1280, 40, 260, '#8a6238') +
        stand(thing, 1140, 1240, 560, thing.drawing === 'tree' ? 330 + cm * 4.5 : 620))
  );
};

/** A doorway in a room; small fittings are shown on the leaf. */
export const doorway: Room = ({ thing, random, colour }) => {
  const c = random.pick(calm);
  const isDoor = /oor/.test(thing.drawing);
  const leaf = isDoor ? '#e9e6df' : random.pick(['#c99a5f', '#eeebe3', '#7d5330', '#b3aca0']);
  if (isDoor)
    return (
      wall(c) +
      base(1330) +
      boards(1330, random.pick(woods)) +
      rect(1130, 250, 330, 420, '#fbfaf7', 6, 'stroke="#8a6a3d" stroke-width="14"') +
      path('M1146,650Q1260,440 1330,540T1444,470V656H1146Z', mix(c, '#5f7f95', 0.5)) +
      stand(extra('plantPot', { accent: '#8fae94' }), 1300, 1490, 330, 620) +
      stand(thing, 590, 1440, 900, 1360) +
      path('M250,1470H1010L1090,1570H180Z', mix(colour, '#8a7a60', 0.6), 'opacity=".6"')
    );
  return (
    wall(c) +
    rect(180, -20, 1240, 1640, dark(leaf, 0.22)) +
    rect(250, -20, 1100, 1640, lin(250, 0, 1350, 0, [0, lite(leaf, 0.2)], [0.5, leaf], [1, dark(leaf, 0.12)])) +
    rect(430, 120, 740, 430, dark(leaf, 0.05), 10, `stroke="${dark(leaf, 0.24)}" stroke-width="8"`) +
    rect(430, 1130, 740, 560, dark(leaf, 0.05), 10, `stroke="${dark(leaf, 0.24)}" stroke-width="8"`) +
    times(12, (i) => line(`M${280 + i * 92},0q14,700 -8,1600`, dark(leaf, 0.2), 3, 'opacity=".3"')) +
    hang(thing, 800, 820, 620, 560)
  );
};

/** Shelves of a pantry or under a sink. */
export const pantry: Room = ({ thing, random }) => {
  const c = random.pick(calm);
  const plank = (y: number) =>
    rect(0, y, 1600, 46, lin(0, y, 0, y + 46, [0, '#d8b98a'], [1, '#a8784a'])) +
    rect(0, y + 46, 1600, 40, lin(0, y + 46, 0, y + 86, [0, '#1d1710', 0.25], [1, '#1d1710', 0]));
  return (
    wall(c) +
    plank(430) +
    plank(1300) +
    stand(extra('jar', { accent: '#b5401f' }), 220, 436, 330, 300) +
    stand(extra('crate', { accent: '#d8c3a0', layout: 1 }), 700, 436, 440, 310) +
    stand(extra('bottle', { accent: '#7fb04a', brand: 'ПЕНКА', title: 'Гель' }), 1100, 436, 190, 330) +
    stand(extra('trashRoll', { accent: '#2b5d8f', brand: 'КЛАДОВКА', title: 'Мешки' }), 1390, 436, 300, 280) +
    stand(thing, 760, 1310, 900, 760) +
    stand(extra('cloth', { accent: '#d9752b', brand: 'ЧИСТО', title: 'Салфетки', layout: 3 }), 1380, 1310, 360, 300) +
    rect(0, 1380, 1600, 220, dark(c, 0.14))
  );
};

/** A clean floor with what cleans it. */
export const cleanFloor: Room = ({ thing, random }) => {
  const c = random.pick(calm);
  return (
    wall(c) +
    windowAt(200, 170, 420, 560) +
    rect(1050, 330, 400, 660, lin(1050, 0, 1450, 0, [0, '#fbfaf7'], [1, '#ddd6c8']), 10) +
    rect(1070, 350, 360, 620, 'none', 6, 'stroke="#c9c1b2" stroke-width="6"') +
    base(1010) +
    boards(1010, random.pick(woods)) +
    poly(
      [
        [260, 1060],
        [640, 1060],
        [980, 1600],
        [320, 1600],
      ],
      '#ffffff',
      'opacity=".24"',
    ) +
    stand(thing, 900, 1520, 860, 1220) +
    times(6, (i) => line(`M${330 + i * 70},${1330 + (i % 3) * 60}h26m-13,-13v26`, '#ffffff', 6, 'opacity=".8"'))
  );
};

/** Heating and hot water: under a window or on a wall. */
export const heating: Room = ({ thing, random }) => {
  const c = random.pick(calm);
  const [left, top, right, bottom] = extentOf(thing);
  const tall = bottom - top > (right - left) * 1.1;
  return (
    wall(c) +
    (tall ? '' : windowAt(400, 110, 800, 560)) +
    base(1330) +
    boards(1330, random.pick(woods)) +
    (tall
      ? times(30, (i) =>
          rect((i % 6) * 280 - 20, Math.floor(i / 6) * 270 - 10, 270, 260, mix('#e3e9ea', '#ffffff', random.next()), 6),
        )
      : path(
          'M330,90Q360,420 250,760H110V90ZM1270,90Q1240,420 1350,760H1490V90Z',
          mix(c, '#a8785a', 0.35),
          'opacity=".9"',
        )) +
    (thing.drawing === 'radiator' ? rod(1290, 1330) : '') +
    hang(thing, 800, tall ? 650 : 1010, 980, tall ? 1040 : 560)
  );
};
const rod = (x: number, y: number) =>
  rect(x, 900, 34, y - 900, lin(x, 0, x + 34, 0, [0, '#ffffff'], [1, '#c9c3b6']), 10) +
  rect(x + 70, 1150, 34, y - 1150, lin(x + 70, 0, x + 104, 0, [0, '#ffffff'], [1, '#c9c3b6']), 10);

/** Pipes along the wall of a boiler corner. */
export const pipework: Room = ({ thing, random }) => {
  const c = random.pick(calm);
  const pipe = (x: number, hue: string) =>
    rect(x, -20, 56, 1240, lin(x, 0, x + 56, 0, [0, '#ffffff'], [0.5, '#ece9e2'], [1, '#b9b3a6'])) +
    rect(x + 10, -20, 8, 1240, hue) +
    [240, 760].map((y) => rect(x - 10, y, 76, 40, '#8b9094', 8)).join('');
  return (
    wall(c) +
    pipe(210, '#2b5d8f') +
    pipe(380, '#b5401f') +
    rect(900, 120, 460, 540, '#f4f2ec', 40, 'stroke="#cfc8b9" stroke-width="6"') +
    ell(1130, 540, 46, 46, '#d9752b') +
    rect(1010, 660, 40, 200, '#cfc8b9') +
    rect(1200, 660, 40, 200, '#cfc8b9') +
    base(1200) +
    rect(0, 1200, 1600, 400, lin(0, 1200, 0, 1600, [0, '#a9a499'], [1, '#c9c3b6'])) +
    stand(thing, 920, 1530, 980, 640)
  );
};

/** Hands at work outdoors or in: for gloves, helmets, barrows. */
export const yard: Room = ({ thing, random }) =>
  sky('#c3d7e2', '#efeee6') +
  rect(120, 380, 700, 600, '#c99a5f') +
  times(8, (i) => line(`M120,${420 + i * 74}H820`, '#a8784a', 8)) +
  path('M60,400L470,160L880,400Z', '#6b4a3a') +
  rect(360, 600, 220, 380, '#8a6238') +
  rect(0, 960, 1600, 640, lin(0, 960, 0, 1600, [0, '#a9a08c'], [1, '#c9c1ae'])) +
  times(120, () =>
    ell(
      random.int(0, 1600),
      random.int(980, 1590),
      random.int(3, 12),
      random.int(2, 7),
      random.pick(['#8a8272', '#ddd5c2']),
      'opacity=".6"',
    ),
  ) +
  stand(extra('board', { body: '#dfb173' }), 1260, 1120, 620, 360) +
  stand(thing, 760, 1540, 920, 760) +
  line(`M${r1(0)},960H1600`, '#8a8272', 6, 'opacity=".4"');

/** A floor that is being poured, levelled or varnished: ready on the left. */
export const floorWork: Room = ({ thing, surface, random, colour }) => {
  const c = random.pick(calm);
  const raw = mix(colour, '#7f7a70', 0.55);
  return (
    wall(c) +
    windowAt(900, 140, 440, 560) +
    base(960) +
    rect(0, 955, 1600, 645, lin(0, 955, 0, 1600, [0, dark(raw, 0.2)], [1, raw])) +
    clip(
      'M-10,955H760Q820,1120 700,1280T620,1610H-10Z',
      plane([-420, 955], [1.2, 0], [-0.28, 0.66], `<g transform="matrix(.8 0 0 .8 0 0)">${surface}</g>`),
    ) +
    line('M760,955Q820,1120 700,1280T620,1610', '#ffffff', 12, 'opacity=".5"') +
    rect(0, 955, 1600, 130, lin(0, 955, 0, 1085, [0, '#1d1710', 0.25], [1, '#1d1710', 0])) +
    stand(thing, 1130, 1530, 640, 760)
  );
};
