import { BLACK, BRASS, dark, lite, mix, on, STEEL, WOOD } from '../colour.ts';
import type { Form } from '../form.ts';
import { text } from '../lettering.ts';
import { box, disc, rod, shadow, sheen, tube, tubeD } from '../shapes.ts';
import { ell, lin, line, move, part, path, plane, rad, rect, times } from '../svg.ts';

/** What the light of a lamp looks like by the words of its name or its kelvins: warm, neutral, cold. */
const glowOf = (words: string): [near: string, far: string] =>
  /холодн|6500/.test(words)
    ? ['#f2f8ff', '#b9d4ee']
    : /нейтральн|4000/.test(words)
      ? ['#fdfcf5', '#efe7c9']
      : ['#fff4d6', '#ffd98a'];

const filaments = (x: number): string =>
  part(
    'filament',
    line(`M${x},930V640`, '#b9bec2', 9) +
      [-120, -44, 44, 120]
        .map((dx) => line(`M${x},900L${x + dx},560`, '#e08a2b', 13) + line(`M${x},900L${x + dx},560`, '#ffdf8f', 6))
        .join('') +
      line(`M${x - 120},560L${x - 44},540L${x + 44},540L${x + 120},560`, '#b9bec2', 6),
  );

/**
 * A lamp with the base that `size` names: a small base carries a slender lamp. `layout` 1: of clear glass, its threads
 * are seen; otherwise a diffuser on a body that sheds heat. The light is of the colour that `note` says.
 */
export const bulb: Form = (p) => {
  const [near, far] = glowOf(p.note);
  const clear = p.layout === 1;
  const glass =
    'M800,340C1010,340 1096,520 1060,680C1030,800 950,850 934,960H666C650,850 570,800 540,680C504,520 590,340 800,340Z';
  const slim = p.size === 'E14' ? 0.66 : 1;
  const drawn =
    shadow(800, 1262, 330, 80) +
    ell(800, 700, 520, 520, rad(800, 660, 520, [0, far, 0.8], [0.5, far, 0.25], [1, far, 0])) +
    (clear
      ? part(
          'clear-glass',
          path(glass, rad(720, 560, 520, [0, '#fffdf2', 0.75], [0.6, near, 0.4], [1, '#9fb0b4', 0.75])) +
            line(glass, '#8fa3a8', 8, 'opacity=".75"') +
            filaments(800),
        )
      : part(
          'diffuser',
          path(glass, rad(720, 560, 460, [0, '#ffffff'], [0.45, near], [1, mix(far, '#8a7a60', 0.14)])),
        )) +
    path('M640,470Q690,400 770,392Q650,470 620,620Q600,540 640,470Z', '#ffffff', `opacity="${clear ? 0.75 : 0.9}"`) +
    (clear
      ? path(
          'M672,940H928L920,1060H680Z',
          lin(672, 0, 928, 0, [0, '#b98f43'], [0.28, '#f6e0a8'], [0.6, '#d9b25e'], [1, '#8a6620']),
        )
      : path(
          'M652,940H948L926,1060H674Z',
          lin(652, 0, 948, 0, [0, '#cfd3d6'], [0.28, '#ffffff'], [0.6, '#dcdfe1'], [1, '#9ba0a4']),
        ) + times(5, (i) => line(`M${690 + i * 55},956L${696 + i * 52},1046`, '#9ba0a4', 6, 'opacity=".6"'))) +
    text(p.size, 800, 1022, 62, '#3a3d40', { anchor: 'middle', max: 210 }) +
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

/** A pendant over a table; the one «с деревом» has a wooden neck, the loft one a bare lamp in a narrow cone. */
export const pendant: Form = (p) => {
  const wood = p.kind.includes('дерев');
  if (p.kind.startsWith('лофт'))
    return (
      shadow(800, 1290, 420, 84, 0.18) +
      line('M800,120V520', BLACK, 12) +
      tube(800, 156, 80, 80, 46, BLACK) +
      ell(800, 1010, 560, 380, rad(800, 990, 540, [0, '#ffe9b0', 0.7], [1, '#ffe9b0', 0])) +
      tube(800, 640, 70, 62, 120, BLACK) +
      part(
        'loft',
        path(
          'M730,640H870L1090,980H510Z',
          lin(
            510,
            0,
            1090,
            0,
            [0, dark(p.accent, 0.2)],
            [0.28, lite(p.accent, 0.34)],
            [0.5, p.accent],
            [1, dark(p.accent, 0.42)],
          ),
        ) +
          ell(800, 980, 290, 76, dark(p.accent, 0.4)) +
          ell(800, 1040, 120, 140, rad(780, 1010, 140, [0, '#ffffff'], [0.5, '#ffe9ae'], [1, '#f0c05a'])) +
          line(
            'M650,970L640,1180M740,990L736,1210M860,990L864,1210M950,970L960,1180M640,1180Q800,1240 960,1180',
            '#26221b',
            12,
          ),
      )
    );
  return (
    shadow(800, 1290, 420, 84, 0.18) +
    line('M800,120V470', BLACK, 12) +
    tube(800, 156, 80, 80, 46, BLACK) +
    ell(800, 900, 600, 420, rad(800, 860, 560, [0, '#ffe9b0', 0.7], [1, '#ffe9b0', 0])) +
    (wood
      ? part(
          'wooden-neck',
          path('M742,430H858V544H742Z', sheen(800, 58, WOOD)) + line('M742,466H858M742,506H858', dark(WOOD, 0.25), 5),
        )
      : path('M756,470H844V540H756Z', sheen(800, 44, BRASS))) +
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

const coreColours = ['#3f74b5', '#c98b3d', '#6aa046', '#8b9094', '#33322f'];
/** The bared ends of a cable: as many as it has cores. */
const cores = (count: number): string =>
  times(count, (i) => {
    const spread = (i - (count - 1) / 2) * (count > 3 ? 24 : 31);
    return part('core', rod(1130, 1314, 1040, 1321 + spread, count > 3 ? 17 : 22, coreColours[i] ?? '#8b9094'));
  });

/** A coil with the ends of its cores. */
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
    cores(Number(/^(\d) ×/.exec(p.size)?.[1] ?? 3)) +
    move(
      612,
      930,
      rect(0, 0, 376, 190, p.paper, 14) +
        rect(0, 0, 376, 64, p.accent, 14) +
        rect(0, 40, 376, 24, p.accent) +
        text(p.brand, 24, 50, 48, on(p.accent), { max: 330 }) +
        text(p.title, 24, 116, 44, on(p.paper), { max: 330 }) +
        text(p.size, 24, 168, 42, '#33302a', { max: 330 }),
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
            part('pole', rect(i * 200 + 6, 6, 188, h - 12, '#f4f2ec', 10)) +
            rect(i * 200 + 46, 200, 108, 210, '#d9d6cd', 10) +
            rect(i * 200 + 62, 216, 76, 120, p.accent, 8) +
            rect(i * 200 + 62, 216, 76, 30, lite(p.accent, 0.35), 8) +
            ell(i * 200 + 100, 70, 30, 30, '#9aa0a4') +
            line(`M${i * 200 + 82},70h36`, '#4a4e51', 8) +
            ell(i * 200 + 100, h - 66, 30, 30, '#9aa0a4') +
            line(`M${i * 200 + 82},${h - 66}h36`, '#4a4e51', 8) +
            text(p.note || 'C16', i * 200 + 100, 480, 54, '#26221b', { anchor: 'middle', max: 150 }),
        ) + text(p.brand, w / 2, 168, 50, dark(p.accent, 0.2), { anchor: 'middle', max: w - 50 }),
      side: rect(40, 210, 130, 200, '#d3d0c6', 6),
    })
  );
};

/** A panel, square or round, with light of the colour that `note` says in kelvins. */
export const ledPanel: Form = (p) => {
  const [near, far] = glowOf(p.note || '4000');
  if (p.layout % 2)
    return (
      shadow(810, 1220, 480, 110) +
      ell(800, 840, 560, 560, rad(800, 820, 560, [0, far, 0.85], [0.6, far, 0.3], [1, far, 0])) +
      ell(812, 848, 400, 400, '#b9bec2') +
      ell(800, 836, 400, 400, '#f4f2ec') +
      part('round-panel', ell(800, 836, 356, 356, rad(760, 790, 420, [0, '#ffffff'], [0.7, near], [1, far])))
    );
  return (
    shadow(820, 1220, 520, 110) +
    part(
      'square-panel',
      plane(
        [400, 400],
        [0.99, 0.1],
        [0.05, 0.98],
        rect(14, 16, 760, 760, '#a9aeb2', 20) +
          rect(0, 0, 760, 760, '#f1efea', 20) +
          rect(40, 40, 680, 680, lin(0, 0, 680, 680, [0, '#ffffff'], [0.6, near], [1, far]), 10),
      ),
    ) +
    ell(800, 820, 640, 520, rad(800, 800, 640, [0, far, 0.5], [1, far, 0]))
  );
};

export const deskLamp: Form = (p) => {
  const c = p.accent;
  return (
    shadow(800, 1265, 460, 100) +
    ell(560, 860, 420, 330, rad(520, 850, 420, [0, '#ffe9b0', 0.8], [1, '#ffe9b0', 0])) +
    (p.kind.includes('струбцин')
      ? part(
          'clamp',
          rect(600, 1180, 420, 70, '#c9a070', 6) +
            rect(600, 1180, 420, 16, '#dcb98a', 6) +
            path('M820,1130H900V1180H820ZM900,1150H950V1330H900Z', dark(c, 0.15)) +
            rect(812, 1300, 138, 34, dark(c, 0.2), 8) +
            rect(842, 1254, 24, 50, '#9aa0a4', 4) +
            rod(854, 1334, 854, 1400, 22, '#9aa0a4') +
            rod(806, 1404, 902, 1404, 26, dark(c, 0.1), { cap: 8 }),
        )
      : part('base', tube(860, 1240, 230, 210, 50, c) + disc(860, 1190, 210, lite(c, 0.25)))) +
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
          part('outlet', ell(i * 190 + 95, 120, 78, 88, '#dcd8cd')) +
          ell(i * 190 + 95, 122, 66, 76, '#c9c5ba') +
          ell(i * 190 + 66, 122, 12, 15, '#26221b') +
          ell(i * 190 + 124, 122, 12, 15, '#26221b'),
      ),
      front:
        (p.kind.startsWith('с вык')
          ? part(
              'switch',
              rect(w - 130, 22, 96, 70, '#26221b', 12) +
                rect(w - 122, 30, 80, 54, '#e2483d', 8) +
                text('I O', w - 82, 68, 30, '#ffffff', { anchor: 'middle', max: 60 }),
            )
          : p.kind.startsWith('с защ')
            ? part(
                'surge',
                rect(w - 130, 22, 96, 70, p.accent, 12) +
                  ell(w - 82, 46, 14, 12, '#7fe08a') +
                  text('защита', w - 82, 82, 22, on(p.accent), { anchor: 'middle', max: 84 }),
              )
            : '') + text(p.brand === 'ИДД' ? '' : p.brand, 40, 84, 60, '#8b9094', { max: 260 }),
    })
  );
};
