// One camera (yaw 27°, pitch 20°, no perspective) and one light (upper left), so that any two pictures stand side by
// side.
import { dark, lite } from './colour.ts';
import { ell, glow, lin, line, move, type Paint, type Point, path, plane, r1, rect } from './svg.ts';

/** Screen vectors of right, away and up. */
export const X: Point = [0.891, 0.155];
export const Y: Point = [0.454, -0.305];
export const DOWN: Point = [0, 0.94];
export const NEAR: Point = [-Y[0], -Y[1]];
/** Height of a circle that lies on the ground. */
const SQUASH = 0.342;

export const at = (x: number, y: number, z: number): [number, number] => [
  800 + x * X[0] + y * Y[0],
  1230 + x * X[1] + y * Y[1] - z * DOWN[1],
];

export const shadow = (cx: number, cy: number, rx: number, ry = rx * 0.26, opacity = 0.34): string =>
  ell(cx, cy, rx, ry, glow([0, '#3a2c14', opacity], [0.55, '#3a2c14', opacity * 0.45], [1, '#3a2c14', 0]), shadowMark);
const shadowMark = 'class="shadow"';
/** A thing that hangs casts none on a floor. */
export const withoutShadow = (art: string): string => art.replaceAll(/<ellipse [^>]*class="shadow"\/>/g, '');

type Box = {
  x: number;
  y?: number;
  z?: number;
  w: number;
  d: number;
  h: number;
  c: string;
  front?: string;
  side?: string;
  top?: string;
  edge?: number;
};

/** A box on the ground; `front`, `side`, `top` draw on the faces, in face units from the upper left corner. */
export function box({ x, y = 0, z = 0, w, d, h, c, front = '', side = '', top = '', edge = 0.14 }: Box): string {
  const light = lin(0, 0, w, h, [0, '#ffffff', 0.12], [1, '#1d1710', 0.05]);
  return (
    plane(
      at(x + w, y, z + h),
      Y,
      DOWN,
      rect(0, 0, d, h, dark(c, 0.2)) +
        side +
        rect(0, 0, d, h, lin(0, 0, d, h, [0, '#1d1710', 0.1], [1, '#1d1710', 0.26])),
    ) +
    plane(
      at(x, y + d, z + h),
      X,
      NEAR,
      rect(0, 0, w, d, lite(c, 0.16)) +
        top +
        rect(0, 0, w, d, lin(0, 0, w, d, [0, '#ffffff', 0.28], [1, '#ffffff', 0.02])),
    ) +
    plane(
      at(x, y, z + h),
      X,
      DOWN,
      rect(0, 0, w, h, c) +
        front +
        rect(0, 0, w, h, light) +
        rect(0, 0, w, 3, '#ffffff', 0, `opacity="${edge + 0.2}"`) +
        rect(w - 3, 0, 3, h, '#ffffff', 0, `opacity="${edge}"`),
    )
  );
}

/** A face that stands upright towards the viewer: the middle of its bottom edge on the ground. */
export const front = (w: number, h: number, inner: string, x = -w / 2): string => plane(at(x, 0, h), X, DOWN, inner);

export const sheen = (cx: number, r: number, c: string, k = 1): Paint =>
  lin(
    cx - r,
    0,
    cx + r,
    0,
    [0, dark(c, 0.22 * k)],
    [0.1, dark(c, 0.05)],
    [0.3, lite(c, 0.3 * k)],
    [0.48, c],
    [0.8, dark(c, 0.16 * k)],
    [1, dark(c, 0.34 * k)],
  );
/** The same roundness over something that is drawn already. */
export const shade = (cx: number, r: number): Paint =>
  lin(
    cx - r,
    0,
    cx + r,
    0,
    [0, '#1d1710', 0.22],
    [0.1, '#1d1710', 0.06],
    [0.3, '#ffffff', 0.2],
    [0.5, '#ffffff', 0],
    [0.8, '#1d1710', 0.16],
    [1, '#1d1710', 0.34],
  );

export const tubeD = (cx: number, cy: number, rb: number, rt: number, h: number): string =>
  `M${r1(cx - rb)},${r1(cy)}A${r1(rb)},${r1(rb * SQUASH)} 0 0 0 ${r1(cx + rb)},${r1(cy)}L${r1(cx + rt)},${r1(cy - h)}A${r1(rt)},${r1(rt * SQUASH)} 0 0 1 ${r1(cx - rt)},${r1(cy - h)}Z`;
/** A standing cylinder or cone; (cx, cy) is the middle of its base. */
export const tube = (cx: number, cy: number, rb: number, rt: number, h: number, c: string, extra = ''): string =>
  path(tubeD(cx, cy, rb, rt, h), sheen(cx, Math.max(rb, rt), c), extra);
export const disc = (cx: number, cy: number, r: number, fill: Paint, extra = ''): string =>
  ell(cx, cy, r, r * SQUASH, fill, extra);

/** A round rod from one point to another, lit from the upper left. */
export function rod(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  w: number,
  c: string,
  { cap = 0, taper = 1 } = {},
): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const degrees = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const [lit, dim] = Math.cos((degrees * Math.PI) / 180) >= 0 ? [0, 1] : [1, 0];
  const fill = lin(
    0,
    -w / 2,
    0,
    w / 2,
    [lit ?? 0, lite(c, 0.3)],
    [0.35, lite(c, 0.1)],
    [0.6, dark(c, 0.06)],
    [dim ?? 1, dark(c, 0.34)],
  );
  const e = (w * taper) / 2;
  const d = `M0,${-w / 2}L${r1(length)},${-e}A${cap},${e} 0 0 1 ${r1(length)},${e}L0,${w / 2}A${cap},${w / 2} 0 0 1 0,${-w / 2}Z`;
  return move(x1, y1, path(d, fill), r1(degrees));
}

export const steelBar = (x1: number, y1: number, x2: number, y2: number, w: number, c = '#b9bec2'): string =>
  rod(x1, y1, x2, y2, w, c);

/** A line with a number over it and ticks at its ends: a measured side. */
export const dimensionLine = (x1: number, y1: number, x2: number, y2: number, colour: string, width = 4): string => {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [(-(y2 - y1) / length) * 18, ((x2 - x1) / length) * 18];
  return line(
    `M${r1(x1)},${r1(y1)}L${r1(x2)},${r1(y2)}M${r1(x1 + nx)},${r1(y1 + ny)}L${r1(x1 - nx)},${r1(y1 - ny)}M${r1(x2 + nx)},${r1(y2 + ny)}L${r1(x2 - nx)},${r1(y2 - ny)}`,
    colour,
    width,
  );
};
