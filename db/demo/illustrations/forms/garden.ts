import { BLACK, BRASS, dark, lite, on, STEEL, WOOD } from '../colour.ts';
import type { Form } from '../form.ts';
import { text } from '../lettering.ts';
import { plantArt } from '../plants.ts';
import { at, box, disc, rod, shadow, tube, X } from '../shapes.ts';
import { clip, ell, lin, line, move, part, path, plane, r1, rad, rect, times } from '../svg.ts';

const bladeSteel = (half: number) =>
  lin(-half, 0, half, 0, [0, '#6d7377'], [0.3, '#e4e7e8'], [0.5, '#aab0b4'], [1, '#4f5457']);

/** Blades of shovels for earth, from the shoulders at (0, 0) down: to dig, to scoop, to carry along. */
const blades = {
  // Narrow, drawn out to a point.
  pointed: (): string =>
    path(
      'M-190,10Q-120,-20 -60,0L60,0Q120,-20 190,10Q214,220 130,370Q50,480 0,520Q-50,480 -130,370Q-214,220 -190,10Z',
      bladeSteel(190),
    ) +
    line('M0,40V470', '#595e62', 9, 'opacity=".35"') +
    line('M-186,14Q-120,-16 -60,4M60,4Q120,-16 186,14', '#eef0f1', 9),
  // Wide and flat-edged, with sides that hold sand and coal.
  scoop: (): string =>
    path('M-236,4Q-110,-26 -60,0L60,0Q110,-26 236,4L266,470Q0,506 -266,470Z', bladeSteel(250)) +
    path('M-196,60Q0,10 196,60L206,440Q0,470 -206,440Z', '#6d7377', 'opacity=".32"') +
    path('M-236,4L-200,60L-210,446L-266,470ZM236,4L200,60L210,446L266,470Z', '#4f5457', 'opacity=".4"') +
    line('M-266,470Q0,506 266,470', '#f4f6f6', 10) +
    line('M-232,8Q-110,-20 -60,4M60,4Q110,-20 232,8', '#eef0f1', 9),
  // Short, with a blunt point and straight sides.
  sapper: (): string =>
    path('M-150,6Q-90,-14 -50,0L50,0Q90,-14 150,6L156,230Q120,330 0,372Q-120,330 -156,230Z', bladeSteel(156)) +
    line('M0,30V330', '#595e62', 8, 'opacity=".35"') +
    line('M-146,10Q-90,-10 -50,4M50,4Q90,-10 146,10', '#eef0f1', 8),
};

/** Which blade a shovel for earth has. */
const bladeOf = (kind: string): keyof typeof blades =>
  kind.includes('совков') ? 'scoop' : kind.includes('сапёрн') ? 'sapper' : 'pointed';

/** The scoop of a snow shovel; its edge is of the metal that the kind names, or of the scoop's own plastic. */
function snowScoop(c: string, kind: string): string {
  const edge = kind.includes('цельн') ? null : kind.includes('стальн') ? '#8c9093' : '#d5d8da';
  return part(
    'scoop-for-snow',
    path('M-290,0H290L310,330Q0,372 -310,330Z', lin(-300, 0, 300, 0, [0, lite(c, 0.3)], [0.5, c], [1, dark(c, 0.3)])) +
      line('M-180,30L-196,316M-60,20L-64,336M60,20L64,336M180,30L196,316', dark(c, 0.25), 12, 'opacity=".5"') +
      (edge
        ? part(
            'metal-edge',
            path('M-310,318Q0,362 310,318L312,350Q0,392 -312,350Z', edge) +
              [-240, -80, 80, 240].map((x) => ell(x, 348 - Math.abs(x) * 0.06, 9, 9, dark(edge, 0.35))).join(''),
          )
        : line('M-310,322Q0,366 310,322', lite(c, 0.25), 14)),
  );
}

/**
 * A shovel by its kind: for earth with a pointed, a scooping or a short blade, for snow (`layout` 1) with a wide one;
 * the shaft is of birch or of steel tube as `note` says.
 */
export const shovel: Form = (p) => {
  const snow = p.layout % 2 === 1;
  const shape = bladeOf(p.kind);
  const short = !snow && shape === 'sapper';
  const shaft = /стальной черен/.test(p.note) ? '#a9afb3' : WOOD;
  const [x, y] = short ? [668, 520] : [560, 330];
  const grip = path(
    'M-10,36L-92,-46Q-112,-80 -76,-98L40,-152Q82,-166 88,-124L60,2Z M-2,-18L40,-40L52,-104L-52,-56Z',
    snow ? dark(p.accent, 0.1) : p.accent,
    'fill-rule="evenodd"',
  );
  return (
    shadow(900, 1272, 430, 78) +
    part(shaft === WOOD ? 'shaft-of-wood' : 'shaft-of-steel', rod(x, y, 832, 900, snow ? 50 : 58, shaft)) +
    // A long shaft for earth ends in a rounded head, a short one and that for snow in a grip.
    (snow || short
      ? move(x, y, grip + line('M-88,-60Q-100,-82 -72,-94L40,-146', lite(p.accent, 0.4), 10))
      : ell(x, y, 30, 30, lite(shaft, 0.2))) +
    move(
      840,
      830,
      (snow ? snowScoop(p.accent, p.kind) : part(`blade-${shape}`, blades[shape]())) +
        path(
          'M-44,-90H44L60,60Q0,110 -60,60Z',
          snow ? dark(p.accent, 0.2) : lin(-60, 0, 60, 0, [0, '#5b6064'], [0.35, '#d5d8da'], [1, '#43474a']),
        ),
      -25,
    )
  );
};

/** A watering can of plastic, or of zinc-coated sheet painted in its colour: with hoops, a seam and a rose of brass. */
export const wateringCan: Form = (p) => {
  const c = p.accent;
  const steel = p.kind.startsWith('оцинк');
  const [bar, rose] = steel ? [STEEL, BRASS] : [c, lite(c, 0.35)];
  const hoop = (y: number, r: number) =>
    line(`M${800 - r},${y}A${r},${r * 0.342} 0 0 0 ${800 + r},${y}`, dark(STEEL, 0.2), 24) +
    line(`M${800 - r},${y - 5}A${r},${r * 0.342} 0 0 0 ${800 + r},${y - 5}`, lite(STEEL, 0.5), 8);
  return (
    shadow(800, 1262, 560, 120) +
    line('M1010,700Q1300,640 1290,900T1060,1130', dark(bar, 0.35), steel ? 34 : 62) +
    line('M1010,692Q1290,636 1280,894T1060,1120', bar, steel ? 24 : 44) +
    line('M1006,684Q1276,634 1268,890', lite(bar, 0.4), steel ? 7 : 12) +
    path('M520,1130L290,640L372,596L640,960Z', lin(300, 700, 620, 900, [0, lite(c, 0.25)], [1, dark(c, 0.3)])) +
    path('M226,676L396,520Q420,540 416,570L300,700Q250,716 226,676Z', dark(steel ? BRASS : c, 0.12)) +
    ell(312, 598, 122, 40, rose, 'transform="rotate(-42 312 598)"') +
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
    tube(800, 1210, 310, steel ? 300 : 270, 500, c) +
    disc(800, 710, steel ? 300 : 270, lite(c, 0.25)) +
    path('M536,706A264,90 0 0 1 1064,706A264,90 0 0 0 800,760Q640,760 536,706Z', dark(c, 0.35)) +
    disc(800, 716, steel ? 266 : 236, dark(c, 0.5)) +
    path('M560,690Q800,560 1040,690Q1010,640 800,610Q600,640 560,690Z', lite(c, 0.12)) +
    (steel
      ? part('hoops', hoop(1196, 309) + hoop(770, 302) + line('M700,812V1300', dark(c, 0.3), 8, 'opacity=".5"'))
      : line('M498,1140Q800,1290 1102,1140', lite(c, 0.3), 10, 'opacity=".5"')) +
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

const foliage = (turns: readonly (readonly [turn: number, k: number, colour: string])[]): string =>
  turns
    .map(
      ([turn, k, c]) =>
        `<g transform="translate(800 800) rotate(${turn}) scale(${k})">${path('M0,0C-130,-120 -120,-330 0,-470C120,-330 130,-120 0,0Z', lin(-110, 0, 110, 0, [0, lite(c, 0.3)], [0.5, c], [0.5, dark(c, 0.16)], [1, dark(c, 0.35)]))}${line('M0,-20V-430', lite(c, 0.35), 6, 'opacity=".6"')}</g>`,
    )
    .join('');

const ring = (y: number, r: number, c: string, width: number, extra = '') =>
  line(`M${800 - r},${y}A${r},${r1(r * 0.342)} 0 0 0 ${800 + r},${y}`, c, width, extra);

/**
 * A body of glazed ceramics: round, thick-rimmed, with a mirror of the window and a foot that the glaze leaves bare.
 */
const ceramicBody = (c: string): string =>
  part(
    'ceramic',
    tube(800, 1252, 270, 300, 40, c) +
      disc(800, 1212, 300, lite(c, 0.25)) +
      disc(800, 1214, 276, dark(c, 0.2)) +
      tube(800, 1216, 176, 186, 34, '#c9b193') +
      path(
        'M612,1186Q420,1010 474,800H1126Q1180,1010 988,1186Q800,1250 612,1186Z',
        lin(
          450,
          0,
          1150,
          0,
          [0, dark(c, 0.32)],
          [0.14, dark(c, 0.05)],
          [0.3, lite(c, 0.5)],
          [0.48, c],
          [0.82, dark(c, 0.22)],
          [1, dark(c, 0.44)],
        ),
      ) +
      `<g transform="rotate(6 600 930)">${rect(556, 840, 46, 190, '#ffffff', 20, 'opacity=".75"')}${rect(616, 846, 28, 170, '#ffffff', 14, 'opacity=".55"')}</g>` +
      ring(1010, 314, dark(c, 0.2), 7, 'opacity=".35"') +
      tube(800, 846, 344, 350, 60, c) +
      disc(800, 786, 350, lite(c, 0.35)) +
      disc(800, 794, 290, dark(c, 0.4)),
  );

/** A body of moulded plastic: straight thin walls with ribs, a folded lip and a clipped saucer. */
const plasticBody = (c: string): string =>
  part(
    'plastic',
    tube(800, 1262, 286, 318, 62, dark(c, 0.06)) +
      disc(800, 1200, 318, lite(c, 0.14)) +
      disc(800, 1204, 300, dark(c, 0.22)) +
      tube(800, 1212, 232, 320, 400, c) +
      Array.from({ length: 11 }, (_, i) => {
        const t = -0.86 + i * 0.172;
        const drop = (r: number) => Math.sqrt(1 - t * t) * r * 0.342;
        return line(
          `M${r1(800 + 232 * t)},${r1(1206 + drop(232))}L${r1(800 + 314 * t)},${r1(860 + drop(314))}`,
          i % 2 ? lite(c, 0.22) : dark(c, 0.16),
          9,
          'opacity=".55"',
        );
      }).join('') +
      tube(800, 858, 336, 340, 74, c) +
      ring(846, 337, dark(c, 0.25), 6, 'opacity=".5"') +
      ring(796, 339, lite(c, 0.4), 9, 'opacity=".8"') +
      disc(800, 784, 340, lite(c, 0.2)) +
      disc(800, 788, 322, dark(c, 0.46)) +
      disc(800, 828, 250, dark(c, 0.58)),
  );

const clayBody = (c: string): string =>
  tube(800, 1200, 230, 316, 380, c) +
  tube(800, 846, 336, 344, 84, c) +
  disc(800, 762, 344, lite(c, 0.25)) +
  disc(800, 768, 306, '#4d3a28') +
  line('M566,1080Q800,1170 1034,1080', dark(c, 0.22), 16, 'opacity=".5"');

/** A pot of its material, as it is sold; `layout` 1: with a plant in it, as is every pot of no named material. */
export const plantPot: Form = (p) => {
  const body = p.kind.startsWith('керам') ? ceramicBody : p.kind.startsWith('пласт') ? plasticBody : clayBody;
  const planted = body === clayBody || p.layout === 1;
  const earth = planted && body !== clayBody ? disc(800, 790, 286, '#4d3a28') : '';
  return (
    shadow(820, 1240, 420, 110) +
    (planted
      ? foliage([
          [-74, 0.86, '#3f7d4c'],
          [74, 0.84, '#38724a'],
          [-48, 1, '#4a8f57'],
          [46, 1, '#418550'],
          [-22, 1.1, '#3f7d4c'],
          [20, 1.08, '#4f9a5c'],
          [0, 1.16, '#478b54'],
        ])
      : '') +
    body(p.accent) +
    earth +
    (planted
      ? foliage([
          [-40, 0.5, '#57a064'],
          [36, 0.46, '#4a8f57'],
          [0, 0.6, '#5ba768'],
        ])
      : '')
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

const embers = times(22, (i) =>
  ell(50 + ((i * 97) % 660), 40 + ((i * 61) % 220), 46, 34, i % 3 ? '#3a332c' : '#d9572b', 'opacity=".95"'),
);

/** Skewers lie across, side by side: as many as fit. */
const skewers = (count: number, z: number): string =>
  Array.from({ length: count }, (_, i) => {
    const x = -340 + (i + 0.5) * (640 / count);
    const thick = Math.min(34, 210 / count);
    return part(
      'skewer',
      rod(...at(x, 380, z), ...at(x, -150, z), 9, '#d5d8da') +
        [0, 1, 2, 3]
          .map((k) => {
            const [m, n] = at(x, 270 - k * 72, z);
            return ell(
              m,
              n,
              thick,
              thick * 0.8,
              rad(m - 8, n - 8, thick * 1.4, [0, k % 2 ? '#e0673f' : '#b9764a'], [1, k % 2 ? '#a83821' : '#6f3f22']),
            );
          })
          .join(''),
    );
  }).join('');

/** A barbecue of black steel: on legs, folding with its cover, or under a roof. */
export const grill: Form = (p) => {
  const c = '#3f3d3a';
  const folding = p.kind.startsWith('склад');
  const roofed = p.kind.includes('крыш');
  const z = folding ? 330 : 540;
  const legs = (
    [
      [-370, 300],
      [330, 300],
      [-370, 0],
      [330, 0],
    ] as const
  )
    .map(([x, y]) => {
      const [a, b] = at(x, y, z + 20);
      const [e, f] = at(folding ? -x * 0.9 : x + (x < 0 ? -30 : 30), y, 0);
      return rod(a, b, e, f, folding ? 20 : 26, '#55534f');
    })
    .join('');
  const post = (x: number) => rod(...at(x, 320, 0), ...at(x, 320, 1120), 24, '#55534f');
  const roof = part(
    'roof',
    plane(
      at(-520, -90, 1060),
      X,
      [0.454 * 0.98, -0.52],
      rect(0, 0, 1000, 430, lin(0, 0, 1000, 430, [0, '#5b5a56'], [1, '#2b2a28']), 10),
    ) +
      times(9, (i) =>
        line(
          `M${at(-480 + i * 115, -90, 1060).map(r1)}l${r1(0.454 * 0.98 * 430)},${r1(-0.52 * 430)}`,
          '#7a7771',
          6,
          'opacity=".6"',
        ),
      ),
  );
  return (
    shadow(840, 1250, 640, 150) +
    (roofed ? post(-400) + post(360) : '') +
    legs +
    box({
      x: -390,
      y: -20,
      z,
      w: 740,
      d: 340,
      h: folding ? 150 : 210,
      c,
      top: rect(22, 22, 696, 296, '#1d1b19') + clip('M22,22H718V318H22Z', embers),
      front:
        [0, 1, 2, 3, 4, 5, 6].map((i) => ell(100 + i * 90, folding ? 110 : 140, 20, 20, '#141311')).join('') +
        text(p.brand, 40, folding ? 66 : 84, 70, '#d8d1c2', { max: 300 }),
    }) +
    skewers(p.count || 8, z + (folding ? 180 : 240)) +
    (roofed ? roof : '') +
    (folding
      ? part(
          'cover',
          move(
            1130,
            1130,
            path(
              'M-150,0Q-170,130 -130,170H130Q170,130 150,0Q0,40 -150,0Z',
              lin(-150, 0, 150, 0, [0, '#4d8a6f'], [0.5, '#2f5f4d'], [1, '#1f4436']),
            ) +
              line('M-60,-6Q-60,-90 0,-90Q60,-90 60,-6', '#26221b', 18) +
              text('чехол', 0, 110, 56, '#f3f0e9', { anchor: 'middle', max: 220 }),
          ),
        )
      : '')
  );
};

/** A rake by its kind: a fan for leaves, straight teeth, or teeth that are twisted; as many teeth as it has. */
export const rake: Form = (p) => {
  const n = Math.max(8, Math.min(24, p.count || 14));
  if (p.layout % 2)
    return (
      shadow(880, 1255, 460, 90) +
      rod(420, 300, 860, 940, 46, WOOD) +
      times(n, (i) => {
        const k = ((i / (n - 1)) * 2 - 1) * 6;
        return part(
          'tooth',
          line(
            `M870,950Q${r1(1000 + k * 40)},${r1(1090 + Math.abs(k) * 6)} ${r1(1012 + k * 62)},${r1(1220 - k * k * 2)}l${r1(k * 3)},46`,
            i % 2 ? p.accent : dark(p.accent, 0.12),
            Math.min(16, 220 / n),
          ),
        );
      }) +
      path('M820,900L930,880L960,980L830,1010Z', dark(p.accent, 0.25))
    );
  const twisted = p.kind.startsWith('вит');
  return (
    shadow(880, 1255, 460, 90) +
    rod(420, 300, 860, 940, 46, WOOD) +
    rod(660, 1090, 1230, 930, 50, p.accent, { cap: 8 }) +
    times(n, (i) => {
      const t = i / (n - 1);
      const [x, y] = [r1(676 + 540 * t), r1(1092 - 152 * t)];
      return part(
        'tooth',
        twisted
          ? line(`M${x},${y}q34,26 4,52t6,52t22,50`, '#5b6064', Math.min(17, 240 / n)) +
              line(`M${r1(x - 2)},${y}q34,26 4,52t6,52`, '#aab0b4', 5)
          : line(
              `M${x},${y}Q${r1(x + 14)},${r1(y + 80)} ${r1(x + 44)},${r1(y + 130)}`,
              '#5b6064',
              Math.min(20, 260 / n),
            ),
      );
    }) +
    rod(850, 920, 930, 1020, 60, '#8c9093')
  );
};
