import { dark, lite, mix, STEEL } from './colour.ts';
import { plantArt } from './plants.ts';
import { ell, lin, line, path, poly, r1, rad, rect, times } from './svg.ts';
import { weave } from './textures-made.ts';
import { between, full, light, type Texture } from './textures-mineral.ts';

/** Cut end of a cable: sheath, insulated cores, strands. `words` names the cores: «3 × 2,5». */
export const cableEnd: Texture = (colour, random, words) => {
  const cores = Number(/(\d)\s*×/.exec(words)?.[1] ?? 3);
  const hues = ['#3f74b5', '#7a5230', '#6aa046', '#8b9094', '#2b2a28'];
  const spread = cores === 1 ? 0 : cores === 2 ? 210 : 250;
  const r = cores > 4 ? 150 : 180;
  return (
    full(lin(0, 0, 0, 1600, [0, '#f0ede5'], [1, '#d8d1c2'])) +
    ell(830, 860, 640, 640, '#3a2c14', 'opacity=".18"') +
    ell(800, 800, 620, 620, rad(600, 560, 1000, [0, lite(colour, 0.4)], [0.6, colour], [1, dark(colour, 0.4)])) +
    ell(800, 800, 520, 520, '#efe9dc') +
    times(cores, (i) => {
      const angle = (i / cores) * Math.PI * 2 - Math.PI / 2;
      const [x, y] = [800 + spread * Math.cos(angle), 800 + spread * Math.sin(angle)];
      const strands = /ПВС|гибк/i.test(words)
        ? times(19, (k) =>
            ell(
              x + (k === 0 ? 0 : (k < 7 ? 42 : 82) * Math.cos(k * 1.047)),
              y + (k === 0 ? 0 : (k < 7 ? 42 : 82) * Math.sin(k * (k < 7 ? 1.047 : 0.524))),
              21,
              21,
              rad(x - 20, y - 20, 160, [0, '#f0b98a'], [1, '#a8602f']),
            ),
          )
        : ell(x, y, r * 0.56, r * 0.56, rad(x - 30, y - 30, r, [0, '#f6cfa6'], [0.6, '#c47a44'], [1, '#7d4522']));
      return (
        ell(x, y, r, r, hues[i % 5] ?? STEEL) + ell(x, y, r * 0.7, r * 0.7, dark(hues[i % 5] ?? STEEL, 0.35)) + strands
      );
    }) +
    times(80, () =>
      ell(
        800 + 570 * Math.cos(random.next() * 6.3),
        800 + 570 * Math.sin(random.next() * 6.3),
        3,
        3,
        lite(colour, 0.4),
        'opacity=".5"',
      ),
    )
  );
};

/** Wallpaper flat on the wall; also flooring by its print. */
export const print: Texture = (colour, random, words) => {
  if (/рогожк|лён|холст/i.test(words)) return weave(colour, random, words);
  const ink = mix(colour, dark(colour, 0.45), 0.75);
  if (/полос/i.test(words))
    return (
      full(colour) +
      times(
        11,
        (i) =>
          rect(i * 150, 0, 74, 1600, mix(colour, ink, 0.4), 0, 'opacity=".7"') +
          rect(i * 150 + 92, 0, 8, 1600, ink, 0, 'opacity=".4"'),
      ) +
      light(0.16)
    );
  const leaf = (x: number, y: number, turn: number) =>
    `<g transform="translate(${r1(x)} ${r1(y)}) rotate(${r1(turn)})">${line('M0,170V-150', ink, 7)}${[0, 1, 2, 3].map((k) => path(`M0,${110 - k * 76}q-96,-26 -112,-104q92,4 112,104ZM0,${110 - k * 76}q96,-26 112,-104q-92,4 -112,104Z`, mix(colour, ink, 0.55), 'opacity=".8"')).join('')}</g>`;
  return (
    full(colour) +
    times(20, (i) =>
      leaf((i % 4) * 430 + (Math.floor(i / 4) % 2) * 215, Math.floor(i / 4) * 370 + 60, between(random, -9, 9)),
    ) +
    light(0.16)
  );
};

/** Fir needles close up, with frost when `words` say so. */
export const needles: Texture = (colour, random, words) =>
  full(dark(colour, 0.6)) +
  times(26, () => {
    const [x, y, turn] = [between(random, -100, 1600), between(random, -60, 1700), between(random, -60, 60)];
    return `<g transform="translate(${r1(x)} ${r1(y)}) rotate(${r1(turn)})">${line('M0,0H520', '#6b4a2c', 15)}${times(60, (i) => line(`M${i * 8.6},0l${i % 2 ? 74 : 66},${i % 2 ? -92 : 88}`, random.pick([colour, lite(colour, 0.2), dark(colour, 0.2)]), 10) + (/заснеж/i.test(words) && i % 3 === 0 ? line(`M${i * 8.6 + 40},${i % 2 ? -50 : 48}l30,${i % 2 ? -38 : 36}`, '#f4f7f7', 13) : ''))}</g>`;
  }) +
  light(0.25);

/** What a lamp throws on a wall: warm, neutral or cold by its kelvins. */
export const lampGlow: Texture = (_, random, words) => {
  const [core, far] = /6500/.test(words)
    ? ['#f4f9ff', '#7f95a8']
    : /4000/.test(words)
      ? ['#fffdf4', '#a59c88']
      : ['#fff3d0', '#a8763c'];
  return (
    full(rad(800, 520, 1250, [0, '#ffffff'], [0.2, core], [0.6, mix(core, far, 0.55)], [1, dark(far, 0.45)])) +
    times(14, (i) =>
      ell(
        800,
        520,
        160 + i * 74,
        150 + i * 70,
        'none',
        `stroke="#ffffff" stroke-width="3" opacity="${r1(0.16 - i * 0.01)}"`,
      ),
    ) +
    times(500, () => ell(between(random, 0, 1600), between(random, 0, 1600), 2.4, 2.4, '#ffffff', 'opacity=".14"')) +
    path('M-40,1360Q800,1180 1640,1360V1640H-40Z', dark(far, 0.5), 'opacity=".55"')
  );
};

/** Soft lights out of focus and in focus. */
export const lights: Texture = (_colour, random, words) => {
  const hues = /разноцв/i.test(words)
    ? ['#e2483d', '#f2b632', '#3f9d5b', '#3c7fc4', '#b05ac0']
    : /холод|бел/i.test(words)
      ? ['#dfeeff', '#f4f8ff']
      : ['#ffd56b', '#ffe6a0', '#ffc14d'];
  return (
    full(lin(0, 0, 1600, 1600, [0, '#1c3a33'], [1, '#0c1d1a'])) +
    times(70, () => {
      const [x, y, r, c] = [
        between(random, 0, 1600),
        between(random, 0, 1600),
        between(random, 40, 130),
        random.pick(hues),
      ];
      return ell(x, y, r, r, c, `opacity="${r1(between(random, 0.1, 0.3))}"`);
    }) +
    line('M-40,500Q400,820 820,640T1640,900', '#1e4435', 26) +
    times(9, (i) => {
      const [x, y, c] = [i * 190 + 40, 560 + 150 * Math.sin(i * 0.9 + 0.6), hues[i % hues.length] ?? '#ffd56b'];
      return (
        ell(x, y + 90, 210, 210, rad(x, y + 90, 210, [0, c, 0.75], [1, c, 0])) +
        rect(x - 26, y - 40, 52, 60, '#173629', 10) +
        path(
          `M${x - 40},${y + 16}H${x + 40}Q${x + 66},${y + 110} ${x},${y + 190}Q${x - 66},${y + 110} ${x - 40},${y + 16}Z`,
          rad(x - 14, y + 60, 120, [0, '#ffffff'], [0.35, lite(c, 0.4)], [1, c]),
        )
      );
    })
  );
};

/** A big shiny ball with its pattern, or glitter. */
export const ornament: Texture = (colour, random, words) =>
  full(
    rad(520, 460, 1500, [0, lite(colour, 0.65)], [0.35, colour], [0.8, dark(colour, 0.45)], [1, dark(colour, 0.65)]),
  ) +
  (/полоск/i.test(words)
    ? times(5, (i) =>
        line(
          `M-40,${240 + i * 300}Q800,${480 + i * 300} 1640,${220 + i * 300}`,
          i % 2 ? '#f3e3b4' : lite(colour, 0.75),
          i % 2 ? 26 : 80,
          'opacity=".8"',
        ),
      )
    : times(
        9,
        (i) =>
          `<g transform="translate(${r1((i % 3) * 560 + between(random, 140, 300))} ${r1(Math.floor(i / 3) * 540 + between(random, 160, 330))}) scale(${r1(between(random, 0.7, 1.3))})">${[0, 60, 120, 180, 240, 300].map((a) => `<g transform="rotate(${a})">${line('M0,0V-150M0,-76l-36,-34M0,-76l36,-34M0,-116l-24,-22M0,-116l24,-22', lite(colour, 0.8), 13, 'opacity=".85"')}</g>`).join('')}</g>`,
      )) +
  times(260, () =>
    ell(
      between(random, 0, 1600),
      between(random, 0, 1600),
      between(random, 2, 7),
      between(random, 2, 7),
      '#ffffff',
      `opacity="${r1(between(random, 0.2, 0.8))}"`,
    ),
  ) +
  ell(380, 340, 190, 110, '#ffffff', 'opacity=".5" transform="rotate(-38 380 340)"');

/** Liquid with bubbles. */
export const bubbles: Texture = (colour, random) =>
  full(lin(0, 0, 0, 1600, [0, lite(colour, 0.55)], [1, colour])) +
  times(120, () => {
    const [x, y, r] = [between(random, 0, 1600), between(random, 0, 1600), between(random, 14, 130)];
    return (
      ell(
        x,
        y,
        r,
        r,
        rad(x - r * 0.3, y - r * 0.3, r * 1.4, [0, '#ffffff', 0.5], [0.6, '#ffffff', 0.12], [1, colour, 0.5]),
        'stroke="#ffffff" stroke-width="4" stroke-opacity=".7"',
      ) + ell(x - r * 0.36, y - r * 0.4, r * 0.2, r * 0.13, '#ffffff', 'opacity=".9"')
    );
  }) +
  light(0.16);

/** Leaves and fruit of what grows from the seeds. */
export const leaves: Texture = (colour, random, words) => {
  const green = /зелень/i.test(words) ? colour : '#4f9150';
  const leaf = (x: number, y: number, turn: number, k: number, c: string) =>
    `<g transform="translate(${r1(x)} ${r1(y)}) rotate(${r1(turn)}) scale(${r1(k)})">${path('M0,0C-150,-90 -130,-330 0,-440C130,-330 150,-90 0,0Z', lin(-120, 0, 120, 0, [0, lite(c, 0.25)], [0.5, c], [0.5, dark(c, 0.14)], [1, dark(c, 0.3)]))}${line('M0,-10V-410M0,-120l-70,-60M0,-120l70,-60M0,-220l-64,-56M0,-220l64,-56', lite(c, 0.35), 7, 'opacity=".6"')}</g>`;
  const plant = (x: number, y: number, k: number, turn: number) =>
    `<g transform="translate(${r1(x)} ${r1(y)}) rotate(${r1(turn)}) scale(${r1(k)})">${plantArt(words, colour)}</g>`;
  return (
    full(dark(green, 0.55)) +
    times(46, () =>
      leaf(
        between(random, -60, 1660),
        between(random, 100, 1760),
        between(random, -70, 70),
        between(random, 0.6, 1.2),
        random.pick([green, dark(green, 0.16), lite(green, 0.12)]),
      ),
    ) +
    times(4, (i) =>
      plant(
        430 + (i % 2) * 740 + between(random, -70, 70),
        460 + Math.floor(i / 2) * 700 + between(random, -70, 70),
        between(random, 1.2, 1.6),
        between(random, -14, 14),
      ),
    ) +
    light(0.22)
  );
};

/** Snow under a blade. */
export const snow: Texture = (colour, random) =>
  full(lin(0, 0, 0, 1600, [0, '#f7fafb'], [1, '#dbe6ec'])) +
  times(40, () =>
    ell(
      between(random, 0, 1600),
      between(random, 0, 1600),
      between(random, 80, 260),
      between(random, 30, 90),
      random.chance(0.5) ? '#ffffff' : '#c9d8e0',
      'opacity=".5"',
    ),
  ) +
  path('M-40,1180L1640,1020V1260L-40,1430Z', lin(0, 1020, 0, 1430, [0, lite(colour, 0.25)], [1, dark(colour, 0.25)])) +
  path('M-40,1400L1640,1236V1280L-40,1450Z', '#c6ccd0') +
  times(260, () =>
    ell(between(random, 0, 1600), between(random, 0, 1600), between(random, 2, 8), between(random, 2, 8), '#ffffff'),
  );

/** Cutting or gripping edge: ground steel, teeth. */
export const edge: Texture = (colour, random, words) =>
  full(lin(0, 0, 0, 1600, [0, '#e7e2d6'], [1, '#cfc8b9'])) +
  path(
    'M-40,360L1640,240V1060L-40,1160Z',
    lin(0, 240, 0, 1160, [0, '#7f8589'], [0.2, '#eceeef'], [0.55, '#aab0b4'], [1, '#6b7074']),
  ) +
  times(120, () =>
    line(
      `M${r1(between(random, 0, 1600))},${r1(between(random, 330, 1040))}l${r1(between(random, 60, 220))},${r1(between(random, -18, -6))}`,
      '#ffffff',
      2,
      'opacity=".4"',
    ),
  ) +
  (/ожовка|хлебн/.test(words)
    ? times(23, (i) =>
        poly(
          [
            [i * 74 - 40, 1158 - i * 4.4],
            [i * 74 - 4, 1270 - i * 4.4],
            [i * 74 + 30, 1154 - i * 4.4],
          ],
          lin(0, 1150, 0, 1270, [0, '#c9ced1'], [1, '#5f6468']),
        ),
      )
    : line('M-40,1100L1640,1000', '#ffffff', 10, 'opacity=".9"') +
      path('M-40,1100L1640,1000V1060L-40,1160Z', lin(0, 1000, 0, 1160, [0, '#dfe2e4'], [1, '#8f9599']))) +
  rect(0, 0, 1600, 200, colour) +
  rect(0, 190, 1600, 26, dark(colour, 0.35)) +
  light(0.2);

/** Thread of a screw or bolt, many times its size. */
export const threadTurns: Texture = (colour, random) =>
  full(lin(0, 0, 0, 1600, [0, '#f0ede5'], [1, '#d8d1c2'])) +
  ell(820, 1290, 900, 110, '#3a2c14', 'opacity=".22"') +
  rect(
    -40,
    470,
    1680,
    660,
    lin(0, 470, 0, 1130, [0, dark(colour, 0.2)], [0.25, lite(colour, 0.5)], [0.55, colour], [1, dark(colour, 0.55)]),
  ) +
  times(10, (i) => {
    const x = i * 190 - 120;
    return path(
      `M${x},1200L${x + 96},400L${x + 150},400L${x + 54},1200Z`,
      lin(x, 0, x + 150, 0, [0, dark(colour, 0.4)], [0.45, lite(colour, 0.55)], [1, dark(colour, 0.3)]),
    );
  }) +
  times(80, () =>
    line(
      `M${r1(between(random, 0, 1600))},${r1(between(random, 500, 1100))}l${r1(between(random, 10, 50))},-6`,
      '#ffffff',
      2,
      'opacity=".4"',
    ),
  );
