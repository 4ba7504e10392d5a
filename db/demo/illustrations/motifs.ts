import { dark, lite } from './colour.ts';
import { ell, line, path, times } from './svg.ts';

/** What is painted on china or wax, round (0, 0) within 200. */
export function motif(look: string, colour: string): string {
  const ink = dark(colour, 0.25);
  if (look.includes('лес'))
    return (
      [-110, 0, 110]
        .map((x, i) =>
          path(
            `M${x},${-150 + (i % 2) * -30}L${x - 74},60H${x + 74}ZM${x},${-40}L${x - 92},130H${x + 92}Z`,
            i === 1 ? ink : lite(ink, 0.25),
          ),
        )
        .join('') + line('M-190,140Q0,110 190,140', lite(ink, 0.5), 10)
    );
  if (look.includes('снегир'))
    return (
      line('M-190,120Q0,60 190,110', '#7a5230', 14) +
      [-70, 80]
        .map(
          (x) =>
            ell(x, 20, 62, 70, '#b3261e') +
            path(`M${x - 56},-20Q${x},-110 ${x + 56},-30Q${x + 10},-50 ${x - 56},-20Z`, '#33322f') +
            path(`M${x + 40},0Q${x + 110},60 ${x + 84},130Q${x + 40},100 ${x + 30},40Z`, '#5b6064') +
            path(`M${x - 60},-34l-26,8l24,12Z`, '#33322f') +
            ell(x - 36, -40, 6, 6, '#ffffff'),
        )
        .join('')
    );
  if (look.includes('васил'))
    return [-80, 20, 110]
      .map(
        (x, i) =>
          line(`M${x},0Q${x + 10},90 ${x - 10},160`, '#5f8a5a', 9) +
          times(8, (k) =>
            ell(x, -40 + (i % 2) * 30, 13, 52, '#3c6fc4', `transform="rotate(${k * 45} ${x} ${(i % 2) * 30})"`),
          ) +
          ell(x, (i % 2) * 30, 18, 18, '#2a4a8f'),
      )
      .join('');
  if (look.includes('узор'))
    return times(
      8,
      (i) =>
        `<g transform="rotate(${i * 45})">${path('M0,-190Q44,-120 0,-60Q-44,-120 0,-190Z', ink)}${ell(0, -36, 12, 12, lite(ink, 0.3))}</g>`,
    );
  return '';
}
