import { BLACK, BRASS, dark, lite, mix, on, STEEL } from '../colour.ts';
import type { Form } from '../form.ts';
import { text } from '../lettering.ts';
import { motif } from '../motifs.ts';
import { box, disc, rod, shadow, sheen, tube, tubeD } from '../shapes.ts';
import { ell, lin, line, move, path, rect, times } from '../svg.ts';

export const pot: Form = (p) => {
  const cx = 800,
    cy = 1190,
    r = 390,
    h = 400,
    c = p.accent;
  return (
    shadow(820, 1224, 560, 140) +
    path(`M${cx - r - 130},${cy - h + 90}q-20,-36 30,-46h130v70h-110q-40,4 -50,-24Z`, dark(c, 0.3)) +
    path(`M${cx + r + 130},${cy - h + 90}q20,-36 -30,-46h-130v70h110q40,4 50,-24Z`, dark(c, 0.5)) +
    tube(cx, cy, r - 16, r, h, c) +
    path(tubeD(cx, cy - h + 20, r + 8, r + 10, 26), sheen(cx, r, STEEL)) +
    disc(cx, cy - h - 6, r + 10, lite(STEEL, 0.4)) +
    path(
      `M${cx - r + 6},${cy - h - 14}A${r - 6},${(r - 6) * 0.4} 0 0 0 ${cx + r - 6},${cy - h - 14}Q${cx + 260},${cy - h - 196} ${cx},${cy - h - 204}Q${cx - 260},${cy - h - 196} ${cx - r + 6},${cy - h - 14}Z`,
      lin(cx - r, 0, cx + r, 0, [0, '#9aa7a8'], [0.28, '#f4f7f7'], [0.6, '#c3cdce'], [1, '#7f8b8d']),
    ) +
    ell(cx, cy - h - 196, 70, 24, '#9aa0a4') +
    tube(cx, cy - h - 196, 34, 40, 40, BLACK) +
    ell(cx, cy - h - 248, 92, 40, lin(0, cy - h - 290, 0, cy - h - 210, [0, lite(BLACK, 0.4)], [1, '#1a1917'])) +
    path(
      `M${cx - 250},${cy - h - 60}Q${cx - 190},${cy - h - 150} ${cx - 60},${cy - h - 172}Q${cx - 150},${cy - h - 120} ${cx - 170},${cy - h - 40}Z`,
      '#ffffff',
      'opacity=".5"',
    ) +
    (p.layout % 2
      ? [0, 1, 2, 3, 4]
          .map((i) =>
            move(
              cx - 240 + i * 120,
              cy - 140 + Math.sqrt(Math.max(0, 4 - (i - 2) ** 2)) * 14,
              ell(0, 0, 26, 26, '#ffffff', 'opacity=".9"') + ell(0, 0, 11, 11, BRASS),
            ),
          )
          .join('')
      : text(p.size, cx, cy - 110, 84, on(c), { anchor: 'middle', max: 300 }))
  );
};

export const pan: Form = (p) => {
  const c = p.accent,
    h = p.layout % 2 ? 60 : 130;
  return (
    shadow(760, 1150, 620, 130) +
    rod(1010, 900, 1460, 780, 84, dark(c, 0.1), { cap: 26, taper: 0.7 }) +
    ell(1420, 792, 14, 18, '#ece7db') +
    tube(680, 1080, 400, 440, h, c) +
    disc(680, 1080 - h, 440, lite(c, 0.25)) +
    disc(680, 1080 - h + 6, 412, lin(260, 0, 1100, 0, [0, dark(c, 0.5)], [0.6, dark(c, 0.25)], [1, lite(c, 0.1)])) +
    disc(680, 1092 - h, 330, dark(c, 0.3)) +
    path(`M300,${1076 - h}Q360,${980 - h} 560,${950 - h}Q420,${1010 - h} 370,${1090 - h}Z`, '#ffffff', 'opacity=".25"')
  );
};

export const kettle: Form = (p) => {
  const c = p.accent;
  return (
    shadow(810, 1240, 540, 120) +
    line('M540,640Q540,360 810,360T1080,640', '#33322f', 54) +
    line('M528,630Q530,360 790,346', '#77736b', 12, 'opacity=".8"') +
    path(
      'M1060,800L1330,600L1400,640L1390,690L1130,980Z',
      lin(1060, 600, 1200, 980, [0, lite(c, 0.3)], [0.5, c], [1, dark(c, 0.4)]),
    ) +
    path(
      'M410,1180Q350,760 620,660H1000Q1270,760 1210,1180Q1000,1240 810,1240T410,1180Z',
      lin(380, 0, 1240, 0, [0, dark(c, 0.2)], [0.26, lite(c, 0.4)], [0.5, c], [1, dark(c, 0.45)]),
    ) +
    ell(810, 664, 196, 56, lite(c, 0.2)) +
    ell(810, 650, 170, 46, dark(c, 0.15)) +
    ell(810, 610, 46, 40, '#33322f') +
    path('M470,1000Q460,820 600,740Q540,860 540,1080Z', '#ffffff', 'opacity=".35"')
  );
};

export const plate: Form = (p) => {
  const c = mix(p.accent, '#f6f4ee', 0.35),
    dish = (cx: number, cy: number, r: number, k: number) =>
      ell(cx + 10, cy + 26, r, r * k, dark(c, 0.3)) +
      ell(cx, cy, r, r * k, lin(cx - r, cy - r, cx + r, cy + r, [0, '#ffffff'], [0.6, c], [1, dark(c, 0.14)])) +
      ell(
        cx,
        cy + 4,
        r * 0.7,
        r * 0.68 * k,
        lin(cx - r, cy - r, cx + r, cy + r, [0, dark(c, 0.12)], [0.5, lite(c, 0.3)], [1, '#ffffff']),
      ) +
      ell(cx, cy, r * 0.9, r * 0.9 * k, 'none', `stroke="${p.accent}" stroke-width="12"`);
  const high = p.count === 1 ? 850 : 740;
  const stack = p.count === 1 ? '' : times(Math.min(5, (p.count || 4) - 1), (n) => dish(720, 1120 - n * 40, 440, 0.36));
  return `${shadow(820, 1220, 560, 110)}<g transform="rotate(-8 900 760)">${dish(920, high, 370, 0.98)}${move(920, high + 4, motif(p.kind, p.accent))}</g>${stack}`;
};

/** One mug, or as many as the set has, up to six. */
export const mug: Form = (p) => {
  if (p.count <= 1) return oneMug(p);
  const places = [
    [-400, -190],
    [60, -200],
    [520, -180],
    [-270, 70],
    [190, 60],
    [640, 80],
  ] as const;
  return places
    .slice(0, Math.min(6, p.count))
    .map(([x, y]) =>
      move(800 + x * 1.1, 900 + y * 1.5, `<g transform="scale(.74) translate(-800 -900)">${oneMug(p)}</g>`),
    )
    .join('');
};

const oneMug: Form = (p) => {
  const c = p.accent;
  return (
    shadow(820, 1230, 440, 110) +
    line('M1060,720Q1310,690 1290,880T1050,1060', dark(c, 0.35), 84) +
    line('M1060,716Q1304,686 1284,876T1050,1052', c, 62) +
    line('M1070,700Q1260,690 1262,840', lite(c, 0.5), 14, 'opacity=".8"') +
    tube(800, 1200, 270, 286, 580, c) +
    disc(800, 620, 286, lite(c, 0.35)) +
    disc(800, 626, 256, dark('#6b3f22', 0.1)) +
    disc(800, 640, 246, '#5a3420') +
    move(800, 930, motif(p.kind, lite(c, 0.1))) +
    line('M610,760Q800,830 990,760', lite(c, 0.5), 26, 'opacity=".55"') +
    line('M612,1090Q800,1160 988,1090', lite(c, 0.5), 26, 'opacity=".55"')
  );
};

export const glass: Form = (p) => {
  const tumbler = p.layout % 2,
    c = '#dcebec';
  const one = (x: number, k: number) =>
    `<g transform="translate(${x} 0) scale(${k})" >${
      tumbler
        ? path(
            'M-190,620Q0,690 190,620L160,1180Q0,1240 -160,1180Z',
            lin(-190, 0, 190, 0, [0, '#a9c4c8', 0.75], [0.25, '#ffffff', 0.85], [0.6, c, 0.6], [1, '#8fb0b5', 0.85]),
          ) +
          ell(0, 620, 190, 62, '#eef7f7', 'opacity=".9" stroke="#a9c4c8" stroke-width="8"') +
          times(6, (i) => line(`M${-130 + i * 52},720L${-112 + i * 45},1160`, '#ffffff', 10, 'opacity=".55"'))
        : path(
            'M-180,360Q-230,760 0,800Q230,760 180,360Q0,420 -180,360Z',
            lin(-200, 0, 200, 0, [0, '#a9c4c8', 0.7], [0.25, '#ffffff', 0.85], [0.6, c, 0.5], [1, '#8fb0b5', 0.85]),
          ) +
          ell(0, 360, 180, 54, '#eef7f7', 'opacity=".85" stroke="#a9c4c8" stroke-width="7"') +
          rod(0, 796, 0, 1170, 34, '#dcebec') +
          disc(0, 1190, 170, '#cfe0e2') +
          disc(0, 1180, 164, '#eef7f7')
    }${path('M-140,480Q-160,640 -110,740', 'none', 'stroke="#ffffff" stroke-width="22" stroke-linecap="round" opacity=".8"')}</g>`;
  const count = Math.max(1, Math.min(6, p.count || 2));
  const inFront = Math.ceil(count / 2);
  const row = (n: number, y: number, k: number) =>
    times(n, (i) => move((i - (n - 1) / 2) * 470 + 800 + (y < 0 ? 90 : 0), y, one(0, k)));
  return shadow(800, 1225, 300 + inFront * 190, 100) + row(count - inFront, -130, 0.96) + row(inFront, 0, 1);
};

export const container: Form = (p) => {
  return (
    shadow(850, 1245, 580, 150) +
    box({
      x: -440,
      y: 40,
      w: 780,
      d: 480,
      h: 330,
      c: p.body,
      front:
        rect(40, 40, 700, 250, lite(p.body, 0.4), 40, 'opacity=".55"') +
        path('M70,70H330L200,270H70Z', '#ffffff', 'opacity=".4"'),
    }) +
    box({
      x: -470,
      y: 20,
      z: 330,
      w: 840,
      d: 520,
      h: 66,
      c: p.accent,
      top: rect(70, 60, 700, 400, dark(p.accent, 0.12), 40) + rect(86, 74, 668, 372, lite(p.accent, 0.12), 34),
      front: rect(360, 20, 120, 60, dark(p.accent, 0.25), 12),
    })
  );
};

export const jar: Form = (p) => {
  const one = (cx: number, k: number) =>
    `<g transform="translate(${cx} 1220) scale(${k}) translate(0 -1220)">${path('M-230,1180Q0,1260 230,1180V760Q226,660 150,620H-150Q-226,660 -230,760Z', lin(-230, 0, 230, 0, [0, '#9db9bb', 0.85], [0.24, '#ffffff', 0.9], [0.6, '#dcebea', 0.75], [1, '#87a5a8', 0.9]))}${path('M-214,1170Q0,1244 214,1170V860Q0,920 -214,860Z', '#c8553a', 'opacity=".75"')}${ell(0, 860, 214, 56, '#d96a4a', 'opacity=".85"')}${line('M-170,790V1120', '#ffffff', 24, 'opacity=".7"')}${tube(0, 640, 176, 176, 90, p.accent)}${disc(0, 550, 176, lite(p.accent, 0.3))}</g>`;
  return shadow(820, 1235, 520, 110) + one(1010, 0.8) + one(640, 1);
};

export const knife: Form = (p) => {
  // The blade of 20 cm is drawn whole, a shorter one as much shorter; the handle stays.
  const long = Math.min(1, Math.max(0.4, Number(p.size || 20) / 20));
  const blade = `<g transform="translate(${960 - 960 * long} 0) scale(${long} 1)">`;
  return `${shadow(840, 1160, 660, 80)}<g transform="rotate(18 800 800)">${blade}${path('M120,820Q420,620 960,640V860Q520,900 120,820Z', lin(0, 640, 0, 880, [0, '#9aa0a4'], [0.35, '#f4f5f6'], [0.7, '#c9ced1'], [1, '#7d8387']))}${path('M120,820Q520,880 960,836V860Q520,900 120,820Z', '#ffffff', 'opacity=".7"')}</g>${rect(940, 630, 60, 240, '#b9bec2', 10)}${path('M990,640H1400Q1460,650 1456,730Q1450,800 1400,800Q1200,790 1100,850H990Z', lin(0, 640, 0, 850, [0, lite(p.accent, 0.35)], [0.4, p.accent], [1, dark(p.accent, 0.4)]))}${[1080, 1210, 1340].map((x) => ell(x, 726, 20, 20, '#d9dcdd')).join('')}</g>`;
};

export const cuttingBoard: Form = (p) => {
  const c = p.body;
  return `${shadow(840, 1250, 560, 120)}<g transform="rotate(-10 800 800)">${rect(420, 330, 760, 900, dark(c, 0.35), 70)}${rect(404, 312, 760, 900, lin(404, 312, 1164, 1212, [0, lite(c, 0.3)], [1, dark(c, 0.12)]), 70)}${times(7, (i) => rect(404 + i * 108, 312, 108, 900, i % 2 ? dark(c, 0.08) : lite(c, 0.08), i === 0 || i === 6 ? 60 : 0, 'opacity=".55"'))}${rect(456, 364, 656, 796, 'none', 50, `stroke="${dark(c, 0.3)}" stroke-width="14" opacity=".55"`)}${rect(700, 366, 170, 56, '#ece7db', 28)}</g>`;
};
