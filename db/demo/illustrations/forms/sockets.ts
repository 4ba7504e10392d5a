import { BRASS, dark, lite } from '../colour.ts';
import type { Form } from '../form.ts';
import { at, box, DOWN, shadow, X } from '../shapes.ts';
import { ell, lin, line, move, path, plane, rect, times } from '../svg.ts';

const side = 420;

/** A rounded plate of plastic standing upright, `inner` in its own units. */
function plate(c: string, posts: number, inner: string): string {
  const w = side * posts + (posts > 1 ? 0 : 0);
  const x = -w / 2 - 20;
  return (
    shadow(830, 1240, 300 + 190 * posts, 110) +
    plane(at(x + 26, 34, side - 6), X, DOWN, rect(0, 0, w, side, dark(c, 0.32), 46)) +
    plane(at(x + 12, 16, side - 2), X, DOWN, rect(0, 0, w, side, dark(c, 0.2), 46)) +
    plane(
      at(x, 0, side),
      X,
      DOWN,
      rect(0, 0, w, side, c, 46) +
        rect(0, 0, w, side, lin(0, 0, w, side, [0, '#ffffff', 0.5], [0.5, '#ffffff', 0], [1, '#1d1710', 0.16]), 46) +
        line(`M40,6H${w - 40}`, '#ffffff', 6, 'opacity=".7"') +
        inner,
    )
  );
}

const well = (x: number, c: string, size = 316) =>
  rect(x - size / 2, 210 - size / 2, size, size, lite(c, 0.16), 34, `stroke="${dark(c, 0.22)}" stroke-width="4"`);

/** The round well of an earthed outlet. */
const outletWell = (x: number, c: string) =>
  ell(x, 210, 132, 132, lin(0, 80, 0, 340, [0, dark(c, 0.3)], [1, lite(c, 0.25)])) +
  ell(x, 216, 118, 118, dark(c, 0.07)) +
  ell(x - 50, 214, 20, 20, '#26241f') +
  ell(x + 50, 214, 20, 20, '#26241f') +
  rect(x - 14, 96, 28, 42, BRASS, 6) +
  rect(x - 14, 290, 28, 42, BRASS, 6);

export const outlet: Form = (p) => {
  const c = p.body;
  if (p.kind.startsWith('двойн')) return plate(c, 2, [210, 630].map((x) => well(x, c) + outletWell(x, c)).join(''));
  const usb =
    rect(118, 304, 76, 28, '#26241f', 6) +
    rect(226, 304, 76, 28, '#26241f', 6) +
    rect(130, 312, 52, 9, '#f4f2ec', 2) +
    rect(238, 312, 52, 9, '#f4f2ec', 2);
  if (/usb/i.test(p.kind))
    return plate(c, 1, well(210, c) + move(42, 30, `<g transform="scale(.8)">${outletWell(210, c)}</g>`) + usb);
  if (p.kind.startsWith('влаго'))
    return plate(
      c,
      1,
      well(210, c) +
        outletWell(210, c) +
        rect(
          52,
          40,
          316,
          300,
          lin(52, 40, 368, 340, [0, '#ffffff', 0.75], [0.6, '#dfe8ea', 0.45], [1, '#9fb2b8', 0.5]),
          34,
          `stroke="${dark(c, 0.35)}" stroke-width="5"`,
        ) +
        rect(150, 340, 120, 26, dark(c, 0.18), 10) +
        line('M90,70Q200,60 320,72', '#ffffff', 12, 'opacity=".8"'),
    );
  return plate(c, 1, well(210, c) + outletWell(210, c));
};

const key = (x: number, w: number, c: string, lamp: boolean, marks = '') =>
  rect(
    x,
    54,
    w,
    312,
    lin(0, 54, 0, 366, [0, lite(c, 0.5)], [0.48, lite(c, 0.12)], [0.52, c], [1, dark(c, 0.2)]),
    20,
    `stroke="${dark(c, 0.24)}" stroke-width="4"`,
  ) +
  (lamp
    ? rect(x + w / 2 - 8, 92, 16, 44, '#ff9d3c', 8) + ell(x + w / 2, 114, 46, 46, '#ffb46a', 'opacity=".35"')
    : '') +
  marks;

export const lightSwitch: Form = (p) => {
  const c = p.body;
  if (p.kind.startsWith('двух'))
    return plate(c, 1, well(210, c, 330) + key(56, 150, c, false) + key(214, 150, c, false));
  const arrows = p.kind.startsWith('проход')
    ? line('M190,150V110M190,110l-16,18M190,110l16,18M230,110V150M230,150l-16,-18M230,150l16,-18', dark(c, 0.5), 7)
    : '';
  return plate(c, 1, well(210, c, 330) + key(56, 308, c, p.kind.includes('подсвет'), arrows));
};

/** A frame is only the frame: as many openings as it has posts, and nothing in them. */
export const switchFrame: Form = (p) => {
  const c = p.body;
  const posts = Math.max(1, p.count);
  const opening = (x: number) =>
    path(`M${x - 128},82h256v256h-256Z`, '#d8d1c2') +
    path(
      `M${x - 128},82h256v256h-256Z`,
      lin(x - 128, 82, x + 128, 338, [0, '#1d1710', 0.42], [0.4, '#1d1710', 0.12], [1, '#1d1710', 0.02]),
    ) +
    rect(x - 128, 82, 256, 256, 'none', 14, `stroke="${dark(c, 0.3)}" stroke-width="6"`) +
    line(`M${x - 128},338H${x + 128}V82`, lite(c, 0.55), 7) +
    [-70, 70]
      .map((dx) => rect(x + dx - 16, 74, 32, 14, dark(c, 0.35), 4) + rect(x + dx - 16, 332, 32, 14, dark(c, 0.35), 4))
      .join('');
  return plate(
    c,
    posts,
    times(posts, (i) => opening(210 + i * side)),
  );
};

export const cabinet: Form = (p) => {
  const rows = Math.max(1, Math.ceil(p.count / 12));
  const perRow = Math.min(12, Math.max(4, p.count));
  const w = 150 + perRow * 56;
  const h = 190 + rows * 190;
  const flush = p.kind.startsWith('встр');
  const module = (i: number) =>
    rect(0, 0, 48, 92, '#f4f2ec', 5) + rect(12, 24, 24, 32, i % 5 === 0 ? p.accent : '#3a3937', 4);
  const rail = (row: number) =>
    rect(56, 96 + row * 190, w - 112, 120, '#e1ddd3', 8) +
    times(Math.min(perRow, p.count - row * 12), (i) =>
      move(68 + i * ((w - 136) / perRow), 110 + row * 190, module(i + row)),
    );
  return (
    shadow(850, 1245, w * 0.72, 150) +
    (flush ? box({ x: -w / 2 - 60, y: 120, w: w + 60, d: 20, h: h + 70, c: '#e4e0d6' }) : '') +
    box({
      x: -w / 2 - 40,
      y: flush ? 90 : 20,
      z: flush ? 30 : 0,
      w,
      d: flush ? 40 : 150,
      h,
      c: '#f1efea',
      front:
        rect(20, 20, w - 40, h - 40, '#fbfaf6', 24, 'stroke="#cfcabd" stroke-width="5"') +
        times(rows, rail) +
        rect(40, 70, w - 80, h - 120, p.kind.includes('IP65') ? '#8fa6b0' : '#a9b9bf', 20, 'opacity=".34"') +
        path(`M50,80H${w * 0.5}L${w * 0.3},${h - 60}H50Z`, '#ffffff', 'opacity=".22"') +
        rect(w - 74, h / 2 - 40, 22, 80, p.kind.includes('IP65') ? p.accent : '#cfcabd', 8),
    })
  );
};
