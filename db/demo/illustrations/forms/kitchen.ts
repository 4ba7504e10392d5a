import { BLACK, dark, lite, mix, on, STEEL } from '../colour.ts';
import type { Form } from '../form.ts';
import { text } from '../lettering.ts';
import { motif } from '../motifs.ts';
import { box, disc, rod, shadow, sheen, tube, tubeD } from '../shapes.ts';
import { ell, lin, line, move, part, path, r1, rect, times } from '../svg.ts';

/** The lid of a pot: clear glass in a rim of steel, or enamelled (steel on a steel pot) like the pot itself. */
function potLid(cx: number, y: number, r: number, c: string, glass: boolean): string {
  const dome = `M${cx - r + 6},${y - 14}A${r - 6},${(r - 6) * 0.4} 0 0 0 ${cx + r - 6},${y - 14}Q${cx + 260},${y - 196} ${cx},${y - 204}Q${cx - 260},${y - 196} ${cx - r + 6},${y - 14}Z`;
  return glass
    ? part(
        'glass-lid',
        path(
          dome,
          lin(
            cx - r,
            0,
            cx + r,
            0,
            [0, '#8fa9ad', 0.8],
            [0.28, '#f4fbfb', 0.75],
            [0.6, '#c9dcde', 0.6],
            [1, '#7f999d', 0.85],
          ),
        ) +
          line(
            `M${cx - r + 20},${y - 16}A${r - 20},${(r - 20) * 0.36} 0 0 0 ${cx + r - 20},${y - 16}`,
            '#ffffff',
            9,
            'opacity=".7"',
          ) +
          ell(cx + 150, y - 128, 13, 8, '#7d8588') +
          path(
            `M${cx - 250},${y - 60}Q${cx - 190},${y - 150} ${cx - 60},${y - 172}Q${cx - 150},${y - 120} ${cx - 170},${y - 40}Z`,
            '#ffffff',
            'opacity=".7"',
          ),
      )
    : part(
        'metal-lid',
        path(dome, lin(cx - r, 0, cx + r, 0, [0, dark(c, 0.2)], [0.28, lite(c, 0.45)], [0.55, c], [1, dark(c, 0.36)])) +
          path(
            `M${cx - 250},${y - 60}Q${cx - 190},${y - 150} ${cx - 60},${y - 172}Q${cx - 150},${y - 120} ${cx - 170},${y - 40}Z`,
            '#ffffff',
            'opacity=".3"',
          ),
      );
}

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
    potLid(cx, cy - h, r, c, p.kind.startsWith('стекл')) +
    ell(cx, cy - h - 196, 70, 24, '#9aa0a4') +
    tube(cx, cy - h - 196, 34, 40, 40, BLACK) +
    ell(cx, cy - h - 248, 92, 40, lin(0, cy - h - 290, 0, cy - h - 210, [0, lite(BLACK, 0.4)], [1, '#1a1917'])) +
    text(p.size, cx, cy - 110, 84, on(c), { anchor: 'middle', max: 300 })
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
  const stack =
    p.count === 1
      ? ''
      : times(Math.min(5, (p.count || 4) - 1), (n) => part('dish', dish(720, 1120 - n * 40, 440, 0.36)));
  return `${shadow(820, 1220, 560, 110)}<g class="dish" transform="rotate(-8 900 760)">${dish(920, high, 370, 0.98)}${move(920, high + 4, motif(p.kind, p.accent))}</g>${stack}`;
};

/** One mug, or as many as the set has, up to six. */
export const mug: Form = (p) => {
  if (p.count <= 1) return part('mug', oneMug(p));
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
      move(800 + x * 1.1, 900 + y * 1.5, `<g class="mug" transform="scale(.74) translate(-800 -900)">${oneMug(p)}</g>`),
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

const clear = (w: number) =>
  lin(-w, 0, w, 0, [0, '#a9c4c8', 0.75], [0.25, '#ffffff', 0.85], [0.6, '#dcebec', 0.55], [1, '#8fb0b5', 0.85]);
const rim = (y: number, w: number) =>
  ell(0, y, w, w * 0.32, '#eef7f7', 'opacity=".9" stroke="#a9c4c8" stroke-width="7"');
const stem = (from: number) =>
  rod(0, from, 0, 1170, 30, '#dcebec') + disc(0, 1190, 160, '#cfe0e2') + disc(0, 1180, 154, '#eef7f7');
const glint = (d: string) => path(d, 'none', 'stroke="#ffffff" stroke-width="22" stroke-linecap="round" opacity=".8"');

/** One glass by what is drunk from it, round (0, …) on y = 1240. */
function oneGlass(kind: string): string {
  if (kind.includes('шамп'))
    return part(
      'flute',
      path('M-112,300Q-130,700 -40,860Q0,890 40,860Q130,700 112,300Q0,340 -112,300Z', clear(120)) +
        rim(300, 112) +
        stem(868) +
        glint('M-84,420Q-92,640 -52,780') +
        [500, 580, 660, 740].map((y, i) => ell((i % 2) * 30 - 10, y, 7, 7, '#ffffff', 'opacity=".9"')).join(''),
    );
  if (kind.includes('вин'))
    return part(
      'goblet',
      path('M-180,360Q-230,760 0,800Q230,760 180,360Q0,420 -180,360Z', clear(200)) +
        rim(360, 180) +
        stem(796) +
        glint('M-140,480Q-160,640 -110,740'),
    );
  const body = path('M-190,620Q0,690 190,620L160,1180Q0,1240 -160,1180Z', clear(190)) + rim(620, 190);
  if (kind.includes('гран'))
    return part(
      'faceted',
      body +
        times(9, (i) =>
          line(
            `M${-152 + i * 38},${800 + Math.abs(i - 4) * -6}L${-132 + i * 33},1170`,
            i % 2 ? '#ffffff' : '#8fb0b5',
            10,
            'opacity=".7"',
          ),
        ) +
        times(8, (i) =>
          path(`M${-152 + i * 38},800q19,-40 38,0`, 'none', 'stroke="#8fb0b5" stroke-width="7" opacity=".8"'),
        ) +
        line('M-184,720Q0,784 184,720', '#8fb0b5', 7, 'opacity=".6"'),
    );
  return part(
    'tumbler',
    body + glint('M-140,760Q-130,980 -120,1100') + line('M-158,1150Q0,1206 158,1150', '#ffffff', 12, 'opacity=".7"'),
  );
}

export const glass: Form = (p) => {
  const count = Math.max(1, Math.min(6, p.count || 2));
  const inFront = Math.ceil(count / 2);
  const row = (n: number, y: number, k: number) =>
    times(n, (i) =>
      move((i - (n - 1) / 2) * 470 + 800 + (y < 0 ? 90 : 0), y, `<g transform="scale(${k})">${oneGlass(p.kind)}</g>`),
    );
  return shadow(800, 1225, 300 + inFront * 190, 100) + row(count - inFront, -130, 0.96) + row(inFront, 0, 1);
};

/** A box for food: of clear glass, what is behind it is seen, or of milky plastic. */
export const container: Form = (p) => {
  const clear = p.kind.startsWith('стекл');
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
        rect(40, 40, 700, 250, lite(p.body, clear ? 0.75 : 0.4), 40, `opacity="${clear ? 0.85 : 0.55}"`) +
        (clear
          ? part(
              'glass',
              rect(70, 210, 640, 60, '#9db9bb', 24, 'opacity=".45"') +
                line('M80,70V250M700,70V250', '#8fb0b5', 8, 'opacity=".8"') +
                path('M110,60H300L180,280H110ZM350,60H420L300,280H250Z', '#ffffff', 'opacity=".85"'),
            )
          : path('M70,70H330L200,270H70Z', '#ffffff', 'opacity=".4"')),
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

/** How a jar is closed: by a twisted lid, a bail with its wire, or a tin lid that is rolled on. */
function closure(kind: string, accent: string): string {
  if (kind.startsWith('буг'))
    return part(
      'bail',
      ell(0, 612, 178, 58, '#f4fbfb', 'stroke="#9db9bb" stroke-width="8"') +
        path(
          'M-178,600Q-170,520 0,508Q170,520 178,600Q0,660 -178,600Z',
          lin(-178, 0, 178, 0, [0, '#a9c4c8'], [0.3, '#ffffff'], [1, '#87a5a8']),
        ) +
        line('M-186,640H186', '#d9752b', 26, 'opacity=".85"') +
        line('M-190,690Q-230,600 -150,548L0,506L150,548Q230,600 190,690', '#7d8387', 15) +
        line('M150,700Q250,760 236,860L176,850', '#7d8387', 15),
    );
  if (kind.startsWith('под'))
    return part(
      'tin-lid',
      tube(0, 636, 172, 172, 34, '#d9a53a') +
        disc(0, 602, 172, '#f0cf7a') +
        disc(0, 604, 140, '#d9a53a') +
        disc(0, 600, 120, '#e8c05c'),
    );
  return part(
    'twist-lid',
    tube(0, 640, 176, 176, 90, accent) +
      times(15, (i) =>
        line(
          `M${r1(-168 + i * 24)},${r1(586 + Math.sqrt(Math.max(0, 1 - ((i - 7) / 7.2) ** 2)) * 56)}v50`,
          dark(accent, 0.25),
          6,
          'opacity=".6"',
        ),
      ) +
      disc(0, 550, 176, lite(accent, 0.3)),
  );
}

/** A jar by how it is closed; empty, as it is sold, or (of no named kind) filled, as it stands on a shelf. */
export const jar: Form = (p) => {
  const filled =
    path('M-214,1170Q0,1244 214,1170V860Q0,920 -214,860Z', '#c8553a', 'opacity=".75"') +
    ell(0, 860, 214, 56, '#d96a4a', 'opacity=".85"');
  return (
    shadow(820, 1235, 380, 110) +
    move(
      800,
      0,
      path(
        'M-230,1180Q0,1260 230,1180V760Q226,660 150,620H-150Q-226,660 -230,760Z',
        lin(-230, 0, 230, 0, [0, '#9db9bb', 0.85], [0.24, '#ffffff', 0.9], [0.6, '#dcebea', 0.7], [1, '#87a5a8', 0.9]),
      ) +
        (p.kind ? line('M-196,1150Q0,1216 196,1150', '#ffffff', 16, 'opacity=".7"') : filled) +
        line('M-170,790V1120', '#ffffff', 24, 'opacity=".7"') +
        closure(p.kind, p.accent),
    )
  );
};

/** A kitchen knife: a bread knife has a wave along its edge, a carving knife a narrow blade. */
export const knife: Form = (p) => {
  // The blade of 20 cm is drawn whole, a shorter one as much shorter; the handle stays.
  const long = Math.min(1, Math.max(0.4, Number(p.size || 20) / 20));
  const high = 0.4 + 0.6 * long;
  const narrow = /хлебн|разделоч/.test(p.kind);
  const steel = lin(0, 640, 0, 880, [0, '#9aa0a4'], [0.35, '#f4f5f6'], [0.7, '#c9ced1'], [1, '#7d8387']);
  const blade = narrow
    ? path('M120,790Q300,660 960,648V820H170Q130,820 120,790Z', steel)
    : path('M120,820Q420,620 960,640V860Q520,900 120,820Z', steel) +
      path('M120,820Q520,880 960,836V860Q520,900 120,820Z', '#ffffff', 'opacity=".7"');
  const wave = p.kind.startsWith('хлебн')
    ? part(
        'wave',
        times(20, (i) => path(`M${176 + i * 38},818q19,34 38,0Z`, '#8c9093')),
      )
    : '';
  return `${shadow(840, 1160, 660, 80)}<g transform="rotate(18 800 800)"><g transform="translate(${r1(960 - 960 * long)} ${r1(750 - 750 * high)}) scale(${long} ${r1(high * 100) / 100})">${blade + wave}</g>${rect(940, 630, 60, 240, '#b9bec2', 10)}${path('M990,640H1400Q1460,650 1456,730Q1450,800 1400,800Q1200,790 1100,850H990Z', lin(0, 640, 0, 850, [0, lite(p.accent, 0.35)], [0.4, p.accent], [1, dark(p.accent, 0.4)]))}${[1080, 1210, 1340].map((x) => ell(x, 726, 20, 20, '#d9dcdd')).join('')}</g>`;
};

/** A board of glued staves, with a groove for juice or smooth. */
export const cuttingBoard: Form = (p) => {
  const c = p.body;
  return `${shadow(840, 1250, 560, 120)}<g transform="rotate(-10 800 800)">${rect(420, 330, 760, 900, dark(c, 0.35), 70)}${rect(404, 312, 760, 900, lin(404, 312, 1164, 1212, [0, lite(c, 0.3)], [1, dark(c, 0.12)]), 70)}${times(7, (i) => rect(404 + i * 108, 312, 108, 900, i % 2 ? dark(c, 0.08) : lite(c, 0.08), i === 0 || i === 6 ? 60 : 0, 'opacity=".55"'))}${p.kind.startsWith('глад') ? '' : part('groove', rect(456, 364, 656, 796, 'none', 50, `stroke="${dark(c, 0.3)}" stroke-width="20" opacity=".6"`))}${rect(700, 366, 170, 56, '#ece7db', 28)}</g>`;
};
