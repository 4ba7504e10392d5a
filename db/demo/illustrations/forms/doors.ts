import { BRASS, dark, lite, mix, STEEL } from '../colour.ts';
import type { Form } from '../form.ts';
import { text } from '../lettering.ts';
import { box, disc, rod, shadow, tube } from '../shapes.ts';
import { ell, hash, lin, line, move, part, path, plane, rad, rect, times } from '../svg.ts';

/** A leaf as wide as it is named (`count`, mm; it is 2 m high), with panels or a pane; solid pine shows its knots. */
export const door: Form = (p) => {
  const h = 960,
    w = Math.round(h * ((p.count || 800) / 2000)),
    c = p.body,
    glass = p.layout % 2;
  const panel = (y: number, k: number) =>
    rect(70, y, w - 140, k, dark(c, 0.07), 8, `stroke="${dark(c, 0.24)}" stroke-width="6"`) +
    rect(82, y + 12, w - 164, k - 24, lite(c, 0.06), 6);
  // Each line of doors has its own bars and panels.
  const kindOfLine = Number.parseInt(hash(p.series), 36);
  const bars = [
    `M${w / 2},120V590M90,356H${w - 90}`,
    `M90,276H${w - 90}M90,434H${w - 90}`,
    `M${w / 2},120V590M90,240H${w - 90}M90,356H${w - 90}M90,474H${w - 90}`,
    `M90,510Q${w / 2},330 ${w - 90},510`,
  ];
  const panels: [number, number][][] = [
    [
      [90, 360],
      [530, 340],
    ],
    [
      [90, 220],
      [360, 220],
      [640, 240],
    ],
    [[90, 790]],
    [
      [90, 500],
      [650, 230],
    ],
  ];
  return (
    shadow(860, 1262, 420, 100) +
    box({ x: -300, y: 40, w: w + 110, d: 60, h: h + 56, c: dark(c, 0.06), front: rect(55, 56, w, h, dark(c, 0.35)) }) +
    box({
      x: -245,
      y: 0,
      w,
      d: 44,
      h,
      c,
      front:
        (glass
          ? rect(90, 120, w - 180, 470, '#dfe8ea', 8, `stroke="${dark(c, 0.3)}" stroke-width="8"`) +
            line(bars[kindOfLine % 4] ?? '', dark(c, 0.25), 9) +
            path(`M100,130L${w / 2},130L100,420Z`, '#ffffff', 'opacity=".45"') +
            panel(650, 230)
          : (panels[kindOfLine % 4] ?? []).map(([y, k]) => panel(y, k)).join('')) +
        (p.kind.startsWith('массив')
          ? part(
              'knots',
              times(5, (i) => ell(46 + ((i * 211) % (w - 110)), 110 + i * 180, 11, 15, dark(c, 0.35), 'opacity=".6"')) +
                line(`M34,40Q44,480 30,930M${w - 34},40Q${w - 46},480 ${w - 30},930`, dark(c, 0.22), 4, 'opacity=".6"'),
            )
          : '') +
        rect(w - 76, 470, 30, 110, '#b9bec2', 15) +
        rod(w - 66, 505, w - 160, 505, 22, '#c6ccd0', { cap: 8 }),
    })
  );
};

/** A door of steel as wide as it is named (`count`, mm; it is 2.05 m high). */
export const entranceDoor: Form = (p) => {
  const h = 980,
    w = Math.round(h * ((p.count || 960) / 2050)),
    c = mix(p.body, '#3a3632', 0.1);
  return (
    shadow(860, 1262, 440, 100) +
    box({ x: -320, y: 60, w: w + 120, d: 70, h: h + 60, c: '#4a4744' }) +
    box({
      x: -260,
      y: 0,
      w,
      d: 96,
      h,
      c,
      front:
        times(5, (i) =>
          rect(60, 90 + i * 170, w - 120, 120, dark(c, 0.16), 10, `stroke="${dark(c, 0.4)}" stroke-width="5"`),
        ) +
        rect(w - 90, 430, 44, 220, '#8b9094', 20) +
        rod(w - 68, 500, w - 190, 500, 30, '#c6ccd0', { cap: 10 }) +
        ell(w - 68, 606, 17, 17, '#d9a53a') +
        ell(w / 2, 150, 15, 15, '#d9dcdd'),
      side: rect(30, 300, 36, 70, '#c6ccd0', 8) + rect(30, 520, 36, 120, '#c6ccd0', 8),
    })
  );
};

/** A handle on a plate (`layout` 1), a square (2) or a round rose. */
export const handle: Form = (p) => {
  const c = p.body,
    plate = p.layout % 2;
  return (
    shadow(820, 1160, 480, 120) +
    (plate
      ? move(
          470,
          480,
          rect(0, 0, 170, 640, c, 60) +
            rect(
              0,
              0,
              170,
              640,
              lin(0, 0, 170, 0, [0, '#ffffff', 0.5], [0.5, '#ffffff', 0], [1, '#1d1710', 0.35]),
              60,
            ) +
            ell(85, 500, 26, 42, '#26221b') +
            ell(85, 60, 12, 12, dark(c, 0.4)) +
            ell(85, 585, 12, 12, dark(c, 0.4)),
        )
      : p.layout === 2
        ? part(
            'square-rose',
            rect(396, 636, 340, 344, dark(c, 0.4), 18) +
              rect(380, 622, 340, 344, lin(380, 622, 720, 966, [0, lite(c, 0.5)], [0.55, c], [1, dark(c, 0.3)]), 18) +
              rect(440, 682, 220, 222, dark(c, 0.08), 12),
          )
        : part(
            'round-rose',
            ell(560, 800, 176, 180, dark(c, 0.4)) +
              ell(548, 790, 176, 180, rad(490, 720, 300, [0, lite(c, 0.5)], [0.6, c], [1, dark(c, 0.3)])) +
              ell(548, 790, 120, 122, dark(c, 0.08)),
          )) +
    rod(548, plate ? 640 : 790, 640, plate ? 660 : 810, 110, c, { cap: 20 }) +
    rod(640, plate ? 656 : 806, 1200, plate ? 720 : 870, 92, c, { cap: 34, taper: 0.86 }) +
    line(`M660,${plate ? 634 : 784}L1180,${plate ? 694 : 844}`, '#ffffff', 12, 'opacity=".6"')
  );
};

const handleSquare = (c: string): string =>
  rect(206, 450, 88, 88, dark(c, 0.45), 8) + rect(224, 468, 52, 52, '#26221b', 4);
const cylinder = (c: string): string =>
  ell(250, 300, 74, 74, dark(c, 0.45)) +
  ell(250, 300, 50, 50, BRASS) +
  rect(243, 268, 14, 64, '#26221b', 6) +
  handleSquare(c);
/** What the key enters, by layout: levers take a wide keyhole, a rim lock has a knob to turn beside its cylinder. */
const keyholes: Record<number, (c: string) => string> = {
  2: (c) =>
    rect(190, 210, 120, 190, dark(c, 0.4), 60) +
    ell(250, 268, 34, 34, '#26221b') +
    rect(236, 280, 28, 90, '#26221b', 6) +
    handleSquare(c),
  4: (c) => cylinder(c) + ell(250, 150, 96, 60, dark(c, 0.35)) + rect(170, 136, 160, 28, lite(c, 0.5), 12),
};

/** As many keys as the lock has, on a ring. */
const keys = (count: number, x: number, y: number): string =>
  ell(x, y - 70, 44, 44, 'none', `stroke="#8b9094" stroke-width="12"`) +
  times(count, (i) => {
    const turn = (i - (count - 1) / 2) * (count > 3 ? 26 : 34);
    return part(
      'key',
      `<g transform="rotate(${turn} ${x} ${y - 70})">${ell(x, y, 44, 44, 'none', `stroke="${i % 2 ? dark(BRASS, 0.12) : BRASS}" stroke-width="24"`) + rect(x - 11, y + 40, 22, 150, i % 2 ? dark(BRASS, 0.12) : BRASS, 5) + rect(x - 34, y + 126, 26, 18, BRASS, 3) + rect(x - 34, y + 160, 26, 18, BRASS, 3)}</g>`,
    );
  });

/** A lock by its kind: a padlock, or a case with what its key enters. */
export const lock: Form = (p) => {
  const c = p.body;
  if (p.layout % 2)
    return (
      shadow(820, 1240, 440, 110) +
      line('M600,800V600Q600,360 800,360T1000,600V800', dark(STEEL, 0.35), 96) +
      line('M600,800V600Q600,360 800,360T1000,600V800', lite(STEEL, 0.15), 74) +
      line('M582,800V600Q584,372 780,346', '#ffffff', 18, 'opacity=".7"') +
      box({
        x: -330,
        y: 40,
        w: 600,
        d: 190,
        h: 460,
        c,
        front:
          ell(300, 210, 62, 62, dark(c, 0.55)) +
          rect(280, 210, 40, 120, dark(c, 0.55), 14) +
          text(p.brand, 300, 90, 70, dark(c, 0.5), { anchor: 'middle', max: 400 }),
      }) +
      keys(p.count || 3, 1220, 1080)
    );
  return (
    shadow(820, 1240, 480, 120) +
    box({
      x: -420,
      y: 30,
      w: 520,
      d: 110,
      h: 700,
      c,
      front:
        (keyholes[p.layout] ?? cylinder)(c) +
        [70, 630].map((y) => ell(60, y, 16, 16, dark(c, 0.5)) + ell(460, y, 16, 16, dark(c, 0.5))).join(''),
      side: rect(20, 120, 70, 150, BRASS, 8) + rect(20, 420, 70, 110, lite(STEEL, 0.2), 8),
    }) +
    keys(p.count || 3, 1180, 1060)
  );
};

export const hinge: Form = (p) => {
  const c = p.body,
    leafD = (x: number) =>
      plane(
        [x, 470],
        [0.93, 0.13],
        [0, 1],
        rect(0, 0, 330, 640, lin(0, 0, 330, 640, [0, lite(c, 0.45)], [0.5, c], [1, dark(c, 0.3)]), 46) +
          [110, 320, 530]
            .map((y) => ell(190, y, 36, 36, dark(c, 0.5)) + ell(194, y + 4, 24, 24, dark(c, 0.75)))
            .join(''),
      );
  return (
    shadow(830, 1230, 460, 110) +
    plane([520, 430], [0.93, 0.13], [0, 1], rect(0, 0, 260, 640, dark(c, 0.18), 46)) +
    leafD(800) +
    times(5, (i) => tube(788, 600 + i * 136, 66, 66, 124, i % 2 ? dark(c, 0.1) : c)) +
    disc(788, 476, 66, lite(c, 0.4)) +
    [120, 320, 530].map((y) => ell(620, 460 + y, 34, 34, dark(c, 0.6))).join('')
  );
};
