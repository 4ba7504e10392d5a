import { BLACK, BRASS, dark, lite, on, WOOD } from '../colour.ts';
import type { Form } from '../form.ts';
import { text } from '../lettering.ts';
import { plantArt } from '../plants.ts';
import { at, box, disc, rod, shadow, tube } from '../shapes.ts';
import { clip, ell, lin, line, move, path, plane, rad, rect, times } from '../svg.ts';

export const shovel: Form = (p) => {
  const snow = p.layout % 2 === 1;
  const blade = snow
    ? path(
        'M-290,0H290L310,330Q0,372 -310,330Z',
        lin(-300, 0, 300, 0, [0, lite(p.accent, 0.3)], [0.5, p.accent], [1, dark(p.accent, 0.3)]),
      ) +
      line('M-180,30L-196,316M-60,20L-64,336M60,20L64,336M180,30L196,316', dark(p.accent, 0.25), 12, 'opacity=".5"') +
      path('M-310,318Q0,362 310,318L312,350Q0,392 -312,350Z', '#d5d8da')
    : path(
        'M-190,10Q-120,-20 -60,0L60,0Q120,-20 190,10Q214,240 120,390Q40,470 0,486Q-40,470 -120,390Q-214,240 -190,10Z',
        lin(-190, 0, 190, 0, [0, '#6d7377'], [0.3, '#e4e7e8'], [0.5, '#aab0b4'], [1, '#4f5457']),
      ) +
      line('M0,40V440', '#595e62', 9, 'opacity=".35"') +
      line('M-186,14Q-120,-16 -60,4M60,4Q120,-16 186,14', '#eef0f1', 9);
  return (
    shadow(900, 1272, 430, 78) +
    rod(560, 330, 832, 900, 58, WOOD) +
    move(
      560,
      330,
      line('M-70,30Q-96,-60 -30,-96L20,-120Q90,-136 116,-60', 'none', 1) +
        path(
          'M-10,36L-92,-46Q-112,-80 -76,-98L40,-152Q82,-166 88,-124L60,2Z M-2,-18L40,-40L52,-104L-52,-56Z',
          p.accent,
          'fill-rule="evenodd"',
        ) +
        line('M-88,-60Q-100,-82 -72,-94L40,-146', lite(p.accent, 0.4), 10),
    ) +
    move(
      840,
      830,
      blade +
        path(
          'M-44,-90H44L60,60Q0,110 -60,60Z',
          snow ? dark(p.accent, 0.2) : lin(-60, 0, 60, 0, [0, '#5b6064'], [0.35, '#d5d8da'], [1, '#43474a']),
        ),
      -25,
    )
  );
};

export const wateringCan: Form = (p) => {
  const c = p.accent;
  return (
    shadow(800, 1262, 560, 120) +
    line('M1010,700Q1300,640 1290,900T1060,1130', dark(c, 0.35), 62) +
    line('M1010,692Q1290,636 1280,894T1060,1120', c, 44) +
    line('M1006,684Q1276,634 1268,890', lite(c, 0.4), 12) +
    path('M520,1130L290,640L372,596L640,960Z', lin(300, 700, 620, 900, [0, lite(c, 0.25)], [1, dark(c, 0.3)])) +
    path('M226,676L396,520Q420,540 416,570L300,700Q250,716 226,676Z', dark(c, 0.12)) +
    ell(312, 598, 122, 40, lite(c, 0.35), 'transform="rotate(-42 312 598)"') +
    (
      [
        [-60, 0],
        [-20, -10],
        [20, -10],
        [60, 0],
        [0, 12],
        [-34, 12],
        [34, 12],
      ] as const
    )
      .map(([a, b]) => ell(312 + a * 0.76 + b * 0.6, 598 - a * 0.66 + b * 0.7, 8, 8, dark(c, 0.6)))
      .join('') +
    tube(800, 1210, 310, 270, 500, c) +
    disc(800, 710, 270, lite(c, 0.25)) +
    path('M536,706A264,90 0 0 1 1064,706A264,90 0 0 0 800,760Q640,760 536,706Z', dark(c, 0.35)) +
    disc(800, 716, 236, dark(c, 0.5)) +
    path('M560,690Q800,560 1040,690Q1010,640 800,610Q600,640 560,690Z', lite(c, 0.12)) +
    line('M498,1140Q800,1290 1102,1140', lite(c, 0.3), 10, 'opacity=".5"') +
    text(p.size, 800, 1030, 110, on(c), { anchor: 'middle', max: 330 })
  );
};

export const seeds: Form = (p) => {
  const [w, h] = [520, 720];
  const pack =
    rect(0, 0, w, h, '#fbf8ef', 10) +
    rect(0, 0, w, 46, dark(p.accent, 0.12)) +
    rect(0, 46, w, 190, '#3d7a3f') +
    text(p.brand, w / 2, 132, 78, '#ffffff', { anchor: 'middle', max: w * 0.8 }) +
    text(p.title, w / 2, 202, 54, '#ffffff', { anchor: 'middle', max: w * 0.84 }) +
    move(w / 2, 430, `<g transform="scale(.82)">${plantArt(p.title, p.accent)}</g>`) +
    text(p.series, w / 2, 630, 44, '#26221b', { anchor: 'middle', max: w * 0.86 }) +
    text([p.note, p.size].filter(Boolean).join(', '), w / 2, 690, 38, '#696254', {
      anchor: 'middle',
      max: w * 0.8,
      face: 'text',
    }) +
    rect(0, 0, w, h, lin(0, 0, w, h, [0, '#ffffff', 0.25], [0.5, '#ffffff', 0], [1, '#1d1710', 0.14]));
  return (
    shadow(800, 1262, 420, 110) +
    plane([574, 520], [0.97, -0.05], [0.06, 0.98], rect(-6, -6, w + 26, h + 20, '#1d1710', 12, 'opacity=".16"')) +
    plane([560, 510], [0.97, -0.05], [0.06, 0.98], pack)
  );
};

export const plantPot: Form = (p) => {
  const leaf = (a: number, k: number, c: string) =>
    `<g transform="translate(800 800) rotate(${a}) scale(${k})">${path('M0,0C-130,-120 -120,-330 0,-470C120,-330 130,-120 0,0Z', lin(-110, 0, 110, 0, [0, lite(c, 0.3)], [0.5, c], [0.5, dark(c, 0.16)], [1, dark(c, 0.35)]))}${line('M0,-20V-430', lite(c, 0.35), 6, 'opacity=".6"')}</g>`;
  return (
    shadow(820, 1240, 420, 110) +
    (
      [
        [-74, 0.86, '#3f7d4c'],
        [74, 0.84, '#38724a'],
        [-48, 1, '#4a8f57'],
        [46, 1, '#418550'],
        [-22, 1.1, '#3f7d4c'],
        [20, 1.08, '#4f9a5c'],
        [0, 1.16, '#478b54'],
      ] as const
    )
      .map(([turn, k, colour]) => leaf(turn, k, colour))
      .join('') +
    tube(800, 1200, 230, 316, 380, p.accent) +
    tube(800, 846, 336, 344, 84, p.accent) +
    disc(800, 762, 344, lite(p.accent, 0.25)) +
    disc(800, 768, 306, '#4d3a28') +
    (
      [
        [-40, 0.5, '#57a064'],
        [36, 0.46, '#4a8f57'],
        [0, 0.6, '#5ba768'],
      ] as const
    )
      .map(([turn, k, colour]) => leaf(turn, k, colour))
      .join('') +
    line('M566,1080Q800,1170 1034,1080', dark(p.accent, 0.22), 16, 'opacity=".5"')
  );
};

export const hose: Form = (p) => {
  const ring = (cy: number, rx: number, ry: number) =>
    ell(800, cy, rx, ry, 'none', `stroke="${dark(p.accent, 0.4)}" stroke-width="62"`) +
    ell(800, cy - 6, rx, ry, 'none', `stroke="${p.accent}" stroke-width="46"`) +
    ell(800, cy - 6, rx, ry, 'none', `stroke="${BRASS}" stroke-width="7"`) +
    ell(797, cy - 16, rx, ry, 'none', `stroke="${lite(p.accent, 0.5)}" stroke-width="7" opacity=".7"`);
  return (
    shadow(820, 1160, 640, 190) +
    [0, 1, 2, 3, 4].map((i) => ring(1080 - i * 52, 440, 176)).join('') +
    [0, 1, 2].map((i) => ring(1080 - i * 52, 330, 118)).join('') +
    line('M1230,900Q1350,1080 1180,1200T900,1290', dark(p.accent, 0.4), 60) +
    line('M1230,892Q1346,1072 1176,1192T900,1282', p.accent, 45) +
    line('M1230,892Q1346,1072 1176,1192T900,1282', BRASS, 7) +
    rod(920, 1288, 800, 1272, 66, BLACK) +
    rod(804, 1274, 700, 1258, 50, '#e08a2b', { cap: 14 }) +
    rod(706, 1260, 640, 1250, 34, BLACK, { cap: 10 }) +
    move(
      640,
      770,
      rect(0, 0, 320, 150, p.paper, 12) +
        rect(0, 0, 320, 52, p.accent, 12) +
        rect(0, 30, 320, 22, p.accent) +
        text(p.title, 18, 38, 36, on(p.accent), { max: 284 }) +
        text(p.size, 18, 124, 66, on(p.paper), { max: 284 }),
    )
  );
};

export const grill: Form = (p) => {
  const c = p.accent === '#0f5a47' ? BLACK : p.accent;
  const legs = (
    [
      [-370, 300],
      [330, 300],
      [-370, 0],
      [330, 0],
    ] as const
  )
    .map(([x, y]) => {
      const [a, b] = at(x, y, 560),
        [e, f] = at(x + (x < 0 ? -30 : 30), y, 0);
      return rod(a, b, e, f, 26, '#55534f');
    })
    .join('');
  const fire = Array.from({ length: 22 }, (_, i) =>
    ell(50 + ((i * 97) % 660), 40 + ((i * 61) % 220), 46, 34, i % 3 ? '#3a332c' : '#d9572b', 'opacity=".95"'),
  ).join('');
  const skewer = (y: number) => {
    return (
      rod(...at(-470, y, 780), ...at(470, y, 780), 10, '#d5d8da') +
      [0, 1, 2, 3, 4, 5]
        .map((i) => {
          const [m, n] = at(-250 + i * 96, y, 780);
          return ell(
            m,
            n,
            46,
            36,
            rad(m - 12, n - 12, 50, [0, i % 2 ? '#e0673f' : '#b9764a'], [1, i % 2 ? '#a83821' : '#6f3f22']),
          );
        })
        .join('')
    );
  };
  return (
    shadow(840, 1250, 640, 150) +
    legs +
    box({
      x: -390,
      y: -20,
      z: 540,
      w: 740,
      d: 340,
      h: 210,
      c,
      top: rect(22, 22, 696, 296, '#1d1b19') + clip('M22,22H718V318H22Z', fire),
      front:
        [0, 1, 2, 3, 4, 5, 6].map((i) => ell(100 + i * 90, 140, 20, 20, '#141311')).join('') +
        text(p.brand, 40, 84, 70, on(c), { max: 300 }),
    }) +
    skewer(230) +
    skewer(110)
  );
};

export const rake: Form = (p) => {
  const fan = p.layout % 2;
  return (
    shadow(880, 1255, 460, 90) +
    rod(420, 300, 860, 940, 46, WOOD) +
    (fan
      ? times(13, (i) =>
          line(
            `M870,950Q${760 + i * 40},${1090 + Math.abs(i - 6) * 6} ${640 + i * 62},${1220 - (i - 6) ** 2 * 2}l${(i - 6) * 3},46`,
            i % 2 ? p.accent : dark(p.accent, 0.12),
            16,
          ),
        ) + path('M820,900L930,880L960,980L830,1010Z', dark(p.accent, 0.25))
      : rod(660, 1090, 1230, 930, 50, p.accent, { cap: 8 }) +
        times(12, (i) => {
          const x = 672 + i * 50,
            y = 1092 - i * 14;
          return line(`M${x},${y}Q${x + 14},${y + 80} ${x + 44},${y + 130}`, '#5b6064', 20);
        }) +
        rod(850, 920, 930, 1020, 60, '#8c9093'))
  );
};
