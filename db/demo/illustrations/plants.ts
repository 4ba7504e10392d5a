import { dark, lite } from './colour.ts';
import { ell, lin, line, move, path, rad, rect, times } from './svg.ts';

/** What grows from the seeds, in a box of 520 round (0, 0): by the plant's own name. */
export function plantArt(name: string, colour: string): string {
  const leaf = (turn: number, k = 1, c = '#4f9150') =>
    `<g transform="rotate(${turn}) scale(${k})">${path('M0,0Q-60,-110 0,-210Q60,-110 0,0Z', lin(-50, 0, 50, 0, [0, lite(c, 0.2)], [1, dark(c, 0.25)]))}${line('M0,-10V-180', lite(c, 0.35), 5, 'opacity=".6"')}</g>`;
  const round = (x: number, y: number, rx: number, ry: number) =>
    ell(
      x,
      y,
      rx,
      ry,
      rad(x - rx * 0.3, y - ry * 0.35, rx * 1.5, [0, lite(colour, 0.5)], [0.55, colour], [1, dark(colour, 0.4)]),
    );
  const tops = [-40, -20, 0, 20, 40].map((turn) => leaf(turn, 0.9)).join('');
  const shapes: [RegExp, () => string][] = [
    [
      /Морковь/,
      () =>
        [-90, 10, 100]
          .map((x, i) =>
            move(
              x,
              30,
              `<g transform="rotate(${(i - 1) * 9})">${move(0, -90, `<g transform="scale(.7)">${tops}</g>`)}${path('M-52,-90Q0,-116 52,-90Q40,90 0,190Q-40,90 -52,-90Z', lin(-50, 0, 50, 0, [0, lite(colour, 0.35)], [0.6, colour], [1, dark(colour, 0.3)]))}${line('M-40,-40h34M6,10h28M-24,60h22', dark(colour, 0.25), 5, 'opacity=".6"')}</g>`,
            ),
          )
          .join(''),
    ],
    [
      /Свёкла|Редис/,
      () =>
        [-90, 90]
          .map((x) =>
            move(
              x,
              60,
              `${move(0, -90, tops)}${round(0, 0, 100, 96)}${line('M0,92Q8,140 -6,180', dark(colour, 0.2), 12)}`,
            ),
          )
          .join(''),
    ],
    [
      /Огурец|Кабачок/,
      () =>
        [-40, 40]
          .map(
            (turn, i) =>
              `<g transform="translate(${i * 60 - 30} ${i * 50}) rotate(${turn})">${rect(-62, -210, 124, 400, lin(-62, 0, 62, 0, [0, lite(colour, 0.4)], [0.5, colour], [1, dark(colour, 0.35)]), 62)}${times(14, (k) => ell((k % 3) * 34 - 34, -170 + k * 25, 6, 5, lite(colour, 0.4)))}</g>`,
          )
          .join('') + leaf(-80, 0.8),
    ],
    [
      /Салат|Шпинат/,
      () =>
        move(
          0,
          120,
          [-82, 82, -54, 54, -26, 26, 0]
            .map((turn, i) => {
              const c = i % 2 ? colour : dark(colour, 0.1);
              return `<g transform="rotate(${turn}) scale(${0.92 - Math.abs(turn) / 400})">${path('M0,0C-40,-60 -150,-110 -142,-220Q-150,-300 -84,-310Q-60,-360 0,-346Q60,-360 84,-310Q150,-300 142,-220C150,-110 40,-60 0,0Z', lin(-130, 0, 130, 0, [0, lite(c, 0.3)], [0.55, c], [1, dark(c, 0.28)]))}${line('M0,-10V-310M0,-120L-70,-210M0,-120L70,-210M0,-200L-54,-270M0,-200L54,-270', lite(c, 0.45), 7, 'opacity=".7"')}</g>`;
            })
            .join(''),
        ),
    ],
    [
      /Капуста/,
      () =>
        [-70, -45, 45, 70, -20, 20].map((turn) => leaf(turn, 1.25, colour)).join('') +
        round(0, -10, 170, 150) +
        line('M0,130Q-20,0 0,-150M0,40Q-90,0 -120,-80M0,40Q90,0 120,-80', lite(colour, 0.5), 9, 'opacity=".7"'),
    ],
    [
      /Перец/,
      () =>
        [-80, 80]
          .map((x) =>
            move(
              x,
              20,
              `${path('M-96,-60Q-110,60 -60,150Q-20,176 0,150Q20,176 60,150Q110,60 96,-60Q40,-110 0,-76Q-40,-110 -96,-60Z', rad(-30, -20, 190, [0, lite(colour, 0.5)], [0.5, colour], [1, dark(colour, 0.4)]))}${line('M0,-76V-140', '#3d7a3f', 22)}`,
            ),
          )
          .join(''),
    ],
    [
      /Тыква/,
      () =>
        [-110, 110, -60, 60, 0].map((x) => round(x, 30, 96, 140)).join('') +
        line('M0,-100Q10,-150 40,-160', '#5f7a3f', 26),
    ],
    [
      /Укроп|Петрушка|Базилик|Лук/,
      () =>
        times(
          11,
          (i) =>
            `<g transform="translate(0 200) rotate(${(i - 5) * 9})">${line('M0,0V-330', colour, 9)}${/Лук/.test(name) ? '' : times(6, (k) => path(`M0,${-110 - k * 40}q-44,-14 -50,-52q42,4 50,52ZM0,${-110 - k * 40}q44,-14 50,-52q-42,4 -50,52Z`, k % 2 ? colour : lite(colour, 0.15)))}</g>`,
        ),
    ],
    [
      /Томат/,
      () =>
        round(-70, 20, 110, 106) +
        round(90, 60, 94, 90) +
        line('M-70,-80q40,-50 90,-30M80,-20q-10,-50 -40,-70', '#3d7a3f', 13) +
        leaf(-70, 0.8) +
        leaf(64, 0.7),
    ],
  ];
  const found = shapes.find(([plant]) => plant.test(name));
  if (found) return found[1]();
  const petals = /Календула|Астра|Бархатцы|Космея/.test(name) ? 12 : 6;
  return (
    line('M0,60Q20,160 -10,230', '#4f9150', 14) +
    leaf(-120, 0.6) +
    leaf(120, 0.6) +
    times(petals, (i) =>
      ell(
        0,
        -100,
        petals > 6 ? 30 : 54,
        96,
        i % 2 ? colour : lite(colour, 0.16),
        `transform="rotate(${(i * 360) / petals})"`,
      ),
    ) +
    ell(0, 0, 48, 48, '#f2b632') +
    times(12, (i) => ell(30 * Math.cos(i * 0.52), 30 * Math.sin(i * 0.52), 6, 6, '#b5801f'))
  );
}
