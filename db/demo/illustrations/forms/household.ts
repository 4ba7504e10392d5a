import { dark, lite, mix } from '../colour.ts';
import type { Form } from '../form.ts';
import { at, box, shadow } from '../shapes.ts';
import { ell, move, part, rect, times } from '../svg.ts';

/** A box with its lid, on wheels where it is named so, or a basket. */
export const crate: Form = (p) => {
  const c = p.accent,
    basket = p.layout % 2;
  const wheels = p.kind.includes('колёс')
    ? [-380, -60, 260]
        .map((x) => part('wheel', move(...at(x, 0, 6), ell(0, 0, 46, 48, '#26241f') + ell(0, 0, 20, 22, '#9aa0a4'))))
        .join('')
    : '';
  return (
    shadow(850, 1250, 600, 150) +
    box({
      x: -440,
      y: 20,
      w: 780,
      d: 460,
      h: 440,
      c,
      front: basket
        ? times(6, (i) => times(12, (j) => rect(20 + j * 63, 60 + i * 60, 44, 34, dark(c, 0.3), 12)))
        : rect(40, 70, 700, 320, lite(c, 0.25), 30, 'opacity=".5"') + rect(280, 90, 220, 56, dark(c, 0.25), 28),
      side: basket ? times(6, (i) => times(6, (j) => rect(30 + j * 70, 60 + i * 60, 46, 34, dark(c, 0.45), 12))) : '',
      top: basket ? rect(20, 20, 740, 420, dark(c, 0.45), 20) : '',
    }) +
    (basket
      ? ''
      : box({
          x: -464,
          y: 0,
          z: 440,
          w: 828,
          d: 500,
          h: 56,
          c: mix(c, '#3a3835', 0.25),
          top: rect(60, 60, 708, 380, lite(c, 0.1), 20, 'opacity=".5"'),
        })) +
    wheels
  );
};
