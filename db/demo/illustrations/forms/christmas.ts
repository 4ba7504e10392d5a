import { BLACK, BRASS, dark, lite } from '../colour.ts';
import type { Form, Params } from '../form.ts';
import { text } from '../lettering.ts';
import { motif } from '../motifs.ts';
import { at, box, disc, shadow, tube } from '../shapes.ts';
import { clip, ell, lin, line, part, path, poly, r1, rad, rect, times } from '../svg.ts';

/** One ball hanging: glass throws a sharp window, plastic is softer and has a seam. */
function ball(p: Params): string {
  const c = p.accent,
    cx = 800,
    cy = 830,
    r = 390;
  const plastic = p.kind.startsWith('пласт');
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
  const light = plastic
    ? ell(cx - 150, cy - 170, 130, 96, '#ffffff', `opacity=".28" transform="rotate(-38 ${cx - 150} ${cy - 170})"`) +
      line(`M${cx - r + 6},${cy + 8}A${r},${r * 0.24} 0 0 0 ${cx + r - 6},${cy + 8}`, dark(c, 0.25), 6, 'opacity=".55"')
    : ell(cx - 160, cy - 180, 96, 62, '#ffffff', `opacity=".6" transform="rotate(-38 ${cx - 160} ${cy - 180})"`) +
      ell(cx - 250, cy - 60, 26, 44, '#ffffff', `opacity=".5" transform="rotate(16 ${cx - 250} ${cy - 60})"`);
  const cap = plastic ? lite(c, 0.2) : BRASS;
  return (
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
    light +
    tube(cx, cy - r + 30, 74, 70, 84, cap) +
    disc(cx, cy - r - 54, 70, lite(cap, 0.4)) +
    ell(cx, cy - r - 92, 40, 46, 'none', `stroke="${BRASS}" stroke-width="14"`) +
    line(`M${cx},${cy - r - 136}Q${cx - 40},${cy - r - 250} ${cx + 30},${cy - r - 330}`, dark(c, 0.2), 10)
  );
}

/** In how many columns and rows a set of one to six stands. */
const setPlaces = (count: number): [x: number, y: number][] => {
  const columns = count <= 3 ? count : 3;
  return Array.from({ length: count }, (_, i) => [
    800 + ((i % columns) - (columns - 1) / 2) * 420,
    (count <= 3 ? 830 : 620) + Math.floor(i / columns) * 520,
  ]);
};

/** A ball, or as many as the set has. */
export const bauble: Form = (p) => {
  if (p.count < 2) return shadow(800, 1240, 400, 96) + part('ball', ball(p));
  return (
    shadow(800, 1340, 560, 90) +
    setPlaces(Math.min(6, p.count))
      .map(([x, y]) =>
        part('ball', `<g transform="translate(${x} ${y}) scale(.48) translate(-800 -830)">${ball(p)}</g>`),
      )
      .join('')
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

type Crown = { tiers: number; top: number; bottom: number; half: number };
type Tier = { y: number; w: number; h: number; k: number };

/** The tiers of a crown from the lowest, wide below and narrow above. */
function tiersOf({ tiers, top, bottom, half }: Crown): Tier[] {
  const scale = (bottom - top) / 870;
  const step = (bottom - top - 290 * scale) / (tiers - 1);
  return Array.from({ length: tiers }, (_, k) => ({
    y: bottom - k * step,
    w: half * (1 - (0.57 * k) / (tiers - 1)),
    h: k === tiers - 1 ? 290 * scale : step * 1.5 + 130 * scale,
    k,
  }));
}

/** A twig from (x, y) down and outwards, `lean` -1…1, needles along both of its sides. */
function twig(x: number, y: number, lean: number, length: number, colour: string): string {
  const [dx, dy] = [lean * length * 0.62, length];
  const needles = Array.from({ length: 7 }, (_, i) => {
    const t = 0.1 + i * 0.15;
    const [px, py, reach] = [x + dx * t, y + dy * t, length * (0.4 - 0.2 * t)];
    return [-0.85, 0.85]
      .map((side) => `M${r1(px)},${r1(py)}l${r1((side + lean * 0.5) * reach)},${r1(reach * 0.8)}`)
      .join('');
  }).join('');
  return line(`M${r1(x)},${r1(y)}l${r1(dx)},${r1(dy)}${needles}`, colour, 5);
}

/** Cast needles: twigs in rows over the tier, the lower ones over its edge. */
function twigsOf({ y, w, h }: Tier, g: string): string {
  const colours = [dark(g, 0.2), lite(g, 0.12), g, lite(g, 0.22)];
  return [0.34, 0.47, 0.59, 0.7, 0.8, 0.89, 0.97]
    .map((t, row) => {
      const half = (0.6 * t * (1 - t) + t * t) * w;
      const at = y - h * ((1 - t) ** 2 + 0.8 * t * (1 - t));
      const count = 3 + Math.round(half / 40);
      return Array.from({ length: count }, (_, i) => {
        const lean = (i / (count - 1)) * 2 - 1;
        const sag = 26 * (1 - lean * lean) * t;
        return twig(800 + lean * half * 0.87, at + sag - 26, lean, 62, colours[(i + row) % 4] ?? g);
      }).join('');
    })
    .join('');
}

function tierArt(tier: Tier, g: string, needles: string): string {
  const { y, w, h, k } = tier;
  const n = 9;
  let d = `M800,${r1(y - h)}`;
  const tips: [number, number][] = [];
  for (let i = 0; i <= n; i++) {
    const x = 800 + w - (2 * w * i) / n;
    const edge = y + (i === n || i === 0 ? 0 : 18 + 20 * Math.sin((Math.PI * i) / n));
    tips.push([x, edge]);
    d +=
      i === 0
        ? `Q${r1(800 + w * 0.3)},${r1(y - h * 0.4)} ${r1(x)},${r1(y)}`
        : `Q${r1(x + w / n)},${r1(y + 66 - Math.abs(i - n / 2) * 5)} ${r1(x)},${r1(edge)}`;
  }
  d += `Q${r1(800 - w * 0.3)},${r1(y - h * 0.4)} 800,${r1(y - h)}Z`;
  // Soft needles hang as a fringe.
  const fringe = needles.startsWith('лит')
    ? twigsOf(tier, g)
    : tips
        .map(([x, edge], i) =>
          i === 0 || i === n
            ? ''
            : times(4, (j) =>
                line(
                  `M${r1(x + (j - 1.5) * (w / 24))},${r1(edge - 34)}l${j * 5 - 8},${44 + ((i + j) % 3) * 9}`,
                  j % 2 ? g : lite(g, 0.16),
                  7,
                ),
              ),
        )
        .join('');
  return part(
    'tier',
    path(d, lin(800 - w, y - h, 800 + w, y, [0, lite(g, 0.24 - k * 0.03)], [0.42, g], [1, dark(g, 0.45)])) +
      line(
        `M800,${r1(y - h + 60)}Q${r1(800 - w * 0.24)},${r1(y - h * 0.4)} ${r1(800 - w * 0.66)},${r1(y - 26)}M800,${r1(y - h + 60)}Q${r1(800 - w * 0.06)},${r1(y - h * 0.4)} ${r1(800 - w * 0.18)},${r1(y - 6)}M800,${r1(y - h + 60)}Q${r1(800 + w * 0.2)},${r1(y - h * 0.4)} ${r1(800 + w * 0.4)},${r1(y - 10)}`,
        dark(g, 0.3),
        7,
        'opacity=".35"',
      ) +
      fringe,
  );
}

/** Snow that lies on the tiers. */
const snowOn = (tiers: Tier[]): string =>
  part(
    'snow',
    tiers
      .map(({ y, w, h }) =>
        [-0.72, -0.34, 0.06, 0.44, 0.76]
          .map((k, i) =>
            line(
              `M${r1(800 + w * k - w * 0.1)},${r1(y - h * (0.1 + 0.12 * (i % 2)))}q${r1(w * 0.1)},-26 ${r1(w * 0.2)},6`,
              '#f4f7f7',
              26,
              'opacity=".92"',
            ),
          )
          .join(''),
      )
      .join(''),
  );

/** A string of small lights round the crown. */
const lightsOn = (tiers: Tier[]): string =>
  part(
    'garland',
    tiers
      .map(({ y, w, h }, k) => {
        const [left, right, at] = [800 - w * 0.78, 800 + w * 0.78, y - h * 0.16];
        const sag = 70 + w * 0.12;
        return (
          line(`M${r1(left)},${r1(at - 40)}Q800,${r1(at + sag)} ${r1(right)},${r1(at - 70)}`, '#1e4435', 7) +
          times(6, (i) => {
            const t = (i + 0.5) / 6;
            const [x, up] = [
              left * (1 - t) ** 2 + 1600 * t * (1 - t) + right * t ** 2,
              (at - 40) * (1 - t) ** 2 + 2 * (at + sag) * t * (1 - t) + (at - 70) * t ** 2,
            ];
            const hue = (i + k) % 3 ? '#ffd56b' : '#fff2c8';
            return ell(x, up, 46, 46, rad(x, up, 46, [0, hue, 0.7], [1, hue, 0])) + ell(x, up, 15, 15, hue);
          })
        );
      })
      .join(''),
  );

const dressing = (
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
).map(([x, y, c]) => ell(x, y, 27, 27, rad(x - 9, y - 9, 34, [0, lite(c, 0.6)], [0.5, c], [1, dark(c, 0.4)])));

/** Lower ones stand on a table. */
const tableTop = 70;

/**
 * A tree by its height in centimetres (`count`; not said: of 180): a low one has a pot to stand on a table, a high one
 * more tiers on a floor stand that stays as large as it is. `layout`: 0 dressed, 1 as it is sold, 2 with its garland.
 */
export const tree: Form = (p) => {
  const cm = p.count || 180;
  const unit = 1000 / cm;
  const onTable = cm <= tableTop;
  const [potR, potH] = [Math.min(210, 7.5 * unit), Math.min(260, 9 * unit)];
  const crown = onTable
    ? { tiers: 3, top: 190, bottom: 1250 - potH, half: 400 }
    : { tiers: Math.max(3, Math.min(6, Math.round(cm / 42))), top: 230, bottom: 1100, half: 420 };
  const tiers = tiersOf(crown);
  const footR = Math.max(80, 22 * unit);
  const foot = onTable
    ? part(
        'pot',
        tube(800, 1252, potR * 0.82, potR, potH, '#c9a878') +
          line(
            `M${r1(800 - potR * 0.9)},${r1(1262 - potH * 0.5)}Q800,${r1(1300 - potH * 0.5)} ${r1(800 + potR * 0.9)},${r1(1262 - potH * 0.5)}`,
            '#8a6238',
            16,
          ) +
          disc(800, 1252 - potH, potR, '#8a6238'),
      )
    : part(
        'stand',
        tube(800, 1250, 7 * unit + 10, 6 * unit + 8, 190, '#7a5230') +
          tube(800, 1262, footR, footR * 0.8, 10 * unit, BLACK) +
          disc(800, 1262 - 10 * unit, footR * 0.8, lite(BLACK, 0.2)),
      );
  return (
    shadow(810, 1262, 460, 110) +
    foot +
    tiers.map((tier) => tierArt(tier, p.accent, p.kind)).join('') +
    (/заснеж/.test(p.note) ? snowOn(tiers) : '') +
    (p.layout === 2 ? lightsOn(tiers) : '') +
    (p.layout === 0 ? dressing.join('') : '')
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
    (p.kind.startsWith('без ')
      ? ''
      : part('glow', ell(cx, cy, 620, 620, rad(cx, cy, 620, [0, '#ffe29a', 0.55], [1, '#ffe29a', 0])))) +
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
  const shiny = !p.kind.startsWith('мат');
  const one = part(
    'flake',
    all(46, dark(c, 0.34), 10, 14) +
      all(42, c, 0, 0) +
      (shiny ? all(12, lite(c, 0.7), -6, -8) : '') +
      poly(
        [0, 60, 120, 180, 240, 300].map((a) => [
          800 + 92 * Math.cos((a * Math.PI) / 180),
          800 + 92 * Math.sin((a * Math.PI) / 180),
        ]),
        lite(c, shiny ? 0.35 : 0.1),
        `stroke="${dark(c, 0.2)}" stroke-width="8"`,
      ) +
      (shiny ? times(9, (i) => sparkle(560 + ((i * 173) % 480), 470 + ((i * 239) % 660), 18 + (i % 3) * 9)) : ''),
  );
  if (p.count < 2) return shadow(800, 1290, 420, 80, 0.22) + one;
  return (
    shadow(800, 1340, 560, 80, 0.2) +
    setPlaces(Math.min(6, p.count))
      .map(([x, y]) => `<g transform="translate(${x} ${y - 30}) scale(.42) translate(-800 -800)">${one}</g>`)
      .join('')
  );
};

const sparkle = (x: number, y: number, r: number): string =>
  path(
    `M${x},${y - r}L${x + r / 4},${y - r / 4}L${x + r},${y}L${x + r / 4},${y + r / 4}L${x},${y + r}L${x - r / 4},${y + r / 4}L${x - r},${y}L${x - r / 4},${y - r / 4}Z`,
    '#ffffff',
    'opacity=".9"',
  );

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

/** A box of toys for a tree: as many in its cells as the set has, in the two colours that it is named by. */
export const toyBox: Form = (p) => {
  const n = Math.max(6, Math.min(36, p.count || 24));
  const columns = n > 24 ? 9 : n > 12 ? 6 : 4;
  const rows = Math.ceil(n / columns);
  const [w, d, h] = [860, 620, 110];
  const [x0, y0] = [-470, -60];
  const cell = [w / columns, d / rows] as const;
  const r = Math.min(cell[0] * 0.42, cell[1] * 0.3);
  const toys = Array.from({ length: n }, (_, i) => {
    const row = rows - 1 - Math.floor(i / columns);
    const [x, y] = at(x0 + ((i % columns) + 0.5) * cell[0], y0 + (row + 0.5) * cell[1], h + r * 0.55);
    const c = (i + Math.floor(i / columns)) % 2 ? p.body : p.accent;
    const round = rad(x - r * 0.3, y - r * 0.35, r * 1.4, [0, lite(c, 0.6)], [0.4, c], [1, dark(c, 0.5)]);
    return part(
      'toy',
      i % 6 === 4
        ? poly(
            Array.from({ length: 10 }, (_, k) => {
              const long = k % 2 ? r * 0.45 : r * 1.05;
              return [x + long * Math.sin((k * Math.PI) / 5), y - long * Math.cos((k * Math.PI) / 5)] as const;
            }),
            round,
          )
        : rect(x - r * 0.16, y - r * 1.2, r * 0.32, r * 0.3, BRASS, 4) +
            ell(x, y, r, r, round) +
            ell(x - r * 0.35, y - r * 0.4, r * 0.22, r * 0.14, '#ffffff', 'opacity=".7"'),
    );
  });
  const grid =
    times(columns - 1, (i) => rect((i + 1) * cell[0] - 4, 0, 8, d, '#e9e0cd')) +
    times(rows - 1, (i) => rect(0, (i + 1) * cell[1] - 4, w, 8, '#e9e0cd'));
  return (
    shadow(850, 1262, 660, 180) +
    box({
      x: x0,
      y: y0 + d + 40,
      w,
      d: 40,
      h: 420,
      c: p.accent,
      front:
        rect(30, 30, w - 60, 360, 'none', 20, `stroke="${p.body}" stroke-width="10"`) +
        text(p.brand, w / 2, 130, 104, p.body, { anchor: 'middle', max: w - 160 }) +
        text(p.series, w / 2, 206, 64, '#fbf9f4', { anchor: 'middle', max: w - 160 }),
    }) +
    box({ x: x0, y: y0, w, d, h, c: dark(p.accent, 0.06), top: rect(14, 14, w - 28, d - 28, '#b79f78') + grid }) +
    toys.join('')
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

/** Points along a strand hung by its ends, with a wave. */
const strand = Array.from({ length: 131 }, (_, i) => {
  const t = i / 130;
  return [150 + 1300 * t, 520 + 560 * Math.sin(Math.PI * t) + 70 * Math.sin(7 * t)] as const;
});

/** A garland of fir twigs hung by its ends. */
const twigs = (g: string, snow: boolean): string =>
  shadow(800, 1280, 560, 70, 0.2) +
  part(
    'twigs',
    line(`M${strand.map(([x, y]) => `${r1(x)},${r1(y)}`).join('L')}`, '#5f4630', 22) +
      strand
        .map(([x, y], i) =>
          times(4, (k) => {
            const angle = (k * 90 + 35 + ((i * 37) % 50)) * (Math.PI / 180);
            const frosted = snow && (i + k) % 3 === 0;
            return line(
              `M${r1(x)},${r1(y)}l${r1(96 * Math.cos(angle))},${r1(96 * Math.sin(angle))}`,
              frosted ? '#f4f7f7' : ([g, lite(g, 0.2), dark(g, 0.25)][(i + k) % 3] ?? g),
              14,
            );
          }),
        )
        .join(''),
  );

/** Tinsel: thin shining strips all round a thread. */
const tinselArt = (g: string, snow: boolean): string =>
  shadow(800, 1280, 520, 60, 0.16) +
  part(
    'tinsel',
    strand
      .map(([x, y], i) =>
        times(7, (k) => {
          const angle = ((k * 360) / 7 + i * 29) * (Math.PI / 180);
          const c = snow && k % 2 ? '#eef3f3' : [g, lite(g, 0.45), lite(g, 0.75), dark(g, 0.2)][(i + k) % 4];
          return line(`M${r1(x)},${r1(y)}l${r1(112 * Math.cos(angle))},${r1(112 * Math.sin(angle))}`, c ?? g, 6);
        }),
      )
      .join('') +
      times(30, (i) => sparkle(170 + i * 43, 500 + 560 * Math.sin((Math.PI * i) / 29) + ((i * 61) % 120) - 60, 20)),
  );

/** A wreath, a garland of twigs or tinsel, by its kind; snow lies on what is named after it. */
export const wreath: Form = (p) => {
  const g = p.accent;
  const snow = /заснеж/.test(`${p.note} ${p.size}`);
  if (p.kind.startsWith('гирлянда')) return twigs(g, snow);
  if (p.kind.startsWith('мишура')) return tinselArt(g, snow);
  const needle = (a: number, r: number, k: number) => {
    const t = (a * Math.PI) / 180,
      x = 800 + r * Math.cos(t),
      y = 760 + r * Math.sin(t);
    const frosted = snow && (a + r) % 4 === 0;
    return line(
      `M${r1(x)},${r1(y)}l${r1(90 * Math.cos(t + k))},${r1(90 * Math.sin(t + k))}`,
      frosted ? '#f4f7f7' : (a * 7 + r) % 3 < 1 ? lite(g, 0.24) : (a + r) % 2 < 1 ? dark(g, 0.25) : g,
      17,
    );
  };
  return (
    shadow(800, 1262, 420, 84) +
    ell(800, 760, 330, 330, 'none', `stroke="${dark(g, 0.45)}" stroke-width="150"`) +
    times(
      90,
      (i) => needle(i * 4, 300, 0.9) + needle(i * 4 + 2, 360, -0.8) + needle(i * 4 + 1, 330, i % 2 ? 2.2 : -2.2),
    ) +
    [20, 75, 140, 200, 255, 320]
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
    ell(806, 1136, 44, 38, '#8f1d17')
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
    (p.kind ? [0.9] : [0.25, 0.55, 0.8])
      .map((k) =>
        line(
          `M${cx - r + 6},${1210 - h * k}Q${cx},${1240 - h * k} ${cx + r - 6},${1210 - h * k}`,
          lite(p.accent, 0.5),
          14,
          'opacity=".6"',
        ),
      )
      .join('');
  return (
    shadow(810, 1230, 480, 110) +
    one(980, 420, 130) +
    one(640, 620, 150) +
    `<g transform="translate(640 930) scale(.6)">${motif(p.kind, lite(p.accent, 0.62))}</g>`
  );
};
