// Goods of one category that are different things by their kind: they are drawn apart.
import { BLACK, BRASS, dark, lite, mix, on, STEEL, WOOD } from '../colour.ts';
import type { Form } from '../form.ts';
import { label } from '../label.ts';
import { text } from '../lettering.ts';
import { box, disc, rod, shadow, tube, tubeD } from '../shapes.ts';
import { clip, ell, lin, line, type Paint, part, path, rect, times } from '../svg.ts';

/** Secateurs: crossing blades, a blade on an anvil, or a ratchet. */
export const secateurs: Form = (p) => {
  const c = p.accent;
  const grip = (d: string, x: number) =>
    path(d, lin(x - 180, 640, x + 160, 1000, [0, lite(c, 0.35)], [0.5, c], [1, dark(c, 0.38)]));
  const lower =
    grip('M760,640Q600,860 520,1140Q510,1200 570,1200Q610,1196 630,1140L850,760Z', 700) +
    line('M690,860Q620,990 580,1120', lite(c, 0.4), 14, 'opacity=".6"');
  const upper = grip('M850,640Q1010,840 1100,1100Q1120,1160 1060,1170Q1016,1170 996,1116L780,760Z', 960);
  const spring = times(6, (i) =>
    line(`M${716 + i * 7},${960 + i * 5}q${90 - i * 4},40 ${180 - i * 12},-${18 - i}`, '#9aa0a4', 9),
  );
  const steel = (x: number): Paint => lin(x - 80, 300, x + 120, 700, [0, '#f6f7f8'], [0.5, '#c9ced1'], [1, '#7f8589']);
  const pivot = ell(820, 690, 54, 54, '#d9dcdd') + ell(820, 690, 26, 26, '#6f7478');
  const shade = shadow(830, 1230, 440, 90);
  if (p.kind.includes('наков'))
    return (
      shade +
      lower +
      upper +
      spring +
      path('M786,720L760,330Q776,286 812,300L862,700Z', steel(800)) +
      line('M770,340L800,690', '#ffffff', 7, 'opacity=".8"') +
      path(
        'M850,720L900,640L916,350Q914,312 872,316L846,330L840,660Z',
        lin(840, 300, 930, 700, [0, '#6f7478'], [1, '#3f4447']),
      ) +
      rect(842, 330, 26, 320, BRASS, 6) +
      pivot
    );
  if (p.kind.includes('храп'))
    return (
      shade +
      lower +
      upper +
      spring +
      path('M840,700Q760,560 700,420Q690,320 740,300Q850,420 880,660Z', steel(780)) +
      path(
        'M780,700Q900,600 960,480Q1000,470 990,540Q950,660 860,740Z',
        lin(780, 480, 990, 740, [0, '#8c9093'], [1, '#4a4e51']),
      ) +
      ell(836, 770, 96, 96, '#8b9094') +
      times(12, (i) => rect(826, 664, 20, 26, '#5f6468', 4, `transform="rotate(${i * 30} 836 770)"`)) +
      ell(836, 770, 62, 62, '#d9dcdd') +
      ell(836, 770, 24, 24, '#5f6468') +
      rod(900, 830, 960, 930, 30, BRASS, { cap: 8 })
    );
  return (
    shade +
    lower +
    upper +
    spring +
    path('M850,710Q740,590 690,420Q674,300 728,280Q872,400 890,660Z', steel(780)) +
    line('M706,420Q740,560 830,680', '#ffffff', 8, 'opacity=".8"') +
    path(
      'M776,706Q900,640 968,470Q1014,452 1006,530Q960,690 860,744Z',
      lin(780, 480, 990, 740, [0, '#8c9093'], [1, '#4a4e51']),
    ) +
    pivot
  );
};

const chrome = (c: string, x1: number, y1: number, x2: number, y2: number): Paint =>
  lin(
    x1,
    y1,
    x2,
    y2,
    [0, dark(c, 0.45)],
    [0.14, lite(c, 0.2)],
    [0.32, lite(c, 0.9)],
    [0.5, c],
    [0.76, dark(c, 0.5)],
    [0.9, lite(c, 0.1)],
    [1, dark(c, 0.3)],
  );
const pipe = (d: string, w: number, c: string) =>
  line(d, dark(c, 0.5), w) +
  line(d, c, w * 0.86) +
  line(d, lite(c, 0.75), w * 0.3, 'transform="translate(-6 -10)" opacity=".85"');
const valve = (x: number, y: number, c: string, hue: string) =>
  tube(x, y, 62, 58, 90, c) +
  disc(x, y - 90, 62, lite(c, 0.4)) +
  rod(x - 96, y - 124, x + 96, y - 124, 40, c, { cap: 18 }) +
  rod(x, y - 158, x, y - 92, 40, c, { cap: 14 }) +
  ell(x, y - 126, 22, 20, hue);

/** Mixer taps: `kind` is how it is worked, `layout` where it stands: 0 kitchen, 2 basin, 1 bath. */
export const faucet: Form = (p) => {
  const c = p.body;
  const two = p.kind.startsWith('двух');
  const pull = p.kind.includes('лейк');
  if (p.layout === 1) {
    const head =
      rod(1180, 360, 1330, 300, 150, c, { cap: 30, taper: 1.3 }) +
      times(9, (i) => ell(1344 + (i % 3) * 6, 258 + i * 13, 6, 6, '#4a4744'));
    return (
      shadow(800, 1262, 520, 90) +
      rod(260, 800, 1180, 800, 150, c, { cap: 40 }) +
      [330, 1110]
        .map((x) => rod(x, 690, x, 800, 120, c, { cap: 10 }) + ell(x, 676, 92, 34, chrome(c, x - 92, 0, x + 92, 0)))
        .join('') +
      pipe('M720,860V980Q720,1090 700,1190', 96, c) +
      ell(700, 1196, 44, 18, dark(c, 0.6)) +
      (two
        ? valve(270, 760, c, '#2b5d8f') + valve(1180, 760, c, '#b5401f')
        : rod(720, 760, 720, 640, 110, c, { cap: 20 }) +
          rod(724, 650, 980, 540, 56, c, { cap: 16, taper: 0.7 }) +
          ell(720, 690, 18, 16, p.accent)) +
      pipe('M1000,860Q1010,1180 1200,1130T1330,700Q1330,520 1240,420', 30, mix(c, '#8b9094', 0.4)) +
      rod(1210, 480, 1190, 380, 56, c, { cap: 12 }) +
      head
    );
  }
  const tall = p.layout === 0;
  const top = tall ? 330 : 640;
  const foot =
    shadow(760, 1262, 380, 92) +
    path(tubeD(720, 1240, two ? 300 : 190, two ? 280 : 176, 40), chrome(c, 420, 0, 1020, 0)) +
    disc(720, 1200, two ? 280 : 176, lite(c, 0.3));
  const reach = tall ? 1120 : 1040;
  const spout = pipe(
    tall
      ? `M720,1180V${top + 160}Q720,${top} 910,${top}T${reach},${top + 190}V${top + 260}`
      : `M720,1180V${top + 120}Q724,${top + 10} 860,${top + 20}L${reach},${top + 90}V${top + 150}`,
    tall ? 104 : 128,
    c,
  );
  const mouth = tall ? ell(reach, top + 268, 46, 18, dark(c, 0.65)) : ell(reach, top + 160, 56, 20, dark(c, 0.65));
  const spray = pull
    ? rod(reach, top + (tall ? 170 : 96), reach, top + (tall ? 330 : 190), tall ? 120 : 136, mix(c, BLACK, 0.3), {
        cap: 16,
      })
    : '';
  if (two) return foot + valve(520, 1190, c, '#2b5d8f') + valve(930, 1190, c, '#b5401f') + spout + mouth + spray;
  const lever = tall
    ? rod(790, 930, 1030, 850, 62, c, { cap: 20, taper: 0.72 }) +
      ell(784, 934, 44, 60, chrome(c, 740, 0, 830, 0)) +
      ell(1010, 858, 12, 12, p.accent)
    : rod(716, 640, 716, 580, 136, c, { cap: 30 }) +
      rod(700, 560, 470, 470, 62, c, { cap: 20, taper: 0.7 }) +
      ell(716, 600, 14, 12, p.accent);
  return foot + spout + mouth + spray + lever;
};

const bucketArt = (p: { accent: string; brand: string }, cx: number, cy: number, k: number) =>
  `<g transform="translate(${cx} ${cy}) scale(${k})">${tube(0, 0, 270, 330, 430, p.accent)}${disc(0, -430, 330, lite(p.accent, 0.3))}${disc(0, -424, 300, dark(p.accent, 0.45))}${ell(-60, -420, 160, 62, '#dfe3e4')}${ell(-60, -412, 128, 44, '#7d8588')}${times(10, (i) => ell(-60 + 100 * Math.cos(i * 0.63), -412 + 32 * Math.sin(i * 0.63), 9, 5, '#4f5659'))}${line('M-326,-400C-300,-150 300,-150 326,-400', '#f0eee8', 17)}${text(p.brand, 0, -70, 76, on(p.accent), { anchor: 'middle', max: 260 })}</g>`;
const flatMop = (accent: string, x: number, y: number) =>
  rod(x + 130, y - 940, x + 10, y - 60, 30, '#d3d7d9') +
  rod(x + 132, y - 960, x + 108, y - 770, 44, accent, { cap: 12 }) +
  rod(x + 20, y - 130, x + 8, y - 40, 54, BLACK) +
  path(`M${x - 240},${y - 50}L${x + 210},${y - 90}L${x + 280},${y - 10}L${x - 200},${y + 40}Z`, lite(accent, 0.08)) +
  times(17, (i) =>
    line(
      `M${x - 224 + i * 30},${y + 22 - i * 3}q${(i % 3) * 8 - 8},30 ${(i % 2) * 10 - 5},${56 + (i % 3) * 8}`,
      i % 2 ? '#f4f2ec' : '#d8d4c8',
      24,
    ),
  );

/** A flat mop, a bucket with a wringer, or both. */
export const mop: Form = (p) => {
  if (p.kind.startsWith('швабр')) return shadow(830, 1268, 420, 100) + flatMop(p.accent, 780, 1210);
  if (p.kind.startsWith('ведро')) return shadow(820, 1262, 460, 120) + bucketArt(p, 800, 1230, 1.15);
  return shadow(840, 1268, 560, 120) + bucketArt(p, 690, 1230, 1) + flatMop(p.accent, 1110, 1250);
};

const hair = (x: number, y: number, w: number, length: number, c: string, spread = 14) =>
  times(Math.floor(w / 10), (i) =>
    line(
      `M${x + i * 10},${y}q${(i - w / 20) * 0.5},${length * 0.5} ${(i - w / 20) * (spread / 10)},${length + (i % 3) * 8}`,
      i % 3 ? lite(c, 0.12) : dark(c, 0.2),
      13,
    ),
  );

/** A floor brush, a broom for the yard, or a brush with its dustpan. */
export const broom: Form = (p) => {
  const c = p.accent;
  if (p.kind.startsWith('метла'))
    return (
      shadow(820, 1268, 360, 90) +
      rod(620, 130, 790, 800, 48, WOOD) +
      path(
        'M700,790L870,750L900,850L706,900Z',
        lin(690, 750, 900, 900, [0, lite(c, 0.3)], [0.5, c], [1, dark(c, 0.35)]),
      ) +
      times(34, (i) =>
        line(
          `M${712 + i * 5.4},${880 - i * 1.2}Q${690 + i * 9},${1060} ${570 + i * 16},${1250 - Math.abs(i - 17) * 3}`,
          i % 3 ? mix(c, '#d9c98a', 0.3) : dark(c, 0.25),
          12,
        ),
      ) +
      line('M660,960Q800,1000 940,930M640,1010Q800,1060 970,980', dark(c, 0.45), 10)
    );
  if (p.kind.includes('совк'))
    return (
      shadow(820, 1262, 520, 110) +
      rod(980, 560, 1000, 930, 46, c, { cap: 14 }) +
      path(
        'M640,900L1230,880L1330,1180Q980,1260 560,1210Z',
        lin(600, 880, 1000, 1240, [0, lite(c, 0.3)], [0.6, c], [1, dark(c, 0.3)]),
      ) +
      path('M700,940L1190,925L1262,1130Q960,1190 650,1150Z', dark(c, 0.2)) +
      line('M562,1208Q960,1262 1330,1180', BLACK, 16) +
      rod(330, 640, 520, 920, 54, c, { cap: 20 }) +
      path('M440,900L640,840L690,940L470,1010Z', dark(c, 0.1)) +
      times(22, (i) =>
        line(`M${476 + i * 10},${1004 - i * 3}q-14,90 ${-30 + i * 2},${190}`, i % 3 ? '#e9e4d8' : '#c9c1b2', 13),
      )
    );
  return (
    shadow(860, 1265, 460, 90) +
    rod(560, 160, 790, 960, 44, '#d3d7d9') +
    rod(552, 130, 604, 320, 56, c, { cap: 14 }) +
    rod(774, 900, 806, 1000, 64, dark(c, 0.2)) +
    path(
      'M520,980L1100,950Q1140,952 1140,1000V1040L500,1070V1010Q500,984 520,980Z',
      lin(500, 950, 700, 1070, [0, lite(c, 0.3)], [0.5, c], [1, dark(c, 0.35)]),
    ) +
    hair(512, 1062, 620, 150, c)
  );
};

/** Folded cloths, sponges or a roll of viscose, with the band that holds them. */
export const cloth: Form = (p) => {
  const c = p.accent;
  const count = Math.max(3, Math.min(10, p.count || 4));
  if (p.kind.startsWith('губк')) {
    const hues = ['#f2c94a', '#8fc46a', '#e8899a', '#7fb0d8', '#f0a35a', '#c79ad0'];
    return (
      shadow(850, 1245, 540, 150) +
      times(count, (i) => {
        const [x, y, z] = [-420 + (i % 2) * 420, 240 - Math.floor(i / 2) * 24, Math.floor(i / 2) * 132];
        const hue = hues[i % 6] ?? c;
        return part(
          'sponge',
          box({
            x,
            y,
            z,
            w: 390,
            d: 260,
            h: 86,
            c: hue,
            front: times(30, (k) => ell((k * 67) % 385, (k * 41) % 82, 7, 5, dark(hue, 0.2), 'opacity=".6"')),
          }) +
            box({
              x,
              y,
              z: z + 86,
              w: 390,
              d: 260,
              h: 40,
              c: '#3f7d4c',
              front: times(40, (k) => rect((k * 53) % 380, (k * 17) % 34, 12, 4, '#2b5a36')),
            }),
        );
      }) +
      label2(p, 170)
    );
  }
  const thick = count > 6 ? 58 : 74;
  const hue = p.kind.includes('вискоз')
    ? ['#f2d25a', '#8fc4d8', '#e8a0a8']
    : [lite(c, 0.5), c, mix(c, '#f2b632', 0.5), lite(c, 0.3)];
  return (
    shadow(840, 1245, 560, 150) +
    times(count, (i) => {
      const k = hue[i % hue.length] ?? c;
      return part(
        'cloth',
        box({
          x: -380,
          y: 30,
          z: i * thick,
          w: 700,
          d: 420,
          h: thick - 6,
          c: k,
          front:
            line('M0,20H700', dark(k, 0.16), 4, 'opacity=".5"') +
            times(28, (n) => ell(14 + n * 25, thick / 2, 3, 3, dark(k, 0.2))),
          side: line('M0,20H420', dark(k, 0.2), 4),
        }),
      );
    }) +
    label2(p, count * thick - 20)
  );
};
const label2 = (p: Parameters<Form>[0], height: number): string =>
  `<g transform="matrix(.891 .155 0 .94 648 ${Math.round(1256 - height * 0.94)})">${label(330, Math.max(220, height), p)}</g>`;

/** Self-adhesive rubber strip in a coil; the cut end shows its profile. */
export const sealStrip: Form = (p) => {
  const c = p.body;
  const ring = (r: number) =>
    ell(780, 960, r, r * 0.86, 'none', `stroke="${dark(c, 0.4)}" stroke-width="50"`) +
    ell(780, 954, r, r * 0.86, 'none', `stroke="${c}" stroke-width="40"`) +
    ell(774, 946, r, r * 0.86, 'none', `stroke="${lite(c, 0.35)}" stroke-width="8" opacity=".7"`);
  const end =
    p.kind.includes('d') || p.kind.includes('д')
      ? path('M0,0V-120Q110,-110 110,-60Q110,-8 0,0Z', c) +
        path('M20,-22V-96Q80,-92 80,-60Q80,-26 20,-22Z', dark(c, 0.55))
      : p.kind.includes('p')
        ? path('M0,0V-60Q-10,-130 60,-134Q120,-128 112,-60L40,-50V0Z', c) + ell(62, -90, 26, 24, dark(c, 0.55))
        : path('M0,0V-110H26V-66H66V-110H92V-66H120V0Z', c);
  return `${shadow(800, 1250, 470, 110) + [380, 332, 284, 236, 188].map(ring).join('') + line('M1150,1020Q1240,1120 1120,1200', dark(c, 0.4), 50) + line('M1150,1014Q1236,1114 1118,1192', c, 40)}<g transform="translate(1010 1290) scale(1.5)">${end}${line('M-6,0H124', '#f4f2ec', 12)}</g><g transform="translate(650 880)">${rect(0, 0, 270, 150, '#fbf9f4', 10)}${rect(0, 0, 270, 54, p.accent, 10)}${text(p.brand, 16, 40, 38, on(p.accent), { max: 238 })}${text(p.title, 16, 92, 30, '#26221b', { max: 238 })}${text(p.size, 16, 136, 34, '#26221b', { max: 238 })}</g>`;
};

/** A row of aluminium or bimetal sections: as many as the radiator has. */
export const radiator: Form = (p) => {
  const n = Math.max(4, Math.min(14, p.count || 8));
  const k = 84;
  const tall = p.size.includes('350') || p.note.includes('350') ? 430 : 600;
  const x0 = (-n * k) / 2 - 40;
  const valve = (z: number) => box({ x: x0 - 34, y: 90, z, w: 34, d: 60, h: 60, c: STEEL });
  return (
    shadow(850, 1255, n * 60 + 60, 140) +
    times(n, (i) =>
      box({
        x: x0 + i * k,
        y: 40,
        z: 40,
        w: k - 12,
        d: 190,
        h: tall,
        c: '#f4f2ec',
        front: rect(12, 30, k - 38, tall - 60, '#e3e0d7', 20) + rect(16, 34, (k - 46) / 2, tall - 68, '#ffffff', 16),
      }),
    ) +
    valve(tall - 40) +
    valve(70) +
    (p.note.includes('бимет')
      ? times(
          n,
          (i) =>
            `<g transform="matrix(.891 .155 0 .94 ${800 + (x0 + i * k) * 0.891} ${1230 + (x0 + i * k) * 0.155 - (tall + 36) * 0.94})">${rect(20, 12, k - 54, 26, '#9fb0bb', 8)}</g>`,
        )
      : '')
  );
};

const step = (y: number, half: number, c: string) => rod(800 - half, y, 800 + half, y - 16, 40, c, { cap: 8 });
/** A stepladder with as many steps as it has. */
export const ladder: Form = (p) => {
  const n = Math.max(2, Math.min(9, p.count || 4));
  const height = 330 + n * 108;
  const top = 1230 - height;
  const at = (share: number) => 300 - 150 * share;
  // Aluminium stays bare, steel is painted.
  const [near, far, tread] = p.kind.startsWith('стальн')
    ? ['#6b7176', '#565c61', '#8b9196']
    : ['#c4c9cc', '#aab0b4', '#d5d8da'];
  return (
    shadow(850, 1245, 460, 130) +
    rod(960, top + 60, 1200, 1170, 34, '#9aa0a4') +
    rod(720, top + 40, 620, 1110, 30, '#8a9094') +
    rod(640, 980, 1150, 1010, 16, '#9aa0a4') +
    times(n - 1, (i) => part('step', step(1230 - ((i + 1) * height) / n + 10, at((i + 1) / n) - 10, tread))) +
    rod(500, 1230, 650, top, 40, near) +
    rod(1100, 1210, 950, top, 40, far) +
    part('step', step(top + 8, 190, p.accent)) +
    rect(600, top - 30, 400, 44, p.accent, 10) +
    [500, 1100].map((x) => rect(x - 26, 1210, 52, 40, BLACK, 8)).join('') +
    text(p.brand, 800, top + 4, 34, on(p.accent), { anchor: 'middle', max: 320 })
  );
};

/** Cleaner with a trigger; gel for the bowl has a bent neck instead. */
export const triggerBottle: Form = (p) => {
  const c = mix(p.accent, '#ffffff', 0.2);
  const body = 'M600,1210Q800,1268 1000,1210V820Q990,700 890,650V560H710V650Q610,700 600,820Z';
  const bowl = p.title.includes('Гель');
  const art =
    rect(590, 830, 420, 330, '#fbf9f4') +
    rect(590, 830, 420, 100, p.accent) +
    text(p.brand, 800, 904, 74, on(p.accent), { anchor: 'middle', max: 340 }) +
    text(p.title, 800, 988, 50, '#26221b', { anchor: 'middle', max: 350 }) +
    text(p.series, 800, 1044, 44, dark(p.accent, 0.25), { anchor: 'middle', max: 350 }) +
    text(p.note, 800, 1096, 36, '#4d473c', { anchor: 'middle', max: 350, face: 'text' }) +
    text(p.size, 800, 1148, 44, '#26221b', { anchor: 'middle', max: 300 });
  const round = lin(
    600,
    0,
    1000,
    0,
    [0, '#1d1710', 0.22],
    [0.12, '#1d1710', 0.06],
    [0.3, '#ffffff', 0.26],
    [0.55, '#ffffff', 0],
    [1, '#1d1710', 0.3],
  );
  const head = bowl
    ? path(
        'M730,570Q720,430 620,360Q590,330 630,290L690,240Q740,230 770,280Q880,400 870,570Z',
        lin(600, 0, 870, 0, [0, lite(p.accent, 0.3)], [1, dark(p.accent, 0.3)]),
      ) + path('M600,340L676,244L700,262L630,360Z', '#f4f2ec')
    : rect(724, 470, 152, 100, p.accent, 14) +
      path(
        'M640,330H980Q1030,340 1030,400V440Q980,470 900,470H720Q700,400 640,400Z',
        lin(640, 330, 700, 470, [0, lite(p.accent, 0.3)], [1, dark(p.accent, 0.25)]),
      ) +
      rect(596, 338, 60, 56, '#f4f2ec', 10) +
      path('M716,460Q700,560 650,620Q620,630 624,596Q668,520 676,440Z', dark(p.accent, 0.2));
  return (
    shadow(822, 1240, 380) +
    path(body, lin(600, 0, 1000, 0, [0, dark(c, 0.2)], [0.3, lite(c, 0.35)], [1, dark(c, 0.3)])) +
    clip(body, art) +
    path(body, round) +
    head
  );
};
