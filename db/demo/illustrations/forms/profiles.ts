import { dark, lite, mix } from '../colour.ts';
import type { Form } from '../form.ts';
import { sticker } from '../label.ts';
import { at, DOWN, shadow, X } from '../shapes.ts';
import { ell, lin, line, type Point, plane, poly, r1, rect, times } from '../svg.ts';

type Section = readonly Point[];

/**
 * A cross-section (away, up) drawn out to the right: its sides lit by the way they face, the cut end on the right.
 * `closed`: the section is solid and its end is filled, otherwise it is bent sheet.
 */
function extrude(
  section: Section,
  x0: number,
  x1: number,
  c: string,
  { closed = true, end = dark(c, 0.12), y = 0, z = 0, print = '' } = {},
): string {
  const sides = section.map((from, index) => ({ from, to: section[(index + 1) % section.length] ?? from }));
  const shown = (closed ? sides : sides.slice(0, -1))
    .map((side) => ({ ...side, depth: (side.from[0] + side.to[0]) / 2, height: (side.from[1] + side.to[1]) / 2 }))
    .sort((a, b) => b.depth - a.depth || a.height - b.height);
  return (
    shown
      .map(({ from, to }) => {
        const [dy, dz] = [to[0] - from[0], to[1] - from[1]];
        const length = Math.hypot(dy, dz) || 1;
        const lit =
          Math.abs(dy) / length > 0.7 ? lite(c, 0.3) : mix(lite(c, 0.08), dark(c, 0.1), Math.abs(dy) / length);
        const points = [
          at(x0, from[0] + y, from[1] + z),
          at(x1, from[0] + y, from[1] + z),
          at(x1, to[0] + y, to[1] + z),
          at(x0, to[0] + y, to[1] + z),
        ] as const;
        const grain = print
          ? [0.25, 0.5, 0.75]
              .filter(() => length > 60)
              .map((k) => {
                const [a, b] = [
                  at(x0 + 10, from[0] + dy * k + y, from[1] + dz * k + z),
                  at(x1 - 10, from[0] + dy * k + y, from[1] + dz * k + z),
                ];
                return line(
                  `M${a.map(r1)}Q${r1((a[0] + b[0]) / 2)},${r1((a[1] + b[1]) / 2 + 12)} ${b.map(r1)}`,
                  print,
                  4,
                  'opacity=".4"',
                );
              })
              .join('')
          : '';
        return (
          poly(
            points,
            lin(points[0][0], points[0][1], points[1][0], points[1][1], [0, lite(lit, 0.16)], [1, dark(lit, 0.08)]),
            `stroke="${dark(c, 0.3)}" stroke-width="1.5" stroke-opacity=".5"`,
          ) + grain
        );
      })
      .join('') +
    (closed
      ? poly(
          section.map(([a, b]) => at(x1, a + y, b + z)),
          end,
          `stroke="${dark(end, 0.35)}" stroke-width="3"`,
        )
      : line(
          `M${section
            .map(([a, b]) =>
              at(x1, a + y, b + z)
                .map(r1)
                .join(),
            )
            .join('L')}`,
          lite(c, 0.5),
          7,
        ))
  );
}

/** Hollow floor skirting with the cable channel and its soft lip. */
export const skirting: Form = (p) => {
  const h = 200 + (p.count > 60 ? 70 : 0);
  const section: Section = [
    [0, 0],
    [0, h * 0.72],
    [18, h * 0.94],
    [40, h],
    [70, h],
    [74, h * 0.9],
    [60, 0],
  ];
  const one = (y: number, x0: number, x1: number) =>
    extrude(section, x0, x1, p.body, { y, end: '#e9e6df', print: dark(p.body, 0.35) }) +
    poly(
      [
        [24, h * 0.2],
        [24, h * 0.62],
        [56, h * 0.62],
        [50, h * 0.2],
      ].map(([a = 0, b = 0]) => at(x1, a + y, b)),
      '#4d473c',
    ) +
    line(`M${at(x0, y, 6).map(r1)}L${at(x1, y, 6).map(r1)}`, dark(p.body, 0.45), 12);
  return (
    shadow(830, 1260, 680, 150) +
    one(260, -560, 520) +
    one(0, -640, 540) +
    plane(at(-600, -3, 190), X, DOWN, sticker(p))
  );
};

/** A strip of anodised aluminium with ribs and holes for screws. */
export const threshold: Form = (p) => {
  const section: Section = [
    [0, 0],
    [6, 16],
    [60, 40],
    [130, 46],
    [200, 40],
    [254, 16],
    [260, 0],
  ];
  const one = (y: number, x0: number, x1: number) =>
    extrude(section, x0, x1, p.body, { y, end: dark(p.body, 0.25) }) +
    [96, 114, 132, 150, 168]
      .map((k) =>
        line(
          `M${at(x0 + 4, k + y, 45).map(r1)}L${at(x1 - 4, k + y, 45).map(r1)}`,
          dark(p.body, 0.3),
          4,
          'opacity=".7"',
        ),
      )
      .join('') +
    line(`M${at(x0 + 4, 70 + y, 43).map(r1)}L${at(x1 - 4, 70 + y, 43).map(r1)}`, '#ffffff', 7, 'opacity=".75"') +
    (p.kind.startsWith('скрыт')
      ? ''
      : times(5, (i) => {
          const [a, b] = at(x0 + 110 + i * ((x1 - x0 - 220) / 4), 132 + y, 46);
          return ell(a, b, 17, 9, dark(p.body, 0.6)) + ell(a + 1, b + 2, 11, 6, '#6f6a60');
        }));
  return (
    shadow(830, 1240, 680, 120) + one(330, -560, 520) + one(0, -640, 540) + plane(at(-600, -6, 96), X, DOWN, sticker(p))
  );
};

/** Corner trim for tiles: a rounded nose and a perforated anchoring leg. */
export const tileTrim: Form = (p) => {
  const one = (y: number, x0: number, x1: number) =>
    plane(
      at(x0, 120 + y, 12),
      X,
      [-0.454, 0.305],
      rect(0, 0, x1 - x0, 110, lin(0, 0, 0, 110, [0, lite(p.body, 0.3)], [1, p.body])) +
        times(15, (i) => rect(24 + i * ((x1 - x0) / 15.4), 28, 42, 54, '#d8d1c2', 20)),
    ) +
    extrude(
      [
        [0, 0],
        [0, 84],
        [8, 100],
        [26, 108],
        [40, 100],
        [40, 0],
      ],
      x0,
      x1,
      p.body,
      { y, end: dark(p.body, 0.3) },
    ) +
    line(`M${at(x0 + 4, y, 62).map(r1)}L${at(x1 - 4, y, 62).map(r1)}`, '#ffffff', 9, 'opacity=".65"');
  return (
    shadow(830, 1250, 680, 130) +
    one(330, -560, 520) +
    one(60, -640, 540) +
    plane(at(-600, -4, 112), X, DOWN, sticker(p))
  );
};

/** Light moulding between wall and ceiling, white all through. */
export const ceilingMoulding: Form = (p) => {
  const k = p.count > 60 ? 1.25 : p.count > 40 ? 1.05 : 0.86;
  const section: Section = [
    [0, 0],
    [6, 40],
    [30, 60],
    [34, 90],
    [70, 118],
    [92, 160],
    [120, 172],
    [128, 206],
    [190, 214],
    [190, 190],
    [20, 0],
  ].map(([a = 0, b = 0]) => [a * k, b * k] as const);
  const one = (y: number, x0: number, x1: number) =>
    extrude(section, x0, x1, p.body, { y, end: mix(p.body, '#d8d1c2', 0.45) }) +
    (p.note.includes('поли') && !p.note.includes('полиуретан')
      ? times(26, (i) =>
          ell(...at(x1, 40 + y + ((i * 37) % 110) * k, 60 + ((i * 53) % 110) * k), 5, 5, '#ffffff', 'opacity=".8"'),
        )
      : '');
  return (
    shadow(830, 1262, 680, 140) +
    one(300, -560, 520) +
    one(0, -640, 540) +
    plane(at(-600, -4, 150), X, DOWN, sticker(p))
  );
};

/** Channel of zinc-coated sheet for plasterboard: ПН, ПП, ПС. */
export const stud: Form = (p) => {
  const [w, h] = p.kind.includes('60')
    ? [240, 108]
    : p.kind.includes('50') || p.kind.includes('75')
      ? [230, 170]
      : [130, 112];
  const lipped = p.kind.includes('ПП') || p.kind.includes('ПС');
  const section: Section = lipped
    ? [
        [26, h],
        [0, h],
        [0, 0],
        [w, 0],
        [w, h],
        [w - 26, h],
      ]
    : [
        [0, h],
        [0, 0],
        [w, 0],
        [w, h],
      ];
  const ribs = (y: number, x0: number, x1: number) =>
    [0.3, 0.5, 0.7]
      .map((k) =>
        line(`M${at(x0, y, h * k).map(r1)}L${at(x1, y, h * k).map(r1)}`, dark(p.body, 0.22), 4, 'opacity=".8"'),
      )
      .join('') +
    line(`M${at(x0, w * 0.5 + y, 2).map(r1)}L${at(x1, w * 0.5 + y, 2).map(r1)}`, dark(p.body, 0.3), 8, 'opacity=".7"');
  const one = (y: number, z: number, x0: number, x1: number) =>
    extrude(section, x0, x1, p.body, { closed: false, y, z }) + (z ? '' : ribs(y, x0, x1));
  return (
    shadow(830, 1255, 680, 150) +
    one(w + 70, 0, -580, 520) +
    one(0, 0, -640, 540) +
    plane(at(-600, -4, 132), X, DOWN, sticker(p))
  );
};

/** Plaster bead: a T of perforated sheet. */
export const bead: Form = (p) => {
  const tall = p.count > 8 ? 120 : 84;
  const one = (y: number, x0: number, x1: number) => {
    const w = x1 - x0;
    const wing = (from: number) =>
      plane(
        at(x0, from + y, 10),
        X,
        [-0.454, 0.305],
        rect(0, 0, w, 96, lin(0, 0, 0, 96, [0, lite(p.body, 0.35)], [1, dark(p.body, 0.06)])) +
          times(24, (i) => rect(14 + i * (w / 24.4), 22, 26, 44, '#d8d1c2', 8)),
      );
    return (
      wing(210) +
      extrude(
        [
          [108, 0],
          [108, tall],
          [118, tall],
          [118, 0],
        ],
        x0,
        x1,
        p.body,
        { y },
      ) +
      wing(106) +
      line(`M${at(x0, 112 + y, tall).map(r1)}L${at(x1, 112 + y, tall).map(r1)}`, '#ffffff', 7, 'opacity=".8"')
    );
  };
  return (
    shadow(830, 1255, 680, 140) +
    one(330, -580, 520) +
    one(40, -640, 540) +
    plane(at(-600, -10, 118), X, DOWN, sticker(p))
  );
};

/** Perforated corner bead, with or without a strip of mesh. */
export const cornerBead: Form = (p) => {
  const mesh = p.kind.includes('сетк');
  const one = (y: number, x0: number, x1: number) => {
    const w = x1 - x0;
    const leg =
      rect(0, 0, w, 150, lin(0, 0, 0, 150, [0, lite(p.body, 0.3)], [1, dark(p.body, 0.08)])) +
      times(40, (i) => ell(18 + (i % 20) * (w / 20.4), 50 + Math.floor(i / 20) * 56, 15, 17, '#cfc7b6'));
    const net =
      rect(0, 0, w, 320, '#f6f4ee', 0, 'opacity=".35"') +
      times(60, (i) => line(`M${i * (w / 60)},0V320`, '#5d7f9a', 3, 'opacity=".6"')) +
      times(16, (i) => line(`M0,${i * 21}H${w}`, '#5d7f9a', 3, 'opacity=".6"'));
    return (
      (mesh ? plane(at(x0, 330 + y, 10), X, [-0.454, 0.305], net) : '') +
      plane(at(x0, y + 150, 154), X, [-0.454, 0.305], leg) +
      plane(at(x0, y, 154), X, DOWN, leg) +
      line(`M${at(x0, y, 154).map(r1)}L${at(x1, y, 154).map(r1)}`, '#ffffff', 12)
    );
  };
  return (
    shadow(830, 1255, 680, 150) +
    (mesh ? '' : one(330, -580, 520)) +
    one(20, -640, 540) +
    plane(at(-600, -4, 150), X, DOWN, sticker(p))
  );
};
