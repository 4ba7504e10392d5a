import { BLACK, dark, lite, on, STEEL } from '../colour.ts';
import type { Form } from '../form.ts';
import { text } from '../lettering.ts';
import { box, rod, shadow, steelBar } from '../shapes.ts';
import { ell, lin, line, move, path, poly, rect, times } from '../svg.ts';

export const drill: Form = (p) => {
  const b = p.accent,
    g = (x: number, y: number, X2: number, Y2: number) =>
      lin(x, y, X2, Y2, [0, lite(b, 0.3)], [0.4, b], [1, dark(b, 0.36)]);
  return (
    shadow(830, 1268, 430, 84) +
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
    path(
      'M690,1130H970Q1010,1130 1014,1170L1024,1240Q1028,1284 986,1284H680Q640,1284 644,1240L650,1170Q654,1130 690,1130Z',
      lin(0, 1130, 0, 1284, [0, '#5b5a56'], [1, '#1e1d1b']),
    ) +
    path('M690,1130H970Q1010,1130 1014,1170L1016,1190H648L650,1170Q654,1130 690,1130Z', b) +
    text(p.size, 834, 1254, 56, '#f3f0e9', { anchor: 'middle', max: 300 }) +
    text(p.brand, 760, 640, 92, on(b), { anchor: 'middle', max: 340 })
  );
};

export const rotary: Form = (p) => {
  const b = p.accent,
    g = (x: number, y: number, X2: number, Y2: number) =>
      lin(x, y, X2, Y2, [0, lite(b, 0.3)], [0.4, b], [1, dark(b, 0.36)]);
  return (
    shadow(830, 1265, 520, 100) +
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
    text('125', 548, 1100, 54, '#e8e4d8', { anchor: 'middle', max: 120 })
  );
};

export const jigsaw: Form = (p) => {
  const b = p.accent;
  return (
    shadow(800, 1240, 560, 100) +
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

export const drillBit: Form = (p) => {
  const c = p.layout === 0 ? '#b9bec2' : p.layout === 1 ? '#a9aeb2' : p.layout === 2 ? '#c9a24a' : p.accent;
  if (p.layout === 3)
    return (
      shadow(830, 1200, 520, 110) +
      [0, 1, 2, 3]
        .map((i) =>
          move(
            470 + i * 190,
            620 + i * 40,
            path('M-46,0H46V150H-46Z', lin(-46, 0, 46, 0, [0, '#6f7478'], [0.35, '#eef0f1'], [1, '#5b6064'])) +
              path('M-46,140H46L34,250H-34Z', p.accent) +
              path(
                'M-30,240H30V420L0,500L-30,420Z',
                lin(-30, 0, 30, 0, [0, '#7d8387'], [0.4, '#e8ebec'], [1, '#4a4e51']),
              ) +
              line('M-14,430L0,490L14,430', '#26221b', 6),
          ),
        )
        .join('')
    );
  const one = (x: number, y: number, k: number) =>
    `<g transform="translate(${x} ${y}) rotate(-52) scale(${k})">${rod(0, 0, 210, 0, 74, dark(c, 0.1))}${p.layout === 0 ? rect(20, -40, 40, 80, '#5b6064', 4) + rect(90, -40, 60, 14, '#5b6064') : ''}${rod(200, 0, 1000, 0, 84, c, { cap: 4 })}${times(9, (i) => line(`M${240 + i * 84},40Q${270 + i * 84},-4 ${316 + i * 84},-40`, dark(c, 0.5), 26, 'opacity=".75"'))}${path(p.layout === 1 ? 'M1000,-44L1060,-20L1110,0L1060,20L1000,44Z' : 'M1000,-48L1070,0L1000,48Z', p.layout === 0 ? '#3a3835' : lite(c, 0.2))}</g>`;
  return shadow(800, 1240, 480, 90) + one(360, 1180, 0.86) + one(560, 1220, 0.98) + one(780, 1230, 0.8);
};

export const disc: Form = (p) => {
  const c = p.body,
    one = (cx: number, cy: number) =>
      ell(cx + 12, cy + 16, 400, 400, dark(c, 0.55)) +
      ell(
        cx,
        cy,
        400,
        400,
        lin(cx - 400, cy - 400, cx + 400, cy + 400, [0, lite(c, 0.25)], [0.5, c], [1, dark(c, 0.3)]),
      ) +
      ell(cx, cy, 330, 330, 'none', `stroke="${dark(c, 0.3)}" stroke-width="5" opacity=".6"`) +
      ell(cx, cy, 240, 240, p.accent) +
      ell(cx, cy, 90, 90, '#d9dcdd') +
      ell(cx, cy, 56, 56, '#3a3632');
  return (
    shadow(830, 1245, 480, 100) +
    one(900, 800) +
    one(720, 780) +
    text(p.brand, 720, 660, 84, on(p.accent), { anchor: 'middle', max: 330 }) +
    times(
      12,
      (i) =>
        `<rect x="712" y="392" width="16" height="34" fill="${lite(c, 0.5)}" opacity=".35" transform="rotate(${i * 30} 720 780)"/>`,
    )
  );
};
