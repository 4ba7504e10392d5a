import { BLACK, dark, lite, mix, on, WOOD } from '../colour.ts';
import type { Form, Params } from '../form.ts';
import { text } from '../lettering.ts';
import { box, rod, shadow } from '../shapes.ts';
import { ell, lin, line, move, part, path, poly, r1, rad, rect, times } from '../svg.ts';

/** The handle is of ash, bare, or of fibreglass with a soft grip. */
export const hammer: Form = (p) => {
  const grip =
    rod(868, 940, 960, 1270, 96, p.accent, { cap: 30, taper: 0.96 }) +
    line(
      'M872,1000L926,984M886,1052L940,1036M900,1104L954,1088M914,1156L968,1140',
      dark(p.accent, 0.35),
      10,
      'opacity=".7"',
    );
  return (
    shadow(820, 1272, 420, 80) +
    (p.kind.includes('стекло')
      ? part('fibreglass', rod(760, 560, 960, 1270, 78, '#e2b52a', { cap: 26, taper: 0.96 }) + grip)
      : part(
          'ash',
          rod(760, 560, 960, 1270, 84, WOOD, { cap: 26, taper: 0.9 }) +
            line('M780,640Q850,900 930,1230M800,640Q870,880 950,1200', dark(WOOD, 0.3), 4, 'opacity=".5"'),
        )) +
    move(
      735,
      520,
      path(
        'M-330,-96H-220Q-190,-96 -180,-70L-150,-56H80Q150,-58 210,-62Q350,-56 430,110Q330,14 240,26Q170,50 80,72H-150L-180,84Q-190,110 -220,110H-330Q-352,8 -330,-96Z',
        lin(0, -100, 0, 110, [0, '#7f8589'], [0.22, '#eceeef'], [0.55, '#9ba1a5'], [1, '#4f5457']),
      ) +
        ell(-330, 7, 22, 103, '#6b7074') +
        ell(-332, 5, 14, 84, '#b9bec2') +
        path('M-40,-76H70V92H-40Z', lin(0, -76, 0, 92, [0, '#6f7478'], [0.25, '#d5d8da'], [1, '#43474a'])) +
        text(p.size, -100, 26, 54, '#3f4447', { anchor: 'middle', max: 110 }),
      -15,
    )
  );
};

export const level: Form = (p) => {
  return (
    shadow(830, 1200, 660, 120) +
    box({
      x: -620,
      y: 60,
      z: 0,
      w: 1150,
      d: 70,
      h: 170,
      c: p.accent,
      front:
        rect(0, 26, 1150, 118, lite(p.accent, 0.08), 6) +
        text(p.brand, 230, 112, 78, on(p.accent), { max: 230 }) +
        text(p.size, 690, 112, 70, on(p.accent), { max: 230 }) +
        (
          [
            [40, 120],
            [990, 120],
            [490, 170],
          ] as const
        )
          .map(
            ([x, w]) =>
              rect(x, 30, w, 110, '#2a2926', 16) +
              rect(x + 14, 58, w - 28, 54, lin(0, 58, 0, 112, [0, '#e9ff9a'], [0.5, '#b8dd3a'], [1, '#86a81f']), 27) +
              rect(x + w / 2 - 22, 64, 44, 40, '#f6ffd8', 20) +
              rect(x + w / 2 - 30, 58, 4, 54, '#2a2926') +
              rect(x + w / 2 + 26, 58, 4, 54, '#2a2926'),
          )
          .join(''),
      side: rect(10, 30, 50, 110, BLACK, 8),
    })
  );
};

export const gloves: Form = (p) => {
  const hand = (c: string, cuff: string) =>
    path(
      'M-120,300V60Q-150,-40 -140,-160Q-136,-210 -100,-208Q-70,-206 -70,-160L-66,-60L-60,-300Q-56,-346 -22,-344Q8,-342 10,-298L12,-70L34,-310Q40,-352 70,-346Q102,-340 98,-296L82,-60L124,-240Q136,-280 164,-270Q190,-260 182,-218L140,40Q200,-40 236,-36Q276,-30 256,20L160,180Q140,220 134,300Z',
      lin(-150, 0, 240, 0, [0, lite(c, 0.3)], [0.5, c], [1, dark(c, 0.3)]),
    ) +
    path(
      'M-128,270H142V430Q0,460 -128,430Z',
      lin(-130, 0, 140, 0, [0, lite(cuff, 0.3)], [0.5, cuff], [1, dark(cuff, 0.3)]),
    ) +
    line('M-124,310Q0,334 138,310M-124,350Q0,374 138,350M-124,390Q0,414 138,390', dark(cuff, 0.25), 7, 'opacity=".6"') +
    line('M-80,20Q20,60 120,30', dark(c, 0.3), 8, 'opacity=".4"');
  return `${shadow(840, 1230, 520, 120)}<g transform="translate(990 800) rotate(14) scale(-1 1)">${hand(dark(p.accent, 0.12), p.body)}</g><g transform="translate(640 790) rotate(-10)">${hand(p.accent, p.body)}</g>`;
};

/** The blade by its slot and length; one for live wires has an insulated shaft. */
export const screwdriver: Form = (p) => {
  const c = p.accent;
  const cross = !p.size.startsWith('SL');
  // 150 mm are drawn whole, a shorter shaft as much shorter.
  const from = 760 - 460 * Math.min(1, Math.max(0.4, (p.count || 100) / 150));
  const tip = 900 - ((760 - from) * 260) / 460;
  const along = (k: number): [number, number] => [from + (760 - from) * k, tip + (900 - tip) * k];
  const insulated = p.kind.startsWith('диэлектр');
  return (
    shadow(860, 1180, 560, 90) +
    rod(760, 900, from, tip, 44, '#c9ced1') +
    (insulated ? part('insulation', rod(760, 900, ...along(0.16), 60, c)) : '') +
    `<g transform="translate(${r1(from)} ${r1(tip)}) rotate(29.5)">${
      cross
        ? part(
            'cross-tip',
            path('M20,-22L-34,-16L-62,0L-34,16L20,22Z', '#7d8387') +
              line('M16,0H-58M-30,-13L-52,-4M-30,13L-52,4', '#33373a', 7),
          )
        : part(
            'flat-tip',
            path('M20,-22L-40,-38L-66,-34V34L-40,38L20,22Z', '#8c9093') + rect(-70, -34, 10, 68, '#5b6064'),
          )
    }</g>` +
    rod(760, 890, 860, 950, 120, BLACK, { cap: 20 }) +
    rod(830, 930, 1240, 1160, 196, c, { cap: 64, taper: 0.86 }) +
    line('M880,900L1230,1096M850,980L1180,1166', dark(c, 0.35), 20, 'opacity=".55"') +
    line('M900,880L1240,1070', lite(c, 0.6), 16, 'opacity=".7"') +
    `<g transform="translate(1030 1050) rotate(29.5)">${text(insulated ? '1000 V' : p.brand, 0, 16, 62, on(c), { anchor: 'middle', max: 260 })}</g>`
  );
};

/** A hand saw; one for plasterboard has a narrow pointed blade, one with a fine tooth more teeth. */
export const saw: Form = (p) => {
  const fine = p.kind.includes('мелк');
  if (p.kind.includes('гипсокартон'))
    return (
      shadow(840, 1120, 600, 80) +
      part(
        'jab-blade',
        path(
          'M220,900L1010,720L1030,850L300,912Z',
          lin(220, 720, 300, 912, [0, '#eef0f1'], [0.5, '#b9bec2'], [1, '#84898d']),
        ) + times(26, (i) => path(`M${320 + i * 27},${909 - i * 2.3}l14,30l10,-32Z`, '#8c9093')),
      ) +
      rod(1000, 786, 1400, 700, 150, p.accent, { cap: 50, taper: 0.84 }) +
      line('M1090,720l16,110M1160,706l16,106M1230,692l14,100', dark(p.accent, 0.35), 12, 'opacity=".7"') +
      `<g transform="translate(640 840) rotate(-11)">${text(p.brand, 0, 0, 66, p.accent, { anchor: 'middle', max: 360 })}</g>`
    );
  return (
    shadow(840, 1200, 660, 100) +
    path(
      'M200,720L1010,640L1060,900L230,800Z',
      lin(200, 640, 300, 900, [0, '#eef0f1'], [0.5, '#b9bec2'], [1, '#84898d']),
    ) +
    times(fine ? 58 : 34, (i) => {
      const step = fine ? 14 : 24;
      const [x, y] = [232 + i * step, 798 + i * step * 0.121];
      return poly(
        [
          [x, y],
          [x + step * 0.58, y + (fine ? 20 : 32)],
          [x + step * 1.08, y + 4],
        ],
        '#8c9093',
      );
    }) +
    text(p.brand, 640, 780, 96, p.accent, { anchor: 'middle', max: 420 }) +
    path(
      'M960,590Q1090,560 1200,620Q1330,720 1310,880Q1270,1010 1120,990Q1010,980 1000,900Z',
      lin(960, 590, 1250, 990, [0, lite(p.accent, 0.25)], [0.5, p.accent], [1, dark(p.accent, 0.35)]),
    ) +
    path('M1090,690Q1180,670 1220,760Q1230,860 1150,890Q1080,890 1070,820Z', '#ece7db') +
    path('M1090,690Q1180,670 1220,760L1200,770Q1160,720 1086,730Z', '#1d1710', 'opacity=".25"')
  );
};

export const pliers: Form = (p) => {
  const c = p.accent;
  return (
    shadow(820, 1240, 460, 90) +
    path(
      'M740,700Q620,900 560,1180Q556,1230 610,1226Q650,1220 664,1170L820,800Z',
      lin(560, 700, 800, 900, [0, lite(c, 0.3)], [0.5, c], [1, dark(c, 0.35)]),
    ) +
    path(
      'M860,700Q980,900 1040,1180Q1044,1230 990,1226Q950,1220 936,1170L780,800Z',
      lin(800, 700, 1040, 900, [0, lite(c, 0.2)], [0.5, c], [1, dark(c, 0.4)]),
    ) +
    path('M700,620Q690,480 770,330L800,330V760H740Z', lin(690, 0, 800, 0, [0, '#eef0f1'], [1, '#9aa0a4'])) +
    path('M900,620Q910,480 830,330L800,330V760H860Z', lin(800, 0, 910, 0, [0, '#c9ced1'], [1, '#6f7478'])) +
    line('M800,340V560', '#4a4e51', 8) +
    times(8, (i) => line(`M786,${370 + i * 24}H814`, '#4a4e51', 6)) +
    ell(800, 690, 70, 70, '#aab0b4') +
    ell(794, 682, 44, 44, '#d9dcdd')
  );
};

export const trowel: Form = (p) => {
  return (
    shadow(830, 1220, 560, 100) +
    path(
      'M330,980L1180,820L1230,1110L380,1200Z',
      lin(330, 820, 500, 1200, [0, '#f0f2f3'], [0.5, '#b9bec2'], [1, '#7d8387']),
    ) +
    path('M380,1180L1228,1094L1230,1110L380,1200Z', '#5b6064') +
    path('M560,850L900,780L980,880L620,940Z', p.accent) +
    rod(720, 850, 660, 470, 120, p.accent, { cap: 40, taper: 0.9 }) +
    line('M690,820L640,500', lite(p.accent, 0.5), 16, 'opacity=".6"') +
    rod(672, 560, 664, 500, 126, BLACK, { cap: 40 })
  );
};

/**
 * A wide putty knife: a sheet of steel as broad as it is named (`count`, mm) in its back, the handle in line with it.
 */
export const spatula: Form = (p) => {
  const half = Math.max(90, Math.min(520, (p.count || 350) * 1.16));
  const neck = Math.min(90, half * 0.5);
  const stainless = !p.kind.startsWith('углерод');
  return (
    shadow(830, 1262, Math.max(220, half * 1.05), 80) +
    `<g transform="rotate(-9 800 800)">${
      part(
        'blade',
        path(
          `M${800 - half},1220L${800 - half},980L${800 - neck},780H${800 + neck}L${800 + half},980V1220Z`,
          lin(
            800 - half,
            780,
            800 + half,
            1220,
            [0, stainless ? '#f4f6f7' : '#c9ccce'],
            [0.4, stainless ? '#b9bec2' : '#8f9599'],
            [0.6, stainless ? '#eef0f1' : '#b2b7ba'],
            [1, stainless ? '#8f9599' : '#666b6f'],
          ),
        ) +
          rect(800 - half, 1204, half * 2, 16, '#ffffff', 0, 'opacity=".7"') +
          (half > 200 ? rect(800 - half + 10, 950, half * 2 - 20, 46, dark(p.accent, 0.1), 12) : ''),
      ) +
      rod(800, 800, 800, 700, neck * 1.5, '#8c9093', { cap: 10 }) +
      rod(800, 740, 800, 360, 130, p.accent, { cap: 56, taper: 0.86 }) +
      line('M766,700V420', lite(p.accent, 0.5), 16, 'opacity=".6"') +
      rod(800, 430, 800, 352, 112, BLACK, { cap: 50, taper: 0.9 })
    }</g>`
  );
};

export const tapeMeasure: Form = (p) => {
  const c = p.accent;
  return (
    shadow(820, 1240, 520, 120) +
    path('M430,1080L1400,1210V1290L430,1170Z', lin(0, 1080, 0, 1290, [0, '#ffe27a'], [1, '#e0b93a'])) +
    times(18, (i) => line(`M${640 + i * 42},${1112 + i * 5.6}v${i % 5 ? 26 : 46}`, '#26221b', 5)) +
    rect(1386, 1190, 22, 116, '#9aa0a4', 3) +
    box({
      x: -420,
      y: 30,
      w: 560,
      d: 250,
      h: 560,
      c: BLACK,
      front:
        rect(30, 30, 500, 500, c, 150) +
        ell(280, 270, 190, 190, dark(c, 0.16)) +
        ell(274, 262, 168, 168, lite(c, 0.14)) +
        text(p.brand, 280, 290, 80, on(c), { anchor: 'middle', max: 280 }),
    })
  );
};

export const goggles: Form = (p) => {
  return (
    shadow(820, 1130, 560, 100) +
    line('M240,760Q160,900 330,1010Q800,1180 1270,1010Q1440,900 1350,760', '#3a3835', 60) +
    path(
      'M250,640Q400,560 800,580Q1200,560 1350,640L1370,830Q1330,990 1090,980Q920,970 800,850Q680,970 510,980Q270,990 230,830Z',
      lin(250, 600, 400, 980, [0, '#f4fbfb', 0.95], [0.5, '#cfe0e2', 0.9], [1, '#8fa9ad', 0.95]),
    ) +
    line(
      'M250,640Q400,560 800,580Q1200,560 1350,640L1370,830Q1330,990 1090,980Q920,970 800,850Q680,970 510,980Q270,990 230,830Z',
      p.accent,
      46,
    ) +
    path('M330,680Q470,620 640,630L480,900Q340,900 310,810Z', '#ffffff', 'opacity=".6"')
  );
};

export const helmet: Form = (p) => {
  const c = p.accent;
  return (
    shadow(820, 1170, 620, 130) +
    path(
      'M330,1010Q330,470 800,460Q1270,470 1270,1010Q1060,1110 800,1110Q540,1110 330,1010Z',
      rad(640, 640, 760, [0, lite(c, 0.5)], [0.45, c], [1, dark(c, 0.42)]),
    ) +
    path(
      'M190,1060Q480,960 800,970Q1120,960 1410,1060Q1390,1150 1080,1160Q900,1110 800,1112Q700,1110 520,1160Q210,1150 190,1060Z',
      lin(0, 970, 0, 1160, [0, lite(c, 0.25)], [1, dark(c, 0.3)]),
    ) +
    path('M730,462Q800,440 870,462L890,980H710Z', lite(c, 0.18)) +
    line('M560,520Q500,700 510,980M1040,520Q1100,700 1090,980', dark(c, 0.25), 16, 'opacity=".6"') +
    text(p.brand, 800, 880, 110, on(c), { anchor: 'middle', max: 400 })
  );
};

/** Ear muffs: two cups on a band. */
export const earmuffs: Form = (p) => {
  const c = p.accent;
  const cup = (x: number, turn: number) =>
    `<g transform="rotate(${turn} ${x} 900)">${
      rect(x - 130, 720, 260, 400, dark(c, 0.35), 120) +
      rect(
        x - 118,
        730,
        220,
        372,
        lin(x - 118, 730, x + 102, 1102, [0, lite(c, 0.45)], [0.45, c], [1, dark(c, 0.3)]),
        104,
      ) +
      rect(x - 76, 790, 130, 250, lite(c, 0.12), 60, 'opacity=".8"')
    }</g>`;
  const cushion = (x: number) =>
    rect(x, 740, 96, 360, lin(x, 0, x + 96, 0, [0, '#4a4744'], [0.4, '#26241f'], [1, '#141311']), 48);
  return (
    shadow(800, 1180, 560, 100) +
    line('M420,880Q400,330 800,330T1180,880', '#26241f', 74) +
    line('M408,860Q400,344 790,322', '#6f6a63', 14, 'opacity=".8"') +
    line('M560,420Q680,352 800,350T1040,420', dark(c, 0.1), 40) +
    part('ear-cup', cushion(470) + cup(430, 4)) +
    part('ear-cup', cushion(1034) + cup(1176, -4))
  );
};

/** A barrow of zinc-coated sheet on a frame in the brand's colour, with one wheel or two. */
export const wheelbarrow: Form = (p) => {
  const c = '#b9bec2';
  const two = p.kind.startsWith('двух');
  const wheel = (x: number, y: number) =>
    part(
      'wheel',
      ell(x, y, 150, 158, '#26241f') +
        ell(x, y, 92, 98, p.accent) +
        ell(x, y, 60, 64, lite(p.accent, 0.3)) +
        ell(x, y, 30, 32, '#26241f'),
    );
  return (
    shadow(820, 1250, 640, 120) +
    (two ? wheel(560, 1090) : '') +
    (two ? rod(560, 1090, 430, 1130, 30, BLACK) : '') +
    wheel(430, 1130) +
    rod(430, 1130, 1380, 800, 34, p.accent, { cap: 10 }) +
    line('M950,1000L1010,1240M1010,1240H1090', p.accent, 30) +
    path(
      'M300,640L1160,560L1010,1000Q980,1060 900,1060H620Q550,1060 510,1000Z',
      lin(300, 560, 500, 1060, [0, lite(c, 0.45)], [0.35, c], [0.6, lite(c, 0.25)], [1, dark(c, 0.38)]),
    ) +
    path('M300,640Q560,540 1160,560L1120,640Q700,650 360,690Z', dark(c, 0.45)) +
    path('M380,668Q600,590 1090,600L1080,630Q700,640 420,680Z', dark(c, 0.2)) +
    rod(1290, 826, 1420, 786, 60, '#26241f', { cap: 20 })
  );
};

/** A roller as wide as it is named (`count`, mm; not said: 240); its nap is as long as `size` and `note` say. */
export const roller: Form = (p) => {
  const nap = mix(p.body, '#fff6dc', 0.5);
  const foam = p.kind.startsWith('поролон');
  // The bow comes from the right end, so the sleeve grows to the left.
  const k = Math.max(0.26, Math.min(1, (p.count || 240) / 240));
  const [x0, y0] = [1040 - 580 * k, 500 + 200 * k];
  const long = Number(/ворс (\d+)/.exec(p.note)?.[1] ?? 12);
  const thick = (p.count && p.count < 150 ? 76 : 150) + long * 2.2;
  const tufts = Array.from({ length: Math.round(26 * k) }, (_, i) => {
    const t = i / 25,
      x = x0 + 50 + 470 * t,
      y = y0 - thick * 0.42 - 150 * t + ((i * 37) % 29);
    return foam
      ? ell(x, y + 40 + ((i * 53) % 90), 9, 8, dark(nap, 0.2), 'opacity=".6"')
      : line(`M${r1(x)},${r1(y)}q14,${18 + long} 8,${44 + long * 3}`, dark(nap, 0.14), 5, 'opacity=".5"');
  }).join('');
  const end = `rotate(-19 ${r1(x0)} ${r1(y0)})`;
  return (
    shadow(800, 1268, 430, 90) +
    line(
      'M1040,470L1180,428Q1218,420 1210,468L1168,640Q1160,676 1120,690L930,760Q880,780 872,830L862,890',
      '#8c9093',
      24,
    ) +
    line('M1040,466L1180,424Q1214,416 1206,464L1164,636Q1156,672 1116,686L926,756Q876,776 868,826', '#eceeef', 8) +
    rod(866, 860, 790, 1256, 88, p.accent, { cap: 30, taper: 0.92 }) +
    rod(866, 862, 856, 916, 96, BLACK) +
    line('M840,960L820,1080M872,966L852,1086', dark(p.accent, 0.3), 9, 'opacity=".6"') +
    ell(792, 1226, 15, 12, '#f3f0e9') +
    rod(x0, y0, 1040, 500, thick, nap, { cap: thick * 0.28 }) +
    tufts +
    ell(x0, y0, thick * 0.27, thick / 2, lite(nap, 0.25), `transform="${end}"`) +
    ell(x0, y0, thick * 0.18, thick / 3, p.accent, `transform="${end}"`) +
    ell(x0 - 4, y0 - 2, thick * 0.09, thick / 6, dark(p.accent, 0.35), `transform="${end}"`)
  );
};

/** What the hair of a brush is: natural is light, mixed is streaked, made is of one even tone. */
const hairOf = (kind: string): [string, string] =>
  kind.includes('искус')
    ? ['#d9822b', '#f0b06a']
    : kind.includes('смеш')
      ? ['#7a5a3c', '#f1e2bd']
      : ['#e2c98f', '#f7edd2'];

function bristle(x: number, w: number, h: number, kind: string, foot = 30): string {
  const [deep, pale] = hairOf(kind);
  return (
    path(
      `M${x - w},0H${x + w}L${x + w + 6},${h}Q${x},${h + foot} ${x - w - 4},${h + 2}Z`,
      lin(x - w, 0, x + w, 0, [0, pale], [0.6, deep], [1, dark(deep, 0.22)]),
    ) +
    times(Math.round(w / 4), (i) =>
      line(
        `M${r1(x - w + 4 + i * 8)},${-4 + (i % 3) * 6}l${(i % 5) - 2},${r1(h - 40 + ((i * 13) % 34))}`,
        i % 3 ? dark(deep, 0.16) : pale,
        4,
        'opacity=".8"',
      ),
    )
  );
}
const ferrule = (x: number, w: number, h: number): string =>
  rect(
    x - w,
    0,
    w * 2,
    h,
    lin(x - w, 0, x + w, 0, [0, '#90969a'], [0.25, '#eef0f1'], [0.6, '#b4b9bd'], [1, '#7d8387']),
    6,
  ) + line(`M${x - w},${r1(h * 0.2)}H${x + w}M${x - w},${r1(h * 0.8)}H${x + w}`, '#6f7478', 5, 'opacity=".5"');

const roundBrush = (p: Params): string =>
  move(
    780,
    760,
    rod(0, -560, 0, -10, 56, p.accent, { cap: 20, taper: 1.25 }) +
      ell(0, -530, 14, 16, '#f3f0e9') +
      part(
        'round-ferrule',
        `<g transform="translate(0 -30)">${ferrule(0, p.title.includes('филён') ? 56 : 96, 190)}</g>`,
      ) +
      move(0, 160, bristle(0, p.title.includes('филён') ? 54 : 94, p.title.includes('филён') ? 210 : 280, p.kind, 60)),
    14,
  );

const blockBrush = (p: Params): string =>
  `<g transform="rotate(8 800 800)">${
    part(
      'block',
      rod(800, 330, 800, 700, 100, p.accent, { cap: 40, taper: 1.1 }) +
        rect(
          500,
          680,
          600,
          150,
          lin(0, 680, 0, 830, [0, lite(p.accent, 0.3)], [0.5, p.accent], [1, dark(p.accent, 0.3)]),
          40,
        ) +
        text(p.size, 800, 778, 70, on(p.accent), { anchor: 'middle', max: 320 }),
    ) + move(800, 826, bristle(0, 280, 330, p.kind, 24))
  }</g>`;

const bentBrush = (p: Params): string =>
  line('M1180,330Q960,560 900,760Q880,840 800,880', dark(p.accent, 0.3), 66) +
  line('M1180,330Q960,560 900,760Q880,840 800,880', p.accent, 54) +
  line('M1166,336Q946,566 886,760', lite(p.accent, 0.4), 12, 'opacity=".8"') +
  part(
    'bent-neck',
    `<g transform="translate(790 880) rotate(34)"><g transform="translate(0 -30)">${ferrule(0, 110, 150)}</g>${move(0, 120, bristle(0, 108, 230, p.kind))}</g>`,
  );

/** A brush by what it is called: flat, round, bent to reach behind a radiator, or the wide block for whitewash. */
export const brush: Form = (p) => {
  if (/филён|кругл/i.test(p.title)) return shadow(860, 1268, 330, 76) + roundBrush(p);
  if (/макловиц/i.test(p.title)) return shadow(830, 1268, 420, 86) + blockBrush(p);
  if (/радиатор/i.test(p.title)) return shadow(760, 1268, 380, 76) + bentBrush(p);
  // 75 mm are drawn as wide as the frame of a brush goes; thin glazing brushes have a long soft hair.
  const k = Math.max(0.5, Math.min(1.3, (p.count || 75) / 75));
  const thin = /лессир/i.test(p.title);
  return (
    shadow(860, 1268, 330, 76) +
    move(
      780,
      760,
      path(
        `M-42,-470Q0,-520 42,-470Q64,-330 40,-190Q34,-130 ${r1(120 * k)},-96L${r1(120 * k)},0H${r1(-120 * k)}L${r1(-120 * k)},-96Q-34,-130 -40,-190Q-64,-330 -42,-470Z`,
        lin(-120, 0, 120, 0, [0, lite(p.accent, 0.26)], [0.45, p.accent], [1, dark(p.accent, 0.34)]),
      ) +
        ell(0, -452, 16, 20, '#f3f0e9') +
        move(0, -30, ferrule(0, 150 * k, thin ? 130 : 190)) +
        text(p.size, 0, thin ? 60 : 84, 54, '#4a4e51', { anchor: 'middle', max: 230 * k }) +
        move(0, thin ? 100 : 160, bristle(0, 148 * k, thin ? 340 : 290, p.kind, thin ? 60 : 30)),
      14,
    )
  );
};
