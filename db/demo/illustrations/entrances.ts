// Doors of the shops and pickup points of the demonstration, each as the words about its way in say it.
import { ensure } from '#shared/ensure.ts';
import { type Random, randomOf } from '../random.ts';
import { dark, lite } from './colour.ts';
import {
  brickwork,
  bush,
  canopy,
  car,
  cladding,
  door,
  flatWindow,
  floor,
  frame,
  housePlate,
  lawn,
  panels,
  parkingPlaces,
  pavement,
  plaster,
  plinth,
  pointer,
  ramp,
  shopWindow,
  sign,
  sky,
  steps,
  tree,
  trolley,
  walls,
  yard,
} from './facade-parts.ts';
import { text } from './lettering.ts';
import { clip, ell, lin, line, path, picture, plane, poly, rect, times } from './svg.ts';

export type Entrance = {
  way: keyof typeof facades;
  /** The how manieth of those with this way in: no two look alike. */
  turn: number;
  street: string;
  house: string;
};

type Facade = (given: Entrance & { random: Random; wall: string }) => string;

/** Walls of the first, the second … with one way in. */
const colours = ['#d9cdb6', '#b9795a', '#c3ccd0', '#d8b98a', '#a9b79c', '#c9a58e'];
const isDark = (turn: number): boolean => turn % colours.length === 1;
const cars = ['#8f2f2b', '#2b5d8f', '#e9e6de', '#5b6064', '#3d6b4f'];

/** The main door in the long side, under a green canopy, with a ramp and trolleys; places for cars before it. */
const awning: Facade = ({ turn, street, house, random, wall }) => {
  const cover = ensure(walls[turn % walls.length]);
  return (
    sky(random) +
    tree(70, floor, 420, random) +
    cover(120, 130, 1320, floor - 130, wall) +
    rect(104, 104, 1336, 34, dark(wall, 0.35)) +
    plinth(120, 1320) +
    shopWindow(1010, 330, 360, 250, random) +
    shopWindow(180, 330, 240, 250, random) +
    rect(560, floor - 40, 380, 44, lin(0, floor - 40, 0, floor, [0, '#d3cdc1'], [1, '#a39d92'])) +
    door(650, floor - 40, 200, 240) +
    canopy(560, 296, 380, '#2f8a5f', 62) +
    sign(750, 160, 112, { words: 'магазин', isLight: isDark(turn) || turn % 2 === 1 }) +
    pavement() +
    ramp(260 + turn * 14, 580, 40) +
    times(4, (i) => trolley(960 + i * 30, floor + 16, 1.05)) +
    housePlate(1190, 200, street, house) +
    parkingPlaces(-60, 8) +
    car(1020 - turn * 40, 796, ensure(cars[turn % cars.length]), 0.86)
  );
};

/** The gable of a shed: sliding doors, the gates of the store beside them. */
const gableGates: Facade = ({ turn, street, house, random, wall }) => {
  const doorAt = 250 + turn * 26;
  const gate = 800 + (turn % 2) * 60;
  const c = ensure(['#e0e3e4', '#5b7f95', '#d9a53a', '#7d8a72'][turn % 4]);
  const ink = isDark(turn) ? '#ffffff' : '#33322f';
  const shape = `M60,${floor}V200L720,30L1380,200V${floor}Z`;
  const arrow = (x: number, way: 1 | -1) =>
    `M${x},${floor - 150}h${way * 56}m${-way * 18},-14l${way * 18},14l${-way * 18},14`;
  return (
    sky(random) +
    tree(turn % 2 === 0 ? 40 : 1400, floor, 400, random) +
    clip(shape, cladding(60, 20, 1320, floor - 20, wall)) +
    line('M44,206L720,32L1396,206', dark(wall, 0.4), 26) +
    plinth(60, 1320, 36) +
    rect(gate - 16, 296, 412, floor - 296, '#4b5254') +
    rect(gate, 312, 380, floor - 312, lin(0, 312, 0, floor, [0, lite(c, 0.2)], [1, dark(c, 0.12)])) +
    times(5, (i) => line(`M${gate},${372 + i * 60}h380`, dark(c, 0.3), 4, 'opacity=".7"')) +
    times(3, (i) => rect(gate + 40 + i * 110, 386, 70, 34, '#8fabb6', 4)) +
    text('Ворота', gate + 190, 284, 38, ink, { anchor: 'middle' }) +
    rect(gate - 6, floor - 60, 30, 60, '#d9a53a') +
    rect(gate + 356, floor - 60, 30, 60, '#d9a53a') +
    door(doorAt, floor, 300, 250) +
    text('Вход', doorAt + 150, floor - 284, 46, ink, { anchor: 'middle' }) +
    line(arrow(doorAt + 96, -1) + arrow(doorAt + 204, 1), '#ffffff', 7) +
    sign(720, 126, 110, { words: 'магазин', isLight: isDark(turn) || turn % 2 === 1 }) +
    housePlate(90, 244, street, house) +
    pavement() +
    line(`M${gate + 20},${floor + 6}L${gate - 40},800M${gate + 360},${floor + 6}L${gate + 420},800`, '#f0b429', 8)
  );
};

/** A porch with a ramp in a yard; the barrier before it has a post with a button. */
const yardBarrier: Facade = ({ turn, street, house, random, wall }) => {
  const cover = ensure([brickwork, plaster, cladding, panels][turn % 4]);
  const post = 150 + turn * 24;
  const stripe = (i: number) =>
    poly(
      [
        [post + 90 + i * 96, 574],
        [post + 138 + i * 96, 574],
        [post + 128 + i * 96, 600],
        [post + 80 + i * 96, 600],
      ],
      '#c0392b',
    );
  return (
    sky(random) +
    cover(0, 90, frame.width, floor - 90, wall) +
    rect(0, 70, frame.width, 30, dark(wall, 0.38)) +
    plinth(0, frame.width) +
    flatWindow(120, 210, 150, 190) +
    flatWindow(380, 210, 150, 190) +
    shopWindow(1160, 330, 220, 230, random) +
    rect(760, floor - 62, 340, 66, lin(0, floor - 62, 0, floor, [0, '#d3cdc1'], [1, '#a39d92'])) +
    door(860, floor - 62, 190, 240) +
    canopy(800, 268, 310, ensure(['#4d5a57', '#8a4a34', '#2b5d8f', '#5d7f4d'][turn % 4]), 50) +
    sign(955, 130, 108, { words: 'магазин', isLight: isDark(turn) || turn % 2 === 0 }) +
    housePlate(560, 330, street, house) +
    yard() +
    ramp(1420 - turn * 12, 1090, 62) +
    rect(post - 40, 520, 84, 190, lin(post - 40, 0, post + 44, 0, [0, '#f0b429'], [1, '#c98f1c']), 10) +
    rect(post - 40, 560, 84, 26, '#33322f') +
    rect(post + 40, 574, 600, 26, '#f6f3ec', 4, 'stroke="#8d9396" stroke-width="2"') +
    times(6, stripe) +
    rect(post + 622, 600, 16, 112, '#8d9396') +
    rect(post + 160, 610, 70, 110, '#4d5a57', 8) +
    ell(post + 195, 648, 20, 20, '#3fae6a', 'stroke="#ffffff" stroke-width="5"') +
    text('Вход', post + 195, 704, 24, '#ffffff', { anchor: 'middle' })
  );
};

/** A door of its own in the ground floor of a block of flats. */
const groundFloor: Facade = ({ turn, street, house, random, wall }) => {
  const cover = ensure([brickwork, panels, plaster][turn % 3]);
  const first = ensure(['#7f8f86', '#8f8474', '#6f7f8c', '#94805f'][turn % 4]);
  const doorAt = turn % 2 === 0 ? 600 : 820;
  return (
    cover(0, 0, frame.width, 300, wall) +
    times(5, (i) => flatWindow(90 + i * 290, 60, 130, 150)) +
    rect(0, 270, frame.width, 22, lite(wall, 0.3)) +
    plaster(0, 290, frame.width, floor - 290, first) +
    plinth(0, frame.width) +
    shopWindow(doorAt - 460, 400, 380, 190, random) +
    shopWindow(doorAt + 260, 400, 300, 190, random) +
    door(doorAt, floor, 150, 264) +
    canopy(doorAt - 50, 322, 250, '#3d4846', 34) +
    sign(turn % 2 === 0 ? 1075 : 480, 294, 98, { words: 'пункт выдачи', isLight: turn % 2 === 1 }) +
    housePlate(turn % 2 === 0 ? 40 : 1200, 308, street, house) +
    pavement() +
    lawn(0, 130) +
    bush(70, floor + 24, 0.9) +
    tree(turn % 2 === 0 ? 1440 : 30, floor + 20, turn % 2 === 0 ? 330 : 440, random)
  );
};

const balcony = (x: number, y: number, wall: string): string =>
  rect(x, y, 110, 96, dark(wall, 0.2)) +
  line(`M${x + 5},${y + 4}h100M${x + 22},${y}v90M${x + 55},${y}v90M${x + 88},${y}v90`, lite(wall, 0.4), 6) +
  rect(x - 4, y + 90, 118, 14, '#8d877c');

/** The blind end of a block, two steps up to a door with a bell. */
const gableSteps: Facade = ({ turn, street, house, random, wall }) => {
  const cover = ensure([panels, brickwork, plaster, panels][turn % 4]);
  const x = turn % 2 === 0 ? 560 : 700;
  const [from, wide] = turn % 2 === 0 ? [170, 1050] : [230, 1010];
  const balconies = turn % 2 === 0 ? from - 110 : from + wide;
  return (
    sky(random) +
    tree(turn % 2 === 0 ? 1350 : 90, floor, 460, random) +
    cover(from, 0, wide, floor, wall) +
    times(3, (i) => balcony(balconies, 40 + i * 200, wall)) +
    plinth(from, wide, 60) +
    door(x, floor - 48, 170, 290) +
    canopy(x - 46, 236, 262, ensure(['#3d6b4f', '#6b4a3a', '#4d5a57', '#2b5d8f'][turn % 4]), 46) +
    steps(x - 16, 206, 2) +
    line(`M${x + 262},${floor}V${floor - 120}L${x + 224},${floor - 150}V${floor - 48}`, '#8d9396', 9) +
    rect(x + 196, floor - 210, 30, 48, '#33322f', 6) +
    ell(x + 211, floor - 186, 9, 9, '#f0b429') +
    sign(x + 85, 110, 100, { words: 'пункт выдачи', isLight: isDark(turn) }) +
    housePlate(turn % 2 === 0 ? from + wide - 230 : from + 30, 300, street, house) +
    pavement() +
    bush(from + (turn % 2 === 0 ? 130 : wide - 150), floor + 4, 1.1) +
    bush(from + (turn % 2 === 0 ? 250 : wide - 280), floor + 6, 0.8, '#7c9a52')
  );
};

/** A pavilion beside a bus stop, its door to the pavement. */
const pavilion: Facade = ({ turn, street, house, random, wall }) => {
  const stop = turn % 2 === 0 ? 960 : 40;
  const from = turn % 2 === 0 ? 170 : 560;
  const doorAt = from + (turn % 3 === 1 ? 80 : 420);
  const windowAt = from + (turn % 3 === 1 ? 330 : 60);
  return (
    sky(random) +
    tree(turn % 2 === 0 ? 90 : 1370, floor, 500, random) +
    tree(turn % 2 === 0 ? 880 : 520, floor, 380, random) +
    cladding(from, 250, 690, floor - 250, wall) +
    rect(from - 24, 208, 738, 50, dark(wall, 0.42), 6) +
    shopWindow(windowAt, 432, 300, 156, random) +
    plinth(from, 690, 24) +
    door(doorAt, floor, 160, 262) +
    sign(from + 345, 214, 94, { words: 'пункт выдачи', isLight: isDark(turn) || turn % 2 === 1 }) +
    housePlate(windowAt + 50, 320, street, house) +
    // The stop: a roof on posts, glass behind a bench.
    rect(stop + 20, 320, 400, 300, '#b9d0d8', 0, 'opacity=".45"') +
    line(`M${stop + 20},${floor}V300M${stop + 220},${floor}V300M${stop + 420},${floor}V300`, '#5b6064', 12) +
    rect(stop - 10, 282, 460, 28, '#2b5d8f', 6) +
    rect(stop + 60, 540, 320, 20, '#b58a58', 6) +
    line(`M${stop + 100},560V${floor}M${stop + 340},560V${floor}`, '#5b6064', 10) +
    rect(stop + 40, 334, 92, 92, '#f0b429', 10, 'stroke="#ffffff" stroke-width="5"') +
    text('А', stop + 86, 406, 72, '#1f2a30', { anchor: 'middle' }) +
    pavement()
  );
};

/** Stairs down to a basement, a lift for the trolley beside them. */
const basement: Facade = ({ turn, street, house, wall }) => {
  const cover = ensure([brickwork, plaster, panels][turn % 3]);
  const x = turn % 2 === 0 ? 520 : 660;
  const lift = turn % 2 === 0 ? x + 430 : x - 300;
  const bottom = floor + 62;
  const step = (i: number) => {
    const k = i / 5;
    const [left, right] = [x - 56 * k, x + 300 + 56 * k];
    const y = bottom + (88 * i) / 5 - 18;
    return rect(left, y, right - left, 22, lin(0, y, 0, y + 22, [0, lite('#8d877c', k * 0.5)], [1, '#6b665d']));
  };
  return (
    cover(0, 0, frame.width, floor, wall) +
    times(4, (i) => (Math.abs(70 + i * 380 - x - 80) < 330 ? '' : flatWindow(70 + i * 380, 90, 150, 180))) +
    plinth(0, frame.width, 150) +
    times(3, (i) => {
      const at = 60 + i * 560;
      return Math.abs(at - x - 60) < 260 || Math.abs(at - lift) < 200
        ? ''
        : rect(at, floor - 112, 170, 66, '#33423f', 4) + rect(at + 10, floor - 102, 150, 46, '#8fabb6');
    }) +
    yard() +
    // The pit before the wall.
    poly(
      [
        [x, floor - 6],
        [x + 300, floor - 6],
        [x + 356, 790],
        [x - 56, 790],
      ],
      '#4a463f',
    ) +
    rect(x, floor - 10, 300, bottom - floor + 10, '#6b665d') +
    door(x + 70, bottom, 160, 268) +
    times(6, step) +
    line(
      `M${x - 66},790V690L${x - 8},${floor - 90}V${floor}M${x + 366},790V690L${x + 308},${floor - 90}V${floor}`,
      '#c3c8cb',
      11,
    ) +
    canopy(x - 24, 344, 348, ensure(['#4d5a57', '#8a4a34', '#3d6b4f', '#2b5d8f'][turn % 4]), 52) +
    sign(x + 150, 216, 104, { words: 'пункт выдачи', isLight: isDark(turn) || turn % 2 === 1 }) +
    pointer(turn % 2 === 0 ? 150 : 1290, 420, 'Вход', turn % 2 === 0 ? 1 : -1) +
    housePlate(turn % 2 === 0 ? 1190 : 60, 300, street, house) +
    // The lift: a platform with a frame, a trolley on it.
    rect(lift - 16, floor - 180, 14, 250, '#d9a53a') +
    rect(lift + 176, floor - 180, 14, 250, '#d9a53a') +
    rect(lift - 16, floor + 52, 206, 18, '#5b6064', 4) +
    line(`M${lift},${floor - 60}H${lift + 174}M${lift},${floor - 110}H${lift + 174}`, '#d9a53a', 8) +
    trolley(lift + 18, floor + 52, 1.1) +
    rect(lift + 190, floor - 80, 34, 62, '#33322f', 6) +
    ell(lift + 207, floor - 50, 10, 10, '#3fae6a')
  );
};

const neighbours = ['Цветы', 'Хлеб', 'Ателье', 'Аптека', 'Обувь', 'Книги', 'Ключи', 'Фрукты'];
const boards = ['#8a4a6b', '#b5652b', '#4d6b94', '#3f7a55', '#7a5a3f'];

/** A row of shops; ours is the first door from the left, level with the pavement. */
const row: Facade = ({ turn, street, house, random, wall }) => {
  const cover = ensure([plaster, brickwork, cladding][turn % 3]);
  const bay = 440;
  return (
    sky(random) +
    cover(40, 120, frame.width, floor - 120, wall) +
    rect(20, 88, frame.width, 40, dark(wall, 0.4), 4) +
    plinth(40, frame.width, 22) +
    times(3, (i) => {
      const x = 60 + i * bay;
      const name = ensure(neighbours[(turn * 2 + i) % neighbours.length]);
      const board = ensure(boards[(turn + i) % boards.length]);
      return (
        rect(x + bay - 24, 128, 16, floor - 128, dark(wall, 0.2)) +
        door(x + 30, floor, 140, 270) +
        shopWindow(x + 214, 370, 170, 230, random) +
        (i === 0
          ? ''
          : rect(x + 20, 224, 380, 86, board, 8) + text(name, x + 210, 284, 52, '#ffffff', { anchor: 'middle' }))
      );
    }) +
    sign(270, 202, 108, { words: 'выдача', isLight: isDark(turn) || turn % 2 === 0 }) +
    housePlate(1120, 132, street, house) +
    pavement() +
    tree(1420, floor + 30, 480, random)
  );
};

/** A door across the corner of a block, the counter right behind it. */
const corner: Facade = ({ turn, street, house, random, wall }) => {
  const cover = ensure([plaster, brickwork, panels, brickwork][turn % 4]);
  const side = (isLeft: boolean) =>
    plane(
      [isLeft ? 0 : 930, isLeft ? -64 : 0],
      [1, isLeft ? 0.125 : -0.125],
      [0, 1],
      cover(0, -80, 510, floor + 80, isLeft ? lite(wall, 0.08) : dark(wall, 0.12)) +
        flatWindow(isLeft ? 90 : 300, 70, 130, 150) +
        flatWindow(isLeft ? 310 : 80, 70, 130, 150) +
        shopWindow(isLeft ? 80 : 70, 370, 350, 190, random) +
        rect(0, floor - 44, 510, 44, '#8a847a'),
    );
  return (
    sky(random) +
    pavement() +
    poly(
      [
        [0, floor - 64],
        [510, floor],
        [930, floor],
        [1440, floor - 64],
        [1440, floor + 20],
        [0, floor + 20],
      ],
      '#b0a99d',
    ) +
    side(true) +
    side(false) +
    cover(510, 0, 420, floor, lite(wall, 0.16)) +
    flatWindow(645, 40, 150, 140) +
    rect(510, floor - 30, 420, 30, '#8a847a') +
    // Behind the glass: the counter, parcels on the shelves.
    rect(598, floor - 300, 244, 300, '#33423f', 4) +
    rect(612, floor - 286, 216, 286, lin(0, floor - 286, 0, floor, [0, '#f3e6c4'], [1, '#d9c79c'])) +
    times(2, (shelf) =>
      times(5, (i) => rect(618 + i * 42, floor - 262 + shelf * 62, 34, 44, i % 2 ? '#c19a63' : '#a87f4c', 3)),
    ) +
    rect(612, floor - 110, 216, 22, '#e9e3d6') +
    rect(612, floor - 90, 216, 90, '#0f5a47') +
    text('Выдача', 720, floor - 36, 42, '#ffffff', { anchor: 'middle', max: 190 }) +
    rect(806, floor - 180, 10, 64, '#d7dadb', 4) +
    path(`M612,${floor}L660,${floor - 286}H712L664,${floor}Z`, '#ffffff', 'opacity=".18"') +
    sign(720, 214, 96, { words: turn % 2 === 0 ? '' : 'выдача', isLight: isDark(turn) }) +
    housePlate(turn % 2 === 0 ? 190 : 1050, 212, street, house) +
    bush(turn % 2 === 0 ? 1330 : 110, floor + 20, 1.2)
  );
};

const facades = { awning, gableGates, yardBarrier, groundFloor, gableSteps, pavilion, basement, row, corner };

/** The door with its sign and the number of the house, 1440 × 800. */
export function entrance(given: Entrance): string {
  const { way, turn, street, house } = given;
  const wall = ensure(colours[turn % colours.length]);
  const random = randomOf(`entrance ${way} ${street} ${house}`);
  return picture(frame.width, frame.height, `Вход, ${street}, ${house}`, facades[way]({ ...given, random, wall }));
}
