import { BLACK, dark, lite, STEEL } from '../colour.ts';
import type { Form, Params } from '../form.ts';
import { sticker } from '../label.ts';
import { text } from '../lettering.ts';
import { at, box, disc, rod, shadow, tube } from '../shapes.ts';
import { ell, lin, line, part, path, r1, rect, times } from '../svg.ts';

/** A hole for the mixer, which is bought apart; in a furnished room the mixer stands in it. */
const mixerPlace = (isFurnished: boolean): string =>
  ell(800, 640, 26, 12, '#8c9093') +
  (isFurnished
    ? rod(800, 640, 800, 440, 60, STEEL) +
      path(
        'M770,470Q780,380 900,392L980,420L970,466L890,446Q836,444 830,500Z',
        lin(770, 380, 980, 470, [0, '#ffffff'], [0.5, STEEL], [1, '#6f7478']),
      )
    : ell(800, 640, 18, 8, '#4a4e51'));

/** What the works have glued on: gone once it is mounted. */
const makersMark = (p: Params, y: number): string =>
  p.brand ? `<g transform="translate(664 ${y}) scale(.8)">${sticker(p)}</g>` : '';

/** A basin: hung on a wall, on a pedestal (`layout` 1) or as a bowl that stands on a counter (`layout` 2). */
export const sink: Form = (p) => {
  const c = '#f6f5f1';
  const white = (x1: number, x2: number) =>
    lin(x1, 0, x2, 0, [0, dark(c, 0.14)], [0.3, '#ffffff'], [0.7, c], [1, dark(c, 0.26)]);
  if (p.layout === 2)
    return (
      shadow(820, 1262, 640, 110) +
      part(
        'counter',
        path('M150,1030H1450L1540,1190H60Z', lin(0, 1030, 0, 1190, [0, '#c9a070'], [1, '#dcb98a'])) +
          rect(60, 1190, 1480, 66, lin(0, 1190, 0, 1256, [0, '#b58a58'], [1, '#8a6238'])),
      ) +
      ell(800, 1100, 420, 60, '#3a2c14', 'opacity=".2"') +
      path('M270,720Q300,1000 560,1100H1040Q1300,1000 1330,720Z', white(270, 1330)) +
      ell(800, 720, 530, 180, c) +
      ell(800, 728, 500, 158, lin(0, 560, 0, 890, [0, '#a9a598'], [0.5, '#dedbd0'], [1, '#f6f5f1'])) +
      ell(800, 800, 52, 18, '#8c9093') +
      ell(800, 798, 34, 11, '#4a4e51') +
      makersMark(p, 960)
    );
  const pedestal = p.layout % 2 === 1;
  return (
    shadow(820, pedestal ? 1590 : 1130, pedestal ? 360 : 560, 100) +
    (pedestal
      ? part(
          'pedestal',
          path(
            'M660,980Q700,1400 630,1580Q800,1630 970,1580Q900,1400 940,980Z',
            lin(640, 0, 960, 0, [0, '#cfccc2'], [0.35, '#ffffff'], [1, '#b9b5a9']),
          ),
        )
      : '') +
    path('M240,720Q250,1010 560,1040H1040Q1350,1010 1360,720Z', white(240, 1360)) +
    ell(800, 720, 560, 190, c) +
    ell(800, 728, 560, 186, lin(0, 540, 0, 910, [0, '#e2dfd6'], [1, '#ffffff'])) +
    ell(800, 742, 440, 136, lin(0, 600, 0, 880, [0, '#a9a598'], [0.5, '#dedbd0'], [1, '#f6f5f1'])) +
    ell(800, 790, 52, 18, '#8c9093') +
    ell(800, 788, 34, 11, '#4a4e51') +
    mixerPlace(p.kind === 'со смесителем') +
    makersMark(p, 930)
  );
};

export const toilet: Form = (p) => {
  const w = '#f6f5f1',
    g = (x1: number, x2: number) => lin(x1, 0, x2, 0, [0, '#cfccc2'], [0.3, '#ffffff'], [0.7, w], [1, '#b9b5a9']),
    foot = lin(560, 0, 1180, 0, [0, '#b9b5a9'], [0.28, '#efede6'], [0.62, '#e4e1d8'], [1, '#a8a498']);
  return (
    shadow(840, 1262, 480, 110) +
    (p.layout % 2
      ? rect(760, 420, 480, 860, '#dcd8cd', 20) +
        rect(880, 520, 240, 130, '#b9bec2', 16) +
        ell(950, 585, 42, 42, '#e8ebec') +
        ell(1050, 585, 42, 42, '#e8ebec')
      : path('M840,420H1220Q1250,420 1248,460L1220,830H860L820,460Q816,420 840,420Z', g(820, 1250)) +
        rect(820, 390, 430, 54, '#ffffff', 22) +
        ell(1030, 396, 60, 20, '#c6ccd0') +
        // The foot: under the bowl, wider at the floor.
        path(
          'M600,1040Q650,1150 560,1262Q560,1280 590,1280H1090Q1112,1280 1112,1258Q1120,1140 1190,1000V800H840Z',
          foot,
        )) +
    path('M330,860Q340,1110 640,1130H900Q1080,1080 1100,820Z', g(330, 1100)) +
    ell(720, 850, 400, 140, '#ffffff') +
    ell(720, 856, 400, 136, lin(0, 720, 0, 990, [0, '#dedbd0'], [1, '#ffffff'])) +
    ell(700, 862, 300, 94, lin(0, 770, 0, 960, [0, '#a9a598'], [1, '#e2dfd6'])) +
    ell(700, 900, 120, 34, '#9fc3cf') +
    path('M1000,780Q1080,560 1130,520Q1170,520 1160,600L1110,820Z', g(1000, 1170)) +
    (p.kind.startsWith('с обод')
      ? ell(700, 862, 318, 104, 'none', 'stroke="#cfcabd" stroke-width="34"') +
        ell(700, 856, 318, 104, 'none', 'stroke="#ffffff" stroke-width="22"')
      : '')
  );
};

export const pipe: Form = (p) => {
  const one = (i: number) => {
    const [x1, y1] = at(-620, i * 130, 90 + (i === 1 ? 118 : 0)),
      [x2, y2] = at(560, i * 130, 90 + (i === 1 ? 118 : 0));
    return (
      rod(x1, y1, x2, y2, 120, p.body) +
      line(`M${r1(x1 + 30)},${r1(y1 - 6)}L${r1(x2 - 20)},${r1(y2 - 6)}`, p.accent, 10, 'opacity=".85"') +
      ell(x2, y2, 24, 60, lite(p.body, 0.25)) +
      ell(x2 + 3, y2, 16, 42, p.accent) +
      ell(x2 + 6, y2, 11, 32, '#4a4640')
    );
  };
  return shadow(830, 1240, 680, 130) + one(2) + one(0) + one(1);
};

/** A straight coupling; with a thread it ends in brass. */
const coupling: Form = (p) => {
  const c = p.body;
  const threaded = p.kind.includes('резьб');
  return (
    shadow(830, 1245, 480, 120) +
    (threaded
      ? rod(960, 960, 1290, 960, 250, '#d9a53a') +
        times(7, (i) => line(`M${1030 + i * 36},838V1082`, '#8a6420', 9, 'opacity=".55"')) +
        ell(1290, 960, 44, 125, '#e7c06a') +
        ell(1292, 960, 30, 88, '#4a4640') +
        rod(900, 960, 1000, 960, 330, '#c9ced1')
      : '') +
    rod(380, 960, threaded ? 930 : 1240, 960, 310, c) +
    rod(360, 960, 470, 960, 350, lite(c, 0.06)) +
    (threaded ? '' : rod(1150, 960, 1260, 960, 350, lite(c, 0.06)) + ell(1260, 960, 58, 175, lite(c, 0.3))) +
    ell(362, 960, 58, 175, lite(c, 0.3)) +
    ell(360, 960, 42, 124, '#4a4640')
  );
};

export const fitting: Form = (p) => {
  if (p.kind.startsWith('муфт')) return coupling(p);
  const c = p.body,
    ring = (x: number, y: number, rx: number, ry: number) =>
      ell(x, y, rx, ry, lite(c, 0.3)) + ell(x, y, rx * 0.7, ry * 0.7, '#4a4640');
  const v = (x: number, y: number, h: number) =>
    tube(x, y, 150, 150, h, c) +
    tube(x, y - h + 60, 172, 172, 90, lite(c, 0.06)) +
    disc(x, y - h - 30, 172, lite(c, 0.35)) +
    disc(x, y - h - 28, 110, '#4a4640');
  return (
    shadow(830, 1245, 480, 120) +
    (p.layout === 1
      ? rod(420, 1000, 1200, 1000, 300, c) + ring(420, 1000, 56, 150) + v(800, 1000, 420)
      : p.layout === 2
        ? rod(400, 900, 1210, 900, 250, c) +
          ring(400, 900, 48, 125) +
          tube(800, 800, 70, 70, 160, STEEL) +
          rod(640, 600, 1180, 560, 90, p.accent, { cap: 30 }) +
          ell(800, 600, 84, 60, dark(p.accent, 0.2))
        : v(720, 1110, 560) +
          rod(720, 1060, 1180, 1090, 300, c) +
          ell(1180, 1090, 60, 150, lite(c, 0.3)) +
          ell(1184, 1090, 40, 104, '#4a4640'))
  );
};

export const heater: Form = (p) => {
  return (
    shadow(850, 1262, 620, 120) +
    [-380, 260].map((x) => box({ x, y: -40, w: 60, d: 260, h: 46, c: BLACK })).join('') +
    box({
      x: -480,
      y: 60,
      z: 60,
      w: 900,
      d: 120,
      h: 560,
      c: '#f4f2ec',
      front:
        rect(40, 40, 820, 84, '#dcd8cd', 10) +
        times(17, (i) => rect(56 + i * 47, 52, 30, 60, '#a9a598', 8)) +
        rect(40, 460, 820, 60, '#dcd8cd', 10) +
        times(17, (i) => rect(56 + i * 47, 470, 30, 40, '#a9a598', 8)) +
        text(p.brand, 450, 300, 92, '#c9c5ba', { anchor: 'middle', max: 360 }),
      side: rect(20, 60, 84, 170, BLACK, 12) + ell(62, 120, 30, 34, p.accent) + rect(40, 180, 44, 26, '#e2483d', 6),
    })
  );
};

export const boiler: Form = (p) => {
  if (p.layout % 2)
    return (
      shadow(840, 1262, 460, 110) +
      box({
        x: -320,
        y: 40,
        w: 560,
        d: 260,
        h: 820,
        c: '#f4f2ec',
        front:
          rect(24, 24, 512, 772, '#fbfaf6', 60) +
          text(p.brand, 280, 220, 110, p.accent, { anchor: 'middle', max: 400 }) +
          ell(280, 620, 80, 80, '#e3e0d7') +
          ell(280, 620, 56, 56, p.accent) +
          line('M280,620L310,580', '#ffffff', 10),
      }) +
      rod(...at(-120, 140, 0), ...at(-120, 140, -70), 34, '#2b5d8f') +
      rod(...at(40, 140, 0), ...at(40, 140, -70), 34, '#b5401f')
    );
  return (
    shadow(830, 1265, 420, 100) +
    rod(700, 1180, 700, 1290, 36, '#2b5d8f') +
    rod(900, 1180, 900, 1290, 36, '#b5401f') +
    tube(800, 1180, 300, 300, 740, '#f4f2ec') +
    path('M500,440A300,180 0 0 1 1100,440Z', lin(500, 0, 1100, 0, [0, '#cfccc2'], [0.3, '#ffffff'], [1, '#b9b5a9'])) +
    text(p.brand, 800, 700, 110, p.accent, { anchor: 'middle', max: 420 }) +
    ell(800, 1020, 74, 74, '#dcd8cd') +
    ell(800, 1020, 50, 50, p.accent) +
    line('M800,1020L828,984', '#ffffff', 10)
  );
};
