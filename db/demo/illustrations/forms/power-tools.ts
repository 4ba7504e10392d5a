import { BLACK, BRASS, dark, lite, on, STEEL } from '../colour.ts';
import type { Form } from '../form.ts';
import { text } from '../lettering.ts';
import { box, rod, shadow, steelBar } from '../shapes.ts';
import { ell, lin, line, move, part, path, poly, r1, rect, times } from '../svg.ts';

const battery = (b: string, volts: string): string =>
  path(
    'M690,1130H970Q1010,1130 1014,1170L1024,1240Q1028,1284 986,1284H680Q640,1284 644,1240L650,1170Q654,1130 690,1130Z',
    lin(0, 1130, 0, 1284, [0, '#5b5a56'], [1, '#1e1d1b']),
  ) +
  path('M690,1130H970Q1010,1130 1014,1170L1016,1190H648L650,1170Q654,1130 690,1130Z', b) +
  text(volts, 834, 1254, 56, '#f3f0e9', { anchor: 'middle', max: 300 });

/** What it comes in: a hard case, a bag or a carton, behind the tool. */
const packedIn = (kit: string, accent: string): string =>
  /кейс/.test(kit)
    ? part(
        'case',
        box({
          x: -250,
          y: 380,
          w: 760,
          d: 210,
          h: 520,
          c: '#3a3937',
          front:
            rect(30, 30, 700, 460, '#47453f', 40) +
            rect(290, 16, 180, 50, '#26241f', 20) +
            rect(70, 380, 620, 26, accent, 8),
        }),
      )
    : /сумка/.test(kit)
      ? part(
          'bag',
          box({
            x: -230,
            y: 380,
            w: 700,
            d: 220,
            h: 400,
            c: '#2f3a45',
            front: rect(40, 60, 620, 20, accent, 8) + rect(110, 170, 480, 180, '#3d4a57', 20),
          }) + line('M640,760Q760,560 1010,820', '#26241f', 34),
        )
      : '';

/** A cordless drill with what its kit holds: no battery, one or two of them, a bag or a case. */
export const drill: Form = (p) => {
  const kit = p.kind;
  const b = p.accent,
    g = (x: number, y: number, X2: number, Y2: number) =>
      lin(x, y, X2, Y2, [0, lite(b, 0.3)], [0.4, b], [1, dark(b, 0.36)]);
  return (
    shadow(830, 1268, 430, 84) +
    packedIn(kit, b) +
    steelBar(330, 590, 190, 572, 26) +
    path(
      'M350,520L430,494V690L350,664Q326,592 350,520Z',
      lin(0, 490, 0, 690, [0, '#777b7e'], [0.3, '#dfe1e2'], [1, '#4c4f51']),
    ) +
    path('M420,480H540V704H420Z', lin(0, 480, 0, 704, [0, '#6b6b68'], [0.3, '#55534f'], [1, '#22211f'])) +
    line('M446,484V700M474,484V700M502,484V700', '#1b1a18', 7, 'opacity=".6"') +
    path(
      'M780,760L990,780L930,1120Q920,1160 880,1160H760Q724,1160 730,1120Z',
      lin(740, 0, 980, 0, [0, lite(BLACK, 0.2)], [0.4, BLACK], [1, '#171614']),
    ) +
    path(
      'M530,452H980Q1120,452 1140,560L1150,640Q1156,760 1010,800L920,836Q800,850 760,800L720,742H530Q510,600 530,452Z',
      g(600, 440, 700, 830),
    ) +
    path('M560,476H960Q1070,476 1100,540H556Z', '#ffffff', 'opacity=".18"') +
    path('M990,470Q1120,480 1138,590L1150,640Q1154,730 1050,784Q1090,640 990,470Z', dark(b, 0.45)) +
    line('M1040,560l60,-14M1048,604l66,-14M1050,648l64,-14', '#141311', 12, 'opacity=".55"') +
    path('M742,800L722,880Q716,910 742,914L770,918L786,830Z', dark(b, 0.15)) +
    (kit.startsWith('без')
      ? part(
          'bare-foot',
          path('M690,1130H970L960,1186H700Z', '#26241f') +
            rect(716, 1160, 230, 14, '#8c9093', 4) +
            rect(760, 1176, 26, 22, BRASS, 3) +
            rect(870, 1176, 26, 22, BRASS, 3),
        )
      : part('battery', battery(b, p.size))) +
    (kit.startsWith('2')
      ? part('battery', `<g transform="translate(-500 4) scale(.94)">${battery(b, p.size)}</g>`)
      : '') +
    text(p.brand, 760, 640, 92, on(b), { anchor: 'middle', max: 340 })
  );
};

export const rotary: Form = (p) => {
  const b = p.accent,
    g = (x: number, y: number, X2: number, Y2: number) =>
      lin(x, y, X2, Y2, [0, lite(b, 0.3)], [0.4, b], [1, dark(b, 0.36)]);
  return (
    shadow(830, 1265, 520, 100) +
    packedIn(p.note, b) +
    rod(120, 640, 420, 650, 30, '#8c9093') +
    times(5, (i) => line(`M${150 + i * 46},626l24,30`, '#5b6064', 8)) +
    rod(400, 650, 560, 650, 150, BLACK, { taper: 0.96 }) +
    line('M440,590V708M480,588V710M520,588V712', '#1b1a18', 8, 'opacity=".7"') +
    path(
      'M540,540H1010Q1090,540 1110,620L1130,760Q1120,820 1040,820H780L740,780H540Q520,660 540,540Z',
      g(560, 540, 660, 830),
    ) +
    path('M560,560H1000Q1060,566 1078,610H552Z', '#ffffff', 'opacity=".18"') +
    path(
      'M1030,560Q1230,580 1250,760L1230,1010Q1220,1080 1150,1080H1110Q1080,1080 1086,1040L1110,800Q1100,760 1040,760Z',
      lin(1060, 0, 1250, 0, [0, lite(BLACK, 0.22)], [0.5, BLACK], [1, '#161513']),
    ) +
    path('M1096,820L1060,960Q1050,990 1076,994L1100,998Z', '#c8c3b6') +
    path(
      'M650,800L700,800L690,1130Q688,1170 648,1170Q612,1170 612,1130Z',
      lin(610, 0, 700, 0, [0, lite(BLACK, 0.2)], [1, '#171614']),
    ) +
    line('M628,870H690M626,930H688M624,990H688M622,1050H686', '#4c4a46', 10) +
    line('M1160,1080Q1170,1200 1040,1240', '#26221b', 26) +
    text(p.brand, 800, 720, 96, on(b), { anchor: 'middle', max: 400 })
  );
};

export const grinder: Form = (p) => {
  const b = p.accent;
  return (
    shadow(830, 1180, 620, 110) +
    packedIn(p.note, b) +
    rod(560, 900, 1290, 760, 190, b, { cap: 40, taper: 0.72 }) +
    rod(960, 824, 1300, 758, 150, BLACK, { cap: 40, taper: 0.8 }) +
    line('M1060,760l14,100M1110,752l14,96M1160,744l12,90M1210,738l10,82', '#11100f', 9, 'opacity=".7"') +
    line('M1300,760Q1420,740 1400,880', '#26221b', 24) +
    rod(470, 760, 560, 960, 220, dark(STEEL, 0.12), { cap: 30 }) +
    rod(430, 560, 500, 780, 78, BLACK, { cap: 30 }) +
    text(p.brand, 770, 872, 92, on(b), { anchor: 'middle', max: 320 }) +
    path('M230,1000A330,110 0 0 1 860,980L820,1010A290,92 0 0 0 280,1030Z', dark(STEEL, 0.3)) +
    ell(548, 1036, 330, 110, '#4a4744') +
    ell(548, 1026, 330, 110, '#77716a') +
    ell(548, 1026, 230, 76, '#5e5952') +
    ell(548, 1026, 84, 30, p.accent) +
    ell(548, 1022, 40, 15, STEEL) +
    text(String(p.count || 125), 548, 1100, 54, '#e8e4d8', { anchor: 'middle', max: 120 })
  );
};

export const jigsaw: Form = (p) => {
  const b = p.accent;
  return (
    shadow(800, 1240, 560, 100) +
    packedIn(p.note, b) +
    path(
      'M430,560Q460,470 600,470H1080Q1200,470 1220,580L1230,700Q1220,760 1150,760H1110L1130,900L1110,960H500Q440,960 436,900Z',
      lin(500, 470, 600, 960, [0, lite(b, 0.3)], [0.4, b], [1, dark(b, 0.36)]),
    ) +
    path('M620,600H1040Q1080,600 1080,640V690Q1080,730 1040,730H700Q640,730 620,680Z', '#e9e4da') +
    path('M620,600H1040Q1080,600 1080,640V650H612Z', '#1d1710', 'opacity=".25"') +
    path('M600,490H1080Q1170,490 1200,560H560Z', '#ffffff', 'opacity=".18"') +
    rod(1190, 620, 1330, 600, 60, BLACK, { cap: 16 }) +
    line('M1320,600Q1420,600 1410,740', '#26221b', 24) +
    path('M470,940H620V1040H470Z', BLACK) +
    rect(520, 1030, 26, 190, '#c6ccd0', 4) +
    times(9, (i) =>
      poly(
        [
          [546, 1050 + i * 18],
          [560, 1058 + i * 18],
          [546, 1066 + i * 18],
        ],
        '#9aa0a4',
      ),
    ) +
    box({ x: -400, y: 40, z: 150, w: 820, d: 130, h: 26, c: STEEL }) +
    text(p.brand, 800, 870, 92, on(b), { anchor: 'middle', max: 380 })
  );
};

/** The end of a bit by its slot, from (0, 0) down. */
const bitTip = (slot: string): string => {
  if (/sl/.test(slot))
    return part(
      'flat-tip',
      path('M-30,0H30L38,90L34,110H-34L-38,90Z', lin(-34, 0, 34, 0, [0, '#7d8387'], [0.4, '#e8ebec'], [1, '#4a4e51'])),
    );
  if (/tx/.test(slot))
    return part(
      'star-tip',
      path('M-30,0H30V90L18,112H-18L-30,90Z', lin(-30, 0, 30, 0, [0, '#7d8387'], [0.4, '#e8ebec'], [1, '#4a4e51'])) +
        line('M-16,30V104M0,30V110M16,30V104', '#33373a', 7),
    );
  return part(
    'cross-tip',
    path('M-30,0H30V70L0,130L-30,70Z', lin(-30, 0, 30, 0, [0, '#7d8387'], [0.4, '#e8ebec'], [1, '#4a4e51'])) +
      line('M-14,60L0,120L14,60M0,20V110', '#26221b', 6),
  );
};

/** Screwdriver bits: as many as the pack has, with the slot and the length (`size`) that they are named by. */
const bits: Form = (p) => {
  const n = Math.max(1, Math.min(10, p.count || 4));
  const mm = Number.parseInt(p.size, 10) || 50;
  const shank = 40 + mm * 5;
  const columns = n > 5 ? 5 : n;
  const k = n > 5 ? 0.78 : 1;
  return (
    shadow(830, 1262, 220 + columns * 90, 100) +
    Array.from({ length: n }, (_, i) =>
      part(
        'bit',
        `<g transform="translate(${800 + ((i % columns) - (columns - 1) / 2) * 190} ${(n > 5 ? 240 + Math.floor(i / columns) * 560 : 900 - shank) + (i % columns) * 14}) scale(${k})">${
          path(
            'M-46,0H46V130L34,160H-34L-46,130Z',
            lin(-46, 0, 46, 0, [0, '#6f7478'], [0.35, '#eef0f1'], [1, '#5b6064']),
          ) +
          rect(-40, 62, 80, 20, '#5b6064', 4) +
          path(`M-26,156H26V${r1(shank)}H-26Z`, lin(-26, 0, 26, 0, [0, '#7d8387'], [0.4, '#d5d8da'], [1, '#5b6064'])) +
          rect(-32, 160, 64, Math.max(0, shank - 220), p.accent, 12) +
          move(0, shank, bitTip(p.kind))
        }</g>`,
      ),
    ).join('')
  );
};

/** One drill by what it bores: a hammer drill for concrete, a spiral for metal, one with a centre point for wood, a
 * spear for tiles; as thick against its length as `size` and `count` (its length, mm) say. */
export const drillBit: Form = (p) => {
  if (p.layout === 3) return bits(p);
  const [concrete, wood, tile] = [p.layout === 0, p.layout === 1, p.layout === 4];
  const c = concrete ? '#aeb3b7' : wood ? '#8f9599' : tile ? '#c3c8cb' : '#b98f43';
  const w = Math.max(44, Math.min(124, ((Number.parseInt(p.size, 10) || 8) / (p.count || 110)) * 1250));
  const turns = Math.round(900 / (w * 1.05));
  const from = tile ? 760 : 330;
  const flute = times(Math.max(3, Math.round((turns * (1180 - from)) / 850)), (i) => {
    const x = from + 20 + i * w * 1.05;
    return x < 1130
      ? line(
          `M${r1(x)},${r1(w * 0.46)}Q${r1(x + w * 0.3)},0 ${r1(x + w * 0.72)},${r1(-w * 0.46)}`,
          dark(c, 0.5),
          r1(w * 0.28),
          'opacity=".75"',
        )
      : '';
  });
  const head = concrete
    ? part(
        'carbide',
        path(`M1180,${r1(-w * 0.5)}H1230L1262,0L1230,${r1(w * 0.5)}H1180Z`, '#4f5457') +
          line(`M1190,0H1250M1220,${r1(-w * 0.5)}V${r1(w * 0.5)}`, '#d9dcdd', 6),
      )
    : wood
      ? part(
          'centre-point',
          path(
            `M1180,${r1(-w * 0.5)}H1206L1216,${r1(-w * 0.12)}L1264,0L1216,${r1(w * 0.12)}L1206,${r1(w * 0.5)}H1180Z`,
            '#d5d8da',
          ),
        )
      : tile
        ? part(
            'spear',
            path(
              `M1170,${r1(-w * 0.3)}L1200,${r1(-w * 0.78)}Q1250,${r1(-w * 0.5)} 1290,0Q1250,${r1(w * 0.5)} 1200,${r1(w * 0.78)}L1170,${r1(w * 0.3)}Z`,
              '#8b9094',
            ) + line('M1180,0H1270', '#3a3835', 6),
          )
        : part('drill-point', path(`M1180,${r1(-w * 0.5)}L1236,0L1180,${r1(w * 0.5)}Z`, lite(c, 0.3)));
  return (
    shadow(820, 1190, 560, 80) +
    `<g transform="translate(250 1140) rotate(-40)">${
      rod(0, 0, 340, 0, w * (concrete ? 1.15 : 0.94), dark(concrete ? '#aeb3b7' : c, 0.1)) +
      (concrete
        ? rect(40, -w * 0.3, 90, w * 0.22, '#5b6064', 8) + rect(180, -w * 0.6, 40, w * 1.2, '#5b6064', 4)
        : '') +
      rod(330, 0, 1184, 0, w * (tile ? 0.6 : 1), c, { cap: 4 }) +
      (tile ? '' : flute) +
      head +
      text(p.size, 60, -w * 0.8, 62, '#4a4e51', { max: 260 })
    }</g>`
  );
};

/** A cutting disc with its bore and diameter; a diamond one is of steel with a rim that cuts. */
export const disc: Form = (p) => {
  const c = p.body;
  const diamond = p.kind.startsWith('алмаз');
  const [cx, cy] = [800, 780];
  return (
    shadow(830, 1245, 480, 100) +
    ell(cx + 12, cy + 16, 430, 430, dark(c, 0.55)) +
    ell(
      cx,
      cy,
      430,
      430,
      lin(cx - 430, cy - 430, cx + 430, cy + 430, [0, lite(c, 0.25)], [0.5, c], [1, dark(c, 0.3)]),
    ) +
    (diamond
      ? part(
          'diamond-rim',
          ell(cx, cy, 412, 412, 'none', 'stroke="#6f6a63" stroke-width="38"') +
            times(60, (i) => ell(cx + 412 * Math.cos(i * 0.1047), cy + 412 * Math.sin(i * 0.1047), 5, 5, '#f4f6f7')),
        )
      : times(90, (i) =>
          ell(
            cx + (300 + ((i * 37) % 120)) * Math.cos(i * 0.7),
            cy + (300 + ((i * 37) % 120)) * Math.sin(i * 0.7),
            5,
            4,
            lite(c, 0.35),
            'opacity=".6"',
          ),
        )) +
    ell(cx, cy, 350, 350, 'none', `stroke="${dark(c, 0.3)}" stroke-width="5" opacity=".6"`) +
    ell(cx, cy, 270, 270, p.accent) +
    ell(cx, cy, 90, 90, '#d9dcdd') +
    ell(cx, cy, 56, 56, '#3a3632') +
    text(p.brand, cx, cy - 130, 92, on(p.accent), { anchor: 'middle', max: 380 }) +
    text(p.size, cx, cy + 180, 80, on(p.accent), { anchor: 'middle', max: 320 })
  );
};
