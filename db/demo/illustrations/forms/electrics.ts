import { BLACK, BRASS, dark, lite, on, STEEL } from '../colour.ts';
import type { Form } from '../form.ts';
import { text } from '../lettering.ts';
import { box, disc, rod, shadow, sheen, tube, tubeD } from '../shapes.ts';
import { ell, lin, line, move, path, plane, rad, rect, times } from '../svg.ts';

export const bulb: Form = (p) => {
  const glass = '#fff4d6';
  // A small base carries a slender lamp.
  const slim = p.size === 'E14' ? 0.66 : 1;
  const drawn =
    shadow(800, 1262, 330, 80) +
    ell(800, 700, 520, 520, rad(800, 660, 520, [0, '#ffe7a3', 0.75], [0.5, '#ffe7a3', 0.22], [1, '#ffe7a3', 0])) +
    path(
      'M800,340C1010,340 1096,520 1060,680C1030,800 950,850 934,960H666C650,850 570,800 540,680C504,520 590,340 800,340Z',
      rad(720, 560, 460, [0, '#ffffff'], [0.45, glass], [1, '#f2cf7c']),
    ) +
    path('M640,470Q690,400 770,392Q650,470 620,620Q600,540 640,470Z', '#ffffff', 'opacity=".9"') +
    path(
      'M652,940H948L926,1060H674Z',
      lin(652, 0, 948, 0, [0, '#cfd3d6'], [0.28, '#ffffff'], [0.6, '#dcdfe1'], [1, '#9ba0a4']),
    ) +
    text(p.size, 800, 1022, 62, '#55595c', { anchor: 'middle', max: 210 }) +
    path(tubeD(800, 1190, 96, 108, 132), sheen(800, 108, STEEL)) +
    line(
      'M694,1092Q800,1140 906,1084M696,1128Q800,1176 902,1120M700,1164Q800,1212 898,1156',
      '#6f7478',
      12,
      'opacity=".7"',
    ) +
    path(tubeD(800, 1232, 46, 80, 32), sheen(800, 80, '#4a4a48')) +
    disc(800, 1234, 40, BRASS);
  return slim === 1 ? drawn : `<g transform="translate(${800 - 800 * slim} 0) scale(${slim} 1)">${drawn}</g>`;
};

export const pendant: Form = (p) => {
  return (
    shadow(800, 1290, 420, 84, 0.18) +
    line('M800,120V470', BLACK, 12) +
    tube(800, 156, 80, 80, 46, BLACK) +
    ell(800, 900, 600, 420, rad(800, 860, 560, [0, '#ffe9b0', 0.7], [1, '#ffe9b0', 0])) +
    path('M756,470H844V540H756Z', sheen(800, 44, BRASS)) +
    path(
      'M740,540H860Q1160,640 1230,900A430,147 0 0 1 370,900Q440,640 740,540Z',
      lin(
        370,
        0,
        1230,
        0,
        [0, dark(p.accent, 0.2)],
        [0.28, lite(p.accent, 0.34)],
        [0.5, p.accent],
        [1, dark(p.accent, 0.42)],
      ),
    ) +
    ell(800, 900, 430, 128, dark(p.accent, 0.45)) +
    ell(800, 906, 404, 112, rad(800, 900, 404, [0, '#fffdf2'], [0.5, '#ffe9ae'], [1, '#e8b75a'])) +
    ell(800, 914, 96, 62, '#ffffff')
  );
};

export const cable: Form = (p) => {
  const rings = Array.from({ length: 9 }, (_, i) => {
    const y = 1120 - i * 44,
      k = 1 - Math.abs(i - 4) * 0.012;
    return (
      ell(800, y, 420 * k, 160 * k, 'none', `stroke="${dark(p.accent, 0.36)}" stroke-width="54"`) +
      ell(800, y - 7, 420 * k, 160 * k, 'none', `stroke="${p.accent}" stroke-width="38"`) +
      ell(797, y - 14, 418 * k, 158 * k, 'none', `stroke="${lite(p.accent, 0.5)}" stroke-width="8" opacity=".7"`)
    );
  }).join('');
  const tie = (x: number, y0: number, y1: number) => path(`M${x - 26},${y0}h52V${y1}h-52Z`, BLACK);
  return (
    shadow(820, 1180, 620, 180) +
    rings +
    tie(470, 850, 1190) +
    tie(1130, 850, 1190) +
    line('M1190,1130Q1330,1190 1270,1270T1120,1316', dark(p.accent, 0.3), 54) +
    line('M1190,1124Q1330,1184 1268,1262T1120,1308', p.accent, 38) +
    rod(1130, 1312, 1040, 1290, 22, '#3f74b5') +
    rod(1130, 1314, 1036, 1322, 22, '#c98b3d') +
    rod(1130, 1318, 1050, 1352, 22, '#6aa046') +
    move(
      612,
      930,
      rect(0, 0, 376, 190, p.paper, 14) +
        rect(0, 0, 376, 64, p.accent, 14) +
        rect(0, 40, 376, 24, p.accent) +
        text(p.brand, 24, 50, 48, on(p.accent), { max: 330 }) +
        text(p.title, 24, 116, 44, on(p.paper), { max: 330 }) +
        text(p.size, 24, 168, 42, dark(p.accent, 0.2), { max: 330 }),
    )
  );
};

export const breaker: Form = (p) => {
  const n = Number(p.layout) || 1,
    w = 200 * n,
    h = 620;
  return (
    shadow(840, 1245, 320 + n * 80, 110) +
    box({
      x: -w / 2 - 60,
      y: 30,
      w,
      d: 300,
      h,
      c: '#eceae4',
      front:
        times(
          n,
          (i) =>
            rect(i * 200 + 6, 6, 188, h - 12, '#f4f2ec', 10) +
            rect(i * 200 + 46, 200, 108, 210, '#d9d6cd', 10) +
            rect(i * 200 + 62, 216, 76, 120, p.accent, 8) +
            rect(i * 200 + 62, 216, 76, 30, lite(p.accent, 0.35), 8) +
            ell(i * 200 + 100, 70, 30, 30, '#9aa0a4') +
            line(`M${i * 200 + 82},70h36`, '#4a4e51', 8) +
            ell(i * 200 + 100, h - 66, 30, 30, '#9aa0a4') +
            line(`M${i * 200 + 82},${h - 66}h36`, '#4a4e51', 8) +
            text('C16', i * 200 + 100, 480, 54, '#26221b', { anchor: 'middle', max: 150 }),
        ) + text(p.brand, w / 2, 168, 50, dark(p.accent, 0.2), { anchor: 'middle', max: w - 50 }),
      side: rect(40, 210, 130, 200, '#d3d0c6', 6),
    })
  );
};

export const ledPanel: Form = (p) => {
  if (p.layout % 2)
    return (
      shadow(810, 1220, 480, 110) +
      ell(800, 840, 560, 560, rad(800, 820, 560, [0, '#fff2c8', 0.85], [0.6, '#fff2c8', 0.3], [1, '#fff2c8', 0])) +
      ell(812, 848, 400, 400, '#b9bec2') +
      ell(800, 836, 400, 400, '#f4f2ec') +
      ell(800, 836, 356, 356, rad(760, 790, 420, [0, '#ffffff'], [0.7, '#fff7e0'], [1, '#f0dfae']))
    );
  return (
    shadow(820, 1220, 520, 110) +
    plane(
      [360, 480],
      [0.99, 0.1],
      [0.05, 0.98],
      rect(14, 16, 860, 640, '#a9aeb2', 20) +
        rect(0, 0, 860, 640, '#f1efea', 20) +
        rect(40, 40, 780, 560, lin(0, 0, 780, 560, [0, '#ffffff'], [0.6, '#fff7e0'], [1, '#f3e4b8']), 10),
    ) +
    ell(800, 820, 640, 440, rad(800, 800, 640, [0, '#fff2c8', 0.55], [1, '#fff2c8', 0]))
  );
};

export const deskLamp: Form = (p) => {
  const c = p.accent;
  return (
    shadow(800, 1265, 460, 100) +
    ell(560, 860, 420, 330, rad(520, 850, 420, [0, '#ffe9b0', 0.8], [1, '#ffe9b0', 0])) +
    tube(860, 1240, 230, 210, 50, c) +
    disc(860, 1190, 210, lite(c, 0.25)) +
    rod(860, 1186, 1060, 820, 34, dark(c, 0.1)) +
    rod(1060, 830, 780, 460, 34, dark(c, 0.1)) +
    ell(1060, 826, 40, 40, BRASS) +
    ell(790, 470, 34, 34, BRASS) +
    path(
      'M800,430Q860,480 830,540L640,820Q450,780 380,640L690,440Q750,400 800,430Z',
      lin(400, 600, 830, 600, [0, lite(c, 0.35)], [0.5, c], [1, dark(c, 0.4)]),
    ) +
    ell(
      510,
      732,
      160,
      72,
      rad(490, 730, 170, [0, '#fffbe8'], [0.7, '#ffe29a'], [1, '#e8b75a']),
      'transform="rotate(35 510 732)"',
    )
  );
};

export const extension: Form = (p) => {
  const n = Math.min(6, Math.max(3, Number(p.layout) || 4)),
    w = 190 * n;
  return (
    shadow(830, 1230, 640, 140) +
    line(`M${800 + w / 2 - 40},1080Q1500,1010 1380,1180T1000,1310`, '#3a3835', 40) +
    rod(1010, 1306, 880, 1310, 100, '#3a3835', { cap: 14 }) +
    line('M880,1286H820M880,1336H820', '#c9ced1', 18) +
    box({
      x: -w / 2 - 90,
      y: 120,
      w,
      d: 240,
      h: 120,
      c: '#f1efea',
      top: times(
        n,
        (i) =>
          ell(i * 190 + 95, 120, 78, 88, '#dcd8cd') +
          ell(i * 190 + 95, 122, 66, 76, '#c9c5ba') +
          ell(i * 190 + 66, 122, 12, 15, '#26221b') +
          ell(i * 190 + 124, 122, 12, 15, '#26221b'),
      ),
      front:
        rect(w - 120, 26, 80, 62, p.accent, 12) +
        text(p.brand === 'ИДД' ? '' : p.brand, 40, 84, 60, '#8b9094', { max: 260 }),
    })
  );
};
