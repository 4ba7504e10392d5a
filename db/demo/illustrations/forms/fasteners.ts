import { BRASS, dark, lite, mix, STEEL } from '../colour.ts';
import type { Form } from '../form.ts';
import { label, sticker } from '../label.ts';
import { text } from '../lettering.ts';
import { at, box, DOWN, shadow, X } from '../shapes.ts';
import { ell, lin, line, move, part, path, plane, poly, r1, rect, times } from '../svg.ts';

type Metal = { colour: string; length: number; width: number };

const shaft = (x: number, w: number, length: number, c: string) =>
  rect(
    x,
    -w / 2,
    length,
    w,
    lin(0, -w / 2, 0, w / 2, [0, lite(c, 0.2)], [0.3, lite(c, 0.5)], [0.6, c], [1, dark(c, 0.45)]),
  );
const thread = (from: number, to: number, w: number, c: string, pitch = w * 0.55) =>
  times(Math.floor((to - from) / pitch), (i) => {
    const x = from + i * pitch;
    return (
      line(`M${r1(x)},${r1(w * 0.62)}L${r1(x + pitch * 0.6)},${r1(-w * 0.62)}`, dark(c, 0.35), r1(pitch * 0.34)) +
      line(
        `M${r1(x + pitch * 0.16)},${r1(w * 0.58)}L${r1(x + pitch * 0.76)},${r1(-w * 0.58)}`,
        lite(c, 0.35),
        r1(pitch * 0.16),
      )
    );
  });
const point = (x: number, w: number, c: string, long = 2.2) =>
  poly(
    [
      [x, -w / 2],
      [x + w * long, 0],
      [x, w / 2],
    ],
    lin(0, -w / 2, 0, w / 2, [0, lite(c, 0.45)], [1, dark(c, 0.4)]),
  );

/** Cross-recessed countersunk screw. */
function screw({ colour: c, length, width: w }: Metal): string {
  const head = w * 2.1;
  return (
    path(
      `M0,${-head / 2}Q${-w * 0.16},0 0,${head / 2}L${w * 0.9},${w / 2}V${-w / 2}Z`,
      lin(0, -head / 2, 0, head / 2, [0, lite(c, 0.4)], [0.5, c], [1, dark(c, 0.5)]),
    ) +
    shaft(w * 0.8, w * 0.86, length - w * 3, c) +
    thread(w * 1.4, length - w * 1.6, w, c) +
    point(length - w * 2.25, w * 0.86, c)
  );
}

/** Self-drilling screw with a hexagon head and a rubber washer. */
function roofScrew({ colour, length, width: w }: Metal): string {
  const c = STEEL;
  return (
    rect(
      -w * 0.1,
      -w * 0.95,
      w * 1.1,
      w * 1.9,
      lin(0, -w, 0, w, [0, lite(colour, 0.35)], [0.5, colour], [1, dark(colour, 0.4)]),
      r1(w * 0.12),
    ) +
    line(`M${-w * 0.05},${-w * 0.32}H${w}M${-w * 0.05},${w * 0.36}H${w}`, dark(colour, 0.3), r1(w * 0.08)) +
    rect(w, -w * 1.45, w * 0.28, w * 2.9, colour, r1(w * 0.1)) +
    rect(w * 1.26, -w * 1.4, w * 0.34, w * 2.8, '#2b2a28', r1(w * 0.14)) +
    shaft(w * 1.6, w * 0.8, length - w * 3.2, c) +
    thread(w * 1.8, length - w * 2.2, w, c) +
    path(
      `M${length - w * 1.7},${-w * 0.32}L${length - w * 0.5},${-w * 0.32}L${length},0L${length - w * 0.5},${w * 0.32}H${length - w * 1.7}Z`,
      lin(0, -w * 0.3, 0, w * 0.3, [0, lite(c, 0.5)], [1, dark(c, 0.4)]),
    ) +
    line(`M${length - w * 1.6},${w * 0.26}L${length - w * 0.5},${-w * 0.2}`, dark(c, 0.5), r1(w * 0.1))
  );
}

/** Plastic plug with the nail in it. */
function dowelNail({ colour: c, length, width: w }: Metal): string {
  return (
    rect(length - w * 1.2, -w * 0.2, w * 1.4, w * 0.4, BRASS) +
    shaft(w * 0.4, w, length - w * 1.4, c) +
    times(5, (i) =>
      rect(length * 0.42 + i * w * 0.62, -w * 0.66, w * 0.3, w * 1.32, mix(c, '#8a7a60', 0.12), r1(w * 0.1)),
    ) +
    line(`M${length * 0.4},0H${length - w * 1.2}`, dark(c, 0.4), r1(w * 0.12)) +
    rect(-w * 0.1, -w * 0.95, w * 0.5, w * 1.9, lin(0, -w, 0, w, [0, lite(c, 0.5)], [1, dark(c, 0.25)]), r1(w * 0.2)) +
    rect(
      -w * 0.42,
      -w * 0.7,
      w * 0.36,
      w * 1.4,
      lin(0, -w, 0, w, [0, lite(BRASS, 0.4)], [1, dark(BRASS, 0.4)]),
      r1(w * 0.14),
    )
  );
}

/** Plate dowel for insulation boards. */
function insulationDowel({ colour: c, length, width: w }: Metal): string {
  return (
    shaft(w * 0.5, w * 0.9, length - w, c) +
    times(7, (i) => rect(length * 0.62 + i * w * 0.6, -w * 0.6, w * 0.28, w * 1.2, dark(c, 0.12), r1(w * 0.1))) +
    ell(0, 0, w * 0.9, w * 3.1, lin(0, -w * 3, 0, w * 3, [0, lite(c, 0.6)], [0.6, c], [1, dark(c, 0.25)])) +
    times(6, (i) => ell(w * 0.02, -w * 2.3 + i * w * 0.92, w * 0.24, w * 0.26, dark(c, 0.4))) +
    ell(-w * 0.1, 0, w * 0.28, w * 0.7, dark('#e08a2b', 0.05))
  );
}

function nail({ colour: c, length, width: w }: Metal): string {
  return (
    shaft(w * 0.4, w, length - w * 2, c) +
    line(
      `M${w * 0.9},${-w * 0.5}V${w * 0.5}M${w * 1.4},${-w * 0.5}V${w * 0.5}M${w * 1.9},${-w * 0.5}V${w * 0.5}`,
      dark(c, 0.35),
      r1(w * 0.12),
    ) +
    point(length - w * 1.7, w, c, 1.7) +
    rect(
      -w * 0.1,
      -w * 1.2,
      w * 0.55,
      w * 2.4,
      lin(0, -w, 0, w, [0, lite(c, 0.5)], [0.5, c], [1, dark(c, 0.5)]),
      r1(w * 0.2),
    )
  );
}

const nut = (x: number, w: number, c: string) =>
  rect(
    x,
    -w,
    w * 0.95,
    w * 2,
    lin(
      0,
      -w,
      0,
      w,
      [0, lite(c, 0.3)],
      [0.3, lite(c, 0.55)],
      [0.34, c],
      [0.66, dark(c, 0.1)],
      [0.7, dark(c, 0.3)],
      [1, dark(c, 0.45)],
    ),
    r1(w * 0.1),
  );

function anchorBolt({ colour: c, length, width: w }: Metal): string {
  return (
    shaft(0, w, length - w, c) +
    thread(0, length * 0.42, w, c, w * 0.3) +
    nut(length * 0.16, w, c) +
    rect(
      length * 0.16 + w * 0.95,
      -w * 1.2,
      w * 0.22,
      w * 2.4,
      lin(0, -w, 0, w, [0, lite(c, 0.6)], [1, dark(c, 0.35)]),
    ) +
    rect(
      length * 0.66,
      -w * 0.56,
      length * 0.2,
      w * 1.12,
      lin(0, -w, 0, w, [0, lite(STEEL, 0.4)], [1, dark(STEEL, 0.45)]),
    ) +
    line(`M${length * 0.66},0H${length * 0.84}`, '#4a4744', r1(w * 0.1)) +
    path(
      `M${length * 0.86},${-w * 0.4}L${length},${-w * 0.62}V${w * 0.62}L${length * 0.86},${w * 0.4}Z`,
      lin(0, -w, 0, w, [0, lite(c, 0.5)], [1, dark(c, 0.5)]),
    )
  );
}

function bolt({ colour: c, length, width: w }: Metal): string {
  return nut(0, w, c) + shaft(w * 0.9, w, length - w, c) + thread(w * 1.1, length - w * 0.1, w, c, w * 0.3);
}

const pieces: Record<string, (metal: Metal) => string> = {
  wood: screw,
  drywall: screw,
  roof: roofScrew,
  dowel: dowelNail,
  insulation: insulationDowel,
  nail,
  anchor: anchorBolt,
  bolt,
};

/** One fastener from its head at (0, 0) to its point at (length, 0). */
export const piece = (kind: string, metal: Metal): string => (pieces[kind] ?? screw)(metal);

/** Length and thickness in millimetres that the label says: «3,5 × 35 мм», «M10 × 95 мм». */
export function millimetres(size: string): { width: number; length: number } {
  const [width = 5, length = 50] = (size.match(/[\d,]+/g) ?? []).map((number) => Number(number.replace(',', '.')));
  return { width, length };
}

/** The carton with its window and some of what is in it before it, in their true proportions. */
export const fastenerPack: Form = (p) => {
  const mm = millimetres(p.size);
  const long = Math.min(620, 250 + mm.length * 3.1);
  const metal: Metal = {
    colour: p.body,
    length: long,
    width: Math.max(24, Math.min(74, (mm.width / mm.length) * long * 1.1)),
  };
  const heap = [
    [270, 1250, 10],
    [420, 1345, -7],
    [840, 1370, 3],
    [930, 1280, 16],
  ] as const;
  // A thousand pieces take a larger carton than fifty.
  const large = p.count > 0 ? Math.min(1, 0.62 + 0.127 * Math.log10(p.count)) : 1;
  const few = p.count > 0 && p.count <= 20 ? 2 : 4;
  if (p.count === 1) {
    const k = 980 / long;
    return (
      shadow(820, 1010, 520, 50, 0.3) +
      part(
        'fastener',
        `<g transform="translate(330 900) rotate(-8) scale(${r1(k * 100) / 100})">${piece(p.kind, metal)}</g>`,
      ) +
      move(640, 1100, sticker({ ...p, note: '' }))
    );
  }
  return (
    shadow(860, 1230, 600, 150) +
    `<g transform="translate(860 1250) scale(${large}) translate(-860 -1250)">${box({
      x: -300,
      y: 300,
      w: 560,
      d: 300,
      h: 400,
      c: p.paper,
      front: label(560, 400, p),
      side:
        rect(0, 0, 300, 150, p.accent) +
        rect(0, 150, 300, 12, mix(p.accent, '#f0b429', 0.55)) +
        text(p.size, 150, 260, 46, '#26221b', { anchor: 'middle', max: 260 }),
      top:
        rect(40, 40, 480, 220, '#4d473c') +
        times(30, (i) =>
          ell(
            70 + ((i * 83) % 430),
            66 + ((i * 47) % 170),
            22,
            18,
            mix(p.body, '#ffffff', (i % 4) * 0.12),
            `stroke="${dark(p.body, 0.45)}" stroke-width="4"`,
          ),
        ),
    })}</g>` +
    heap
      .slice(0, few)
      .map(
        ([x, y, turn]) =>
          shadow(x + long / 2, y + 16, long * 0.52, 22, 0.3) + part('fastener', move(x, y, piece(p.kind, metal), turn)),
      )
      .join('')
  );
};

const holes = (w: number, h: number, step: number, c: string) =>
  times(Math.floor(w / step) * Math.floor(h / step), (i) => {
    const columns = Math.floor(w / step);
    const [x, y] = [(i % columns) * step + step / 2, Math.floor(i / columns) * step + step / 2];
    return ell(x, y, step * 0.17, step * 0.17, dark(c, 0.6)) + ell(x + 2, y + 3, step * 0.13, step * 0.13, '#f0ede5');
  });

/** Perforated angle, strap or plate of sheet; of a pack of them three stand behind one another. */
export const bracket: Form = (p) =>
  p.count > 1
    ? [2, 1, 0]
        .map((i) =>
          move(i * 110 - 110, i * -84 + 84, `<g transform="translate(130 150) scale(.84)">${oneBracket(p)}</g>`),
        )
        .join('')
    : oneBracket(p);

const oneBracket: Form = (p) => {
  const c = p.body;
  const wide = p.kind === 'plate' ? 320 : 420;
  const face = (w: number, h: number) =>
    rect(0, 0, w, h, lin(0, 0, w, h, [0, lite(c, 0.55)], [0.45, c], [1, dark(c, 0.22)]), 18) + holes(w, h, 84, c);
  if (p.kind === 'plate')
    return (
      shadow(840, 1210, 640, 120) +
      plane(at(-560, 60, 70), X, [-0.454, 0.305], face(1100, wide)) +
      plane(at(-560, -260, 66), X, DOWN, rect(0, 0, 1100, 12, dark(c, 0.3)))
    );
  return (
    shadow(840, 1240, 560, 130) +
    plane(at(-300, 300, 560), X, DOWN, face(620, 560)) +
    plane(at(-300, 300, 8), X, [-0.454, 0.305], face(620, wide)) +
    plane(at(-300, -120, 8), X, DOWN, rect(0, 0, 620, 14, dark(c, 0.35))) +
    (p.note.includes('силен') || p.series.includes('силен')
      ? poly(
          [at(10, 300, 300), at(10, 60, 6), at(10, 300, 6)],
          lin(700, 900, 900, 1200, [0, lite(c, 0.3)], [1, dark(c, 0.3)]),
        )
      : '') +
    line(`M${at(-296, 296, 12).map(r1).join()}L${at(316, 296, 12).map(r1).join()}`, lite(c, 0.6), 6)
  );
};
