import { BLACK, BRASS, dark, lite } from '../colour.ts';
import type { Form } from '../form.ts';
import { at, box, disc, shadow, tube } from '../shapes.ts';
import { clip, ell, lin, line, path, poly, r1, rad, rect, times } from '../svg.ts';

export const bauble: Form = (p) => {
  const c = p.accent,
    cx = 800,
    cy = 830,
    r = 390;
  const flake = Array.from(
    { length: 6 },
    (_, i) =>
      `<g transform="rotate(${i * 60} ${cx} ${cy})">${line(`M${cx},${cy}V${cy - 230}M${cx},${cy - 110}l-52,-46M${cx},${cy - 110}l52,-46M${cx},${cy - 176}l-36,-32M${cx},${cy - 176}l36,-32`, lite(c, 0.72), 16)}</g>`,
  ).join('');
  const stripes = [0.72, 0.2, -0.32]
    .map((k) =>
      line(
        `M${cx - r * Math.sqrt(1 - k * k)},${cy + r * k}A${r * Math.sqrt(1 - k * k)},${r * Math.sqrt(1 - k * k) * 0.3} 0 0 0 ${cx + r * Math.sqrt(1 - k * k)},${cy + r * k}`,
        lite(c, 0.75),
        34,
        'opacity=".85"',
      ),
    )
    .join('');
  return (
    shadow(800, 1240, 400, 96) +
    ell(
      cx,
      cy,
      r,
      r,
      rad(cx - 130, cy - 150, r * 1.5, [0, lite(c, 0.5)], [0.35, c], [0.8, dark(c, 0.45)], [1, dark(c, 0.6)]),
    ) +
    clip(
      `M${cx - r},${cy}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`,
      (p.layout % 2 ? stripes : flake) +
        path(
          `M${cx - 420},${cy + 260}Q${cx},${cy + 460} ${cx + 420},${cy + 100}V${cy + 420}H${cx - 420}Z`,
          lite(c, 0.3),
          'opacity=".18"',
        ),
    ) +
    ell(cx - 160, cy - 180, 96, 62, '#ffffff', `opacity=".55" transform="rotate(-38 ${cx - 160} ${cy - 180})"`) +
    tube(cx, cy - r + 30, 74, 70, 84, BRASS) +
    disc(cx, cy - r - 54, 70, lite(BRASS, 0.4)) +
    ell(cx, cy - r - 92, 40, 46, 'none', `stroke="${BRASS}" stroke-width="14"`) +
    line(`M${cx},${cy - r - 136}Q${cx - 40},${cy - r - 250} ${cx + 30},${cy - r - 330}`, dark(c, 0.2), 10)
  );
};

export const garland: Form = (p) => {
  const wire = 'M210,560C360,820 560,830 690,640S1010,430 1120,640S1330,980 1400,800';
  const pts = [
    [250, 624],
    [372, 750],
    [520, 766],
    [640, 700],
    [740, 580],
    [868, 512],
    [1010, 530],
    [1104, 616],
    [1170, 740],
    [1270, 850],
    [1372, 836],
  ] as const;
  const hues = p.layout % 2 ? ['#ffd56b'] : ['#e2483d', '#f2b632', '#3f9d5b', '#3c7fc4', '#f2b632'];
  const outdoor = p.kind === 'уличная';
  const [cord, thick] = outdoor ? ['#232220', 22] : ['#1e4435', 13];
  return (
    shadow(800, 1180, 560, 90, 0.16) +
    line(wire, cord, thick) +
    line(
      wire.replaceAll(/(\d+),(\d+)/g, (_, a, b) => `${a},${+b + 300}`),
      cord,
      thick,
    ) +
    [...pts, ...pts.map(([a, b]) => [a, b + 300])]
      .map(([x, y], i) => {
        const c = hues[i % hues.length] ?? '#ffd56b';
        return (
          ell(x, y + 62, 130, 130, rad(x, y + 62, 130, [0, c, 0.5], [1, c, 0])) +
          rect(x - 17, y - 6, 34, 34, outdoor ? '#111010' : '#173629', 8) +
          (outdoor
            ? ell(x, y + 72, 50, 54, rad(x - 14, y + 54, 80, [0, '#ffffff'], [0.4, lite(c, 0.4)], [1, c]))
            : path(
                `M${x - 26},${y + 26}H${x + 26}Q${x + 44},${y + 78} ${x},${y + 128}Q${x - 44},${y + 78} ${x - 26},${y + 26}Z`,
                rad(x - 10, y + 54, 76, [0, '#ffffff'], [0.32, lite(c, 0.35)], [1, c]),
              ))
        );
      })
      .join('')
  );
};

export const tree: Form = (p) => {
  const g = p.accent;
  const tier = (y: number, w: number, h: number, k: number) => {
    const n = 9;
    let d = `M800,${y - h}`;
    for (let i = 0; i <= n; i++) {
      const x = 800 + w - (2 * w * i) / n;
      d +=
        i === 0
          ? `Q${800 + w * 0.3},${y - h * 0.4} ${x},${y}`
          : `Q${x + w / n},${y + 66 - Math.abs(i - n / 2) * 5} ${x},${y + (i === n ? 0 : 18 + 20 * Math.sin((Math.PI * i) / n))}`;
    }
    d += `Q${800 - w * 0.3},${y - h * 0.4} 800,${y - h}Z`;
    return (
      path(d, lin(800 - w, y - h, 800 + w, y, [0, lite(g, 0.24 - k * 0.03)], [0.42, g], [1, dark(g, 0.45)])) +
      line(
        `M800,${y - h + 60}Q${800 - w * 0.24},${y - h * 0.4} ${800 - w * 0.66},${y - 26}M800,${y - h + 60}Q${800 - w * 0.06},${y - h * 0.4} ${800 - w * 0.18},${y - 6}M800,${y - h + 60}Q${800 + w * 0.2},${y - h * 0.4} ${800 + w * 0.4},${y - 10}`,
        dark(g, 0.3),
        7,
        'opacity=".35"',
      )
    );
  };
  const balls =
    p.layout % 2
      ? ''
      : (
          [
            [690, 560, '#c8372d'],
            [860, 640, BRASS],
            [620, 770, BRASS],
            [800, 800, '#c8372d'],
            [960, 840, '#f3f0e9'],
            [560, 1000, '#c8372d'],
            [730, 1010, '#f3f0e9'],
            [900, 1030, BRASS],
            [1050, 1020, '#c8372d'],
          ] as const
        )
          .map(([x, y, c]) => ell(x, y, 27, 27, rad(x - 9, y - 9, 34, [0, lite(c, 0.6)], [0.5, c], [1, dark(c, 0.4)])))
          .join('');
  return (
    shadow(810, 1262, 460, 110) +
    tube(800, 1250, 60, 52, 190, '#7a5230') +
    tube(800, 1262, 150, 120, 60, BLACK) +
    disc(800, 1202, 120, lite(BLACK, 0.2)) +
    disc(800, 1200, 58, '#4d341d') +
    tier(1100, 420, 420, 0) +
    tier(900, 350, 380, 1) +
    tier(700, 270, 340, 2) +
    tier(520, 180, 290, 3) +
    balls
  );
};

export const star: Form = (p) => {
  const c = p.accent,
    R = 430,
    r0 = 180,
    cx = 800,
    cy = 760;
  const pt = (i: number, rr: number): [number, number] => [
    cx + rr * Math.sin((i * Math.PI) / 5),
    cy - rr * Math.cos((i * Math.PI) / 5),
  ];
  let o = '';
  for (let i = 0; i < 10; i++) {
    const a = pt(i, i % 2 ? r0 : R),
      b = pt(i + 1, i % 2 ? R : r0);
    o += poly(
      [[cx, cy], a, b],
      [
        lite(c, 0.08),
        dark(c, 0.3),
        dark(c, 0.12),
        dark(c, 0.38),
        dark(c, 0.2),
        dark(c, 0.28),
        lite(c, 0.16),
        dark(c, 0.08),
        lite(c, 0.42),
        c,
      ][i] ?? c,
    );
  }
  return (
    shadow(800, 1262, 330, 78) +
    ell(cx, cy, 620, 620, rad(cx, cy, 620, [0, '#ffe29a', 0.55], [1, '#ffe29a', 0])) +
    tube(cx, 1250, 66, 40, 300, dark(c, 0.1)) +
    o +
    line(`M${pt(9, r0)}L${pt(0, R)}L${pt(1, r0)}`, '#ffffff', 6, 'opacity=".4"')
  );
};

export const snowflake: Form = (p) => {
  const c = p.accent,
    arm = (w: number, col: string, dy: number) =>
      line(
        `M800,${800 + dy}V${330 + dy}M800,${620 + dy}l-116,-100M800,${620 + dy}l116,-100M800,${480 + dy}l-86,-76M800,${480 + dy}l86,-76M800,${720 + dy}l-60,-52M800,${720 + dy}l60,-52`,
        col,
        w,
      );
  const all = (w: number, col: string, dx: number, dy: number) =>
    `<g transform="translate(${dx} ${dy})">${[0, 60, 120, 180, 240, 300].map((a) => `<g transform="rotate(${a} 800 800)">${arm(w, col, 0)}</g>`).join('')}</g>`;
  return (
    shadow(800, 1290, 420, 80, 0.22) +
    all(46, dark(c, 0.34), 10, 14) +
    all(42, c, 0, 0) +
    all(12, lite(c, 0.7), -6, -8) +
    poly(
      [0, 60, 120, 180, 240, 300].map((a) => [
        800 + 92 * Math.cos((a * Math.PI) / 180),
        800 + 92 * Math.sin((a * Math.PI) / 180),
      ]),
      lite(c, 0.35),
      `stroke="${dark(c, 0.2)}" stroke-width="8"`,
    )
  );
};

export const giftSet: Form = (p) => {
  const w = 700,
    d = 420,
    h = 330,
    c = p.accent;
  const mini = (x: number, y: number, r: number, k: string) =>
    ell(x, y, r, r, rad(x - r * 0.3, y - r * 0.35, r * 1.4, [0, lite(k, 0.6)], [0.4, k], [1, dark(k, 0.5)])) +
    rect(x - 14, y - r - 16, 28, 24, BRASS, 5) +
    ell(x - r * 0.35, y - r * 0.4, r * 0.2, r * 0.13, '#ffffff', 'opacity=".7"');
  const ribbon = '#f3e3b4';
  return (
    shadow(850, 1250, 640, 170) +
    box({
      x: -400,
      y: 0,
      w,
      d,
      h,
      c,
      front:
        rect(w / 2 - 46, 0, 92, h, ribbon) +
        Array.from({ length: 14 }, (_, i) => ell((i * 151) % w, 40 + ((i * 83) % 270), 9, 9, lite(c, 0.6))).join('') +
        rect(w / 2 - 46, 0, 92, h, ribbon),
      side: rect(d / 2 - 40, 0, 80, h, ribbon),
      top: rect(w / 2 - 46, 0, 92, d, ribbon) + rect(0, d / 2 - 44, w, 88, ribbon),
    }) +
    (() => {
      const [x, y] = at(-50, 210, h);
      return (
        path(
          `M${x},${y}C${x - 60},${y - 190} ${x - 300},${y - 210} ${x - 270},${y - 70}C${x - 250},${y + 10} ${x - 90},${y + 10} ${x},${y}C${x + 60},${y - 200} ${x + 290},${y - 220} ${x + 270},${y - 80}C${x + 250},${y + 10} ${x + 90},${y + 14} ${x},${y}Z`,
          lin(x - 280, y - 200, x + 280, y, [0, lite(ribbon, 0.4)], [0.5, ribbon], [1, dark(ribbon, 0.2)]),
        ) +
        path(
          `M${x - 30},${y - 20}C${x - 80},${y - 110} ${x - 210},${y - 140} ${x - 220},${y - 70}C${x - 220},${y - 20} ${x - 110},${y - 20} ${x - 30},${y - 20}ZM${x + 30},${y - 20}C${x + 80},${y - 120} ${x + 210},${y - 150} ${x + 222},${y - 80}C${x + 220},${y - 20} ${x + 110},${y - 20} ${x + 30},${y - 20}Z`,
          dark(ribbon, 0.28),
        ) +
        ell(x, y - 22, 46, 40, lite(ribbon, 0.1))
      );
    })() +
    mini(520, 1250, 112, '#c8372d') +
    mini(760, 1290, 92, BRASS) +
    mini(1200, 1250, 100, '#2f7a5d')
  );
};

export const curtain: Form = (p) => {
  const hues = p.layout % 2 ? ['#ffd56b'] : ['#e2483d', '#f2b632', '#3f9d5b', '#3c7fc4', '#f2b632'];
  return (
    line('M220,330Q800,420 1380,330', '#1e4435', 16) +
    times(9, (i) => {
      const x = 260 + i * 135,
        y0 = 346 + 44 * Math.sin((Math.PI * i) / 8);
      return (
        line(`M${x},${y0}Q${x + 14},${800} ${x - 6},${1160 - (i % 3) * 90}`, '#1e4435', 8) +
        times(6 - (i % 3 === 2 ? 1 : 0), (j) => {
          const y = y0 + 110 + j * 130,
            c = hues[(i + j) % hues.length] ?? '#ffd56b';
          return (
            ell(x + 6, y, 86, 86, rad(x + 6, y, 86, [0, c, 0.55], [1, c, 0])) +
            ell(x + 6, y, 24, 32, rad(x, y - 8, 40, [0, '#ffffff'], [0.4, lite(c, 0.3)], [1, c]))
          );
        })
      );
    })
  );
};

export const wreath: Form = (p) => {
  const g = p.accent,
    tinsel = p.layout % 2;
  const needle = (a: number, r: number, k: number) => {
    const t = (a * Math.PI) / 180,
      x = 800 + r * Math.cos(t),
      y = 760 + r * Math.sin(t);
    return line(
      `M${r1(x)},${r1(y)}l${r1(90 * Math.cos(t + k))},${r1(90 * Math.sin(t + k))}`,
      (a * 7 + r) % 3 < 1 ? lite(g, 0.24) : (a + r) % 2 < 1 ? dark(g, 0.25) : g,
      tinsel ? 9 : 17,
    );
  };
  return (
    shadow(800, 1262, 420, 84) +
    ell(800, 760, 330, 330, 'none', `stroke="${dark(g, 0.45)}" stroke-width="150"`) +
    times(
      90,
      (i) => needle(i * 4, 300, 0.9) + needle(i * 4 + 2, 360, -0.8) + needle(i * 4 + 1, 330, i % 2 ? 2.2 : -2.2),
    ) +
    (tinsel
      ? times(24, (i) => ell(800 + 340 * Math.cos(i * 0.262), 760 + 340 * Math.sin(i * 0.262), 9, 9, '#f6e7b0'))
      : [20, 75, 140, 200, 255, 320]
          .map((a, i) => {
            const x = 800 + 340 * Math.cos((a * Math.PI) / 180),
              y = 760 + 340 * Math.sin((a * Math.PI) / 180),
              c = i % 2 ? BRASS : '#b3261e';
            return ell(x, y, 40, 40, rad(x - 12, y - 14, 54, [0, lite(c, 0.6)], [0.5, c], [1, dark(c, 0.4)]));
          })
          .join('') +
        path(
          'M800,1120Q640,1040 600,1130Q600,1200 780,1150L700,1290L760,1300L810,1180L860,1300L920,1280L830,1150Q1000,1200 1000,1130Q960,1040 800,1120Z',
          '#b3261e',
        ) +
        ell(806, 1136, 44, 38, '#8f1d17'))
  );
};

export const candle: Form = (p) => {
  const one = (cx: number, h: number, r: number) =>
    tube(cx, 1210, r, r, h, p.accent) +
    disc(cx, 1210 - h, r, lite(p.accent, 0.4)) +
    disc(cx, 1214 - h, r - 20, lite(p.accent, 0.15)) +
    line(`M${cx},${1210 - h}v-46`, '#26221b', 9) +
    ell(cx, 1100 - h, 170, 190, rad(cx, 1100 - h, 190, [0, '#ffe29a', 0.7], [1, '#ffe29a', 0])) +
    path(
      `M${cx},${1010 - h}Q${cx + 52},${1090 - h} ${cx + 26},${1150 - h}Q${cx},${1180 - h} ${cx - 26},${1150 - h}Q${cx - 52},${1090 - h} ${cx},${1010 - h}Z`,
      rad(cx, 1130 - h, 120, [0, '#ffffff'], [0.4, '#ffd56b'], [1, '#e8852b']),
    ) +
    [0.25, 0.55, 0.8]
      .map((k) =>
        line(
          `M${cx - r + 6},${1210 - h * k}Q${cx},${1240 - h * k} ${cx + r - 6},${1210 - h * k}`,
          lite(p.accent, 0.5),
          14,
          'opacity=".6"',
        ),
      )
      .join('');
  return shadow(810, 1230, 480, 110) + one(980, 420, 130) + one(640, 620, 150);
};
