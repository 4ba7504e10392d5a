import { dark, lite, mix, on } from '../colour.ts';
import type { Form, Params } from '../form.ts';
import { sticker } from '../label.ts';
import { lines, text } from '../lettering.ts';
import { at, box, DOWN, disc, front, shade, shadow, tube, tubeD, X } from '../shapes.ts';
import { clip, ell, lin, line, move, part, path, plane, r1, rect, times } from '../svg.ts';

export const insulation: Form = (p) => {
  const cx = 640,
    cy = 880,
    r = 330;
  const spiral = Array.from({ length: 5 }, (_, i) =>
    ell(
      cx + i * 4,
      cy,
      (r - 30 - i * 58) * 0.62,
      r - 30 - i * 58,
      'none',
      `stroke="${dark(p.body, 0.22)}" stroke-width="10" opacity=".55"`,
    ),
  ).join('');
  return (
    shadow(860, 1222, 600, 130) +
    path(
      `M${cx},${cy - r}L1210,${cy - r + 70}A205,330 0 0 1 1210,${cy + r + 60}L${cx},${cy + r}Z`,
      lin(
        0,
        cy - r,
        0,
        cy + r + 60,
        [0, lite(p.accent, 0.15)],
        [0.22, lite(p.accent, 0.35)],
        [0.6, p.accent],
        [1, dark(p.accent, 0.4)],
      ),
    ) +
    clip(
      `M${cx},${cy - r}L1210,${cy - r + 70}A205,330 0 0 1 1210,${cy + r + 60}L${cx},${cy + r}Z`,
      `<g transform="translate(850 ${cy - 60}) skewY(6.5)">${text(p.brand, 0, -20, 130, on(p.accent), { max: 480 })}${lines(p.title, 0, 60, 54, on(p.accent), 430)}${text(p.size, 0, 225, 84, on(p.accent), { max: 420 })}</g>${path(`M900,${cy - r}l60,8q120,330 0,690l-60,-8q120,-340 0,-690Z`, '#ffffff', 'opacity=".12"')}`,
    ) +
    ell(cx, cy, r * 0.62, r, lin(0, cy - r, 0, cy + r, [0, lite(p.body, 0.25)], [1, dark(p.body, 0.12)])) +
    spiral +
    ell(cx + 20, cy, 16, 26, dark(p.body, 0.5))
  );
};

export const brick: Form = (p) => {
  const one = (x: number, y: number, z: number) =>
    box({
      x,
      y,
      z,
      w: 400,
      d: 190,
      h: 118,
      c: p.body,
      top: p.kind.startsWith('полнот') ? '' : times(3, (i) => ell(85 + i * 115, 95, 32, 40, dark(p.body, 0.5))),
      front: Array.from({ length: 16 }, (_, i) =>
        rect((i * 97) % 390, (i * 53) % 110, 12, 5, i % 2 ? lite(p.body, 0.3) : dark(p.body, 0.3), 2, 'opacity=".6"'),
      ).join(''),
    });
  return (
    shadow(860, 1270, 640, 170) +
    (
      [
        [-420, 210, 0],
        [-10, 210, 0],
        [-420, 0, 0],
        [-10, 0, 0],
        [-420, 210, 126],
        [-10, 210, 126],
        [-420, 0, 126],
        [-10, 0, 126],
        [-215, 210, 252],
        [-215, 0, 252],
        [-215, 105, 378],
      ] as const
    )
      .map(([x, y, z]) => one(x, y, z))
      .join('')
  );
};

/** Timber by its cross-section (`size`: «50 × 150 мм»): boards, beams or tongued boards of a few millimetres. */
export const board: Form = (p) => {
  const c = p.body;
  const [thick = 50, wide = 150] = (p.size.match(/\d+/g) ?? []).map(Number);
  // 150 mm are drawn as 170.
  const [h, d] = [Math.max(14, Math.round(thick * 1.133)), Math.max(40, Math.round(wide * 1.133))];
  const tongued = p.title.startsWith('Вагонка');
  const grain = (w: number, high: number) =>
    line(
      `M0,${r1(high * 0.3)}Q${w * 0.3},${r1(high * 0.12)} ${w * 0.55},${r1(high * 0.34)}T${w},${r1(high * 0.28)}M0,${r1(high * 0.68)}Q${w * 0.4},${r1(high * 0.5)} ${w},${r1(high * 0.7)}`,
      dark(c, 0.3),
      4,
      'opacity=".4"',
    ) + ell(w * 0.3, high * 0.5, 26, Math.min(12, high * 0.2), dark(c, 0.35), 'opacity=".45"');
  const one = (x: number, y: number, z: number, w: number) =>
    part(
      'board',
      box({
        x,
        y,
        z,
        w,
        d,
        h,
        c,
        front: grain(w, h) + (tongued ? rect(0, h * 0.36, w, h * 0.28, dark(c, 0.3)) : ''),
        top: grain(w, d) + (tongued ? rect(0, d - 16, w, 7, dark(c, 0.28)) + rect(0, 8, w, 5, lite(c, 0.3)) : ''),
        side: clip(
          `M0,0H${d}V${h}H0Z`,
          [0.5, 0.34, 0.18]
            .map((k) =>
              ell(
                d / 2,
                h * 1.1,
                d * 0.88 * k,
                h * 1.45 * k,
                'none',
                `stroke="${dark(c, 0.35)}" stroke-width="5" opacity=".5"`,
              ),
            )
            .join(''),
        ),
      }),
    );
  const gap = 10;
  const rows = tongued ? 3 : 2;
  const layers = Array.from({ length: rows + 1 }, (_, layer) => {
    const count = layer === rows ? 1 : 3 - (tongued ? 0 : layer);
    const from = ((3 - count) * (d + gap)) / 2;
    return Array.from({ length: count }, (_, i) =>
      one(-560 + layer * 20, from + (count - 1 - i) * (d + gap), layer * (h + 6), 1060),
    ).join('');
  });
  const face = Math.max(0.24, Math.min(0.5, h / 124));
  return (
    shadow(830, 1290, 700, 160) +
    layers.join('') +
    plane(at(-500, -3, h - 2), X, DOWN, `<g transform="scale(${Math.round(face * 100) / 100})">${sticker(p)}</g>`)
  );
};

/** Sides of a sheet by its words («2500 × 1200 × 12,5 мм»), 900 units along. */
function sheetSides(words: string): [w: number, h: number] {
  const [long = 2500, short = 1250] = (words.match(/\d{4}/g) ?? []).map(Number);
  return short === long ? [700, 700] : [960, Math.round((960 * short) / long)];
}

/** Sheets of plasterboard in the proportions of their size, with the maker's print on the face. */
export const drywall: Form = (p) => {
  const [w, h] = sheetSides(p.size);
  const sheet = (i: number) =>
    box({
      x: -500 + i * 8,
      y: 250 - i * 62,
      w,
      d: 34,
      h,
      c: lite(p.accent, 0.55),
      front:
        i === 3
          ? rect(0, 0, w, h, lin(0, 0, w, h, [0, '#ffffff', 0.4], [1, '#ffffff', 0])) +
            text(p.brand, 60, h * 0.3, 110, p.accent, { max: 480 }) +
            text(p.title, 60, h * 0.48, 56, dark(p.accent, 0.3), { max: 620 }) +
            text(p.size, 60, h * 0.86, 64, dark(p.accent, 0.3), { max: 700 })
          : '',
      side: rect(4, 0, 26, h, '#f3f1ea'),
    });
  return shadow(850, 1260, 640, 160) + [0, 1, 2, 3].map(sheet).join('');
};

/** A roll with leaves, stripes (`layout` 1) or a coarse weave (`layout` 2). */
export const wallpaper: Form = (p) => {
  const cx = 720,
    cy = 1220,
    r = 150,
    h = 720;
  const leafs = Array.from({ length: 30 }, (_, i) => {
    const x = cx - 170 + (i % 5) * 88 + (Math.floor(i / 5) % 2) * 44,
      y = cy - h + 60 + Math.floor(i / 5) * 130;
    return p.layout === 2
      ? times(5, (k) =>
          line(
            `M${x - 44},${y - 70 + k * 26}H${x + 44}M${x - 40 + k * 20},${y - 80}V${y + 50}`,
            p.accent,
            5,
            'opacity=".38"',
          ),
        )
      : p.layout === 1
        ? line(`M${x},${y - 90}V${y + 60}`, p.accent, 18, 'opacity=".55"')
        : path(
            `M${x},${y - 20}q-24,-34 0,-76q24,42 0,76ZM${x},${y - 14}q-36,0 -44,-38q34,0 44,38ZM${x},${y - 14}q36,0 44,-38q-34,0 -44,38Z`,
            p.accent,
            'opacity=".75"',
          ) + line(`M${x},${y - 20}v44`, p.accent, 5, 'opacity=".75"');
  }).join('');
  const sheet = `M${cx + 60},${cy - h + 40}L1240,${cy - h + 150}V${cy + 70}Q1140,${cy + 96} ${cx + 60},${cy + 44}Z`;
  return (
    shadow(860, 1262, 520, 110) +
    path(sheet, p.body) +
    clip(
      sheet,
      move(300, 30, leafs) +
        move(740, 95, leafs) +
        path(
          sheet,
          lin(cx, 0, 1240, 0, [0, '#1d1710', 0.28], [0.3, '#1d1710', 0.02], [0.8, '#ffffff', 0.2], [1, '#1d1710', 0.1]),
        ),
    ) +
    tube(cx, cy, r, r, h, p.body) +
    clip(tubeD(cx, cy, r, r, h), leafs + path(tubeD(cx, cy, r, r, h), shade(cx, r))) +
    disc(cx, cy - h, r, lite(p.body, 0.3)) +
    disc(cx, cy - h, r - 34, dark(p.body, 0.4)) +
    disc(cx, cy - h + 6, r - 44, '#3a342b')
  );
};

/** Sheets of plywood, or (`layout` 1) of strands, in the proportions of their size. */
export const sheet: Form = (p) => {
  const c = p.body;
  const [w, h] = p.layout % 2 ? [960, 480] : [700, 700];
  const art =
    p.layout % 2
      ? times(
          150,
          (i) =>
            `<rect x="${(i * 137) % w}" y="${(i * 89) % h}" width="${40 + (i % 5) * 16}" height="9" rx="4" transform="rotate(${(i * 53) % 180} ${(i * 137) % w} ${(i * 89) % h})" fill="${[dark(c, 0.2), lite(c, 0.3), dark(c, 0.34)][i % 3]}" opacity=".7"/>`,
        )
      : line(
          `M60,60Q${w * 0.4},140 ${w * 0.5},${h * 0.5}T${w - 80},${h - 60}M180,20Q${w * 0.6},180 ${w * 0.62},${h * 0.45}T${w - 20},${h - 220}M20,240Q${w * 0.3},300 ${w * 0.36},${h * 0.6}T${w * 0.66},${h - 20}`,
          dark(c, 0.25),
          7,
          'opacity=".5"',
        ) + ell(w * 0.32, h * 0.36, 46, 26, dark(c, 0.3), 'opacity=".4"');
  const one = (i: number) =>
    box({
      x: -w / 2 - 20 + i * 10,
      y: 240 - i * 62,
      w,
      d: 32,
      h,
      c,
      front: i === 3 ? clip(`M0,0H${w}V${h}H0Z`, art) + move(40, h - 170, sticker(p)) : '',
      side: times(4, (k) => rect(0, k * 8, 32, 4, dark(c, 0.3))) + rect(12, 0, 4, h, dark(c, 0.3)),
    });
  return shadow(850, 1260, 640, 160) + [0, 1, 2, 3].map(one).join('');
};

/** Blocks of 600 × 250 mm as thick as they are named (`count`, mm). */
export const block: Form = (p) => {
  const c = p.body;
  const d = Math.round((p.count || 300) * 1.033);
  const mark = text(p.size, 310, 160, 170, dark(c, 0.6), { anchor: 'middle', max: 540 });
  const one = (x: number, y: number, z: number) =>
    box({
      x,
      y,
      z,
      w: 620,
      d,
      h: 258,
      c,
      front:
        times(60, (k) =>
          ell((k * 97) % 610, (k * 61) % 252, 5 + (k % 3) * 2, 4 + (k % 2) * 2, dark(c, 0.22), 'opacity=".5"'),
        ) + mark,
      top: times(40, (k) => ell((k * 83) % 610, (k * 47) % (d - 6), 6, 4, dark(c, 0.2), 'opacity=".45"')),
    });
  return (
    shadow(850, 1255, 660, 170) +
    one(-560, d - 50, 0) +
    one(70, d - 50, 0) +
    one(-560, -60, 0) +
    one(70, -60, 0) +
    one(-260, (d - 110) / 2, 262)
  );
};

/** A pack of boards as thick as `size` says (mm) and as many as it holds; the wrapper names them. */
export const slab: Form = (p) => {
  const c = p.body;
  const mm = Number.parseInt(p.size, 10) || 50;
  const n = Math.max(2, Math.min(24, p.count || 10));
  const t = Math.max(10, mm * 0.717);
  const high = n * t;
  const soft = p.kind.startsWith('плита') || p.kind.startsWith('хвойн');
  return (
    shadow(850, 1250, 640, 170) +
    times(n, (i) =>
      part(
        'board',
        box({
          x: -470,
          y: 10,
          z: i * t,
          w: 860,
          d: 420,
          h: t - Math.min(6, t * 0.14),
          c: mix(c, '#8a7a60', (i % 2) * 0.06),
          front: times(soft ? 24 : 10, (k) =>
            rect(
              (k * 37) % 850,
              (k * 29) % Math.max(6, t - 8),
              18,
              4,
              i % 2 ? lite(c, 0.3) : dark(c, 0.2),
              2,
              'opacity=".5"',
            ),
          ),
        }),
      ),
    ) +
    front(
      860,
      high,
      rect(150, high * 0.12, 560, high * 0.68, p.accent, 6) +
        rect(150, high * 0.6, 560, high * 0.2, '#fbf9f4') +
        text(p.brand, 430, high * 0.46, Math.min(124, high * 0.28), on(p.accent), { anchor: 'middle', max: 500 }) +
        text([p.title, p.size].filter(Boolean).join(', '), 430, high * 0.75, Math.min(62, high * 0.15), '#26221b', {
          anchor: 'middle',
          max: 540,
        }),
      -470,
    )
  );
};

/** What is printed along a roll by its kind: tiles and net have lines across too, stone is speckled. */
function rollMarks(p: Params, cy: number, r: number): string {
  const ink = dark(p.body, /сетк/.test(p.kind) ? 0.35 : 0.2);
  const across = (step: number, width: number) =>
    times(Math.floor(840 / step), (i) =>
      line(`M${430 + i * step},${cy - r}L${470 + i * step},${cy + r + 50}`, ink, width, 'opacity=".6"'),
    );
  const along = (step: number, width: number, wave = 0) =>
    times(Math.floor(520 / step), (i) =>
      line(
        `M380,${cy - 210 + i * step}Q800,${cy - 195 + i * step + (i % 3) * wave} 1250,${cy - 150 + i * step}`,
        ink,
        width,
        'opacity=".6"',
      ),
    );
  if (/сетк/.test(p.kind)) return across(30, 3) + along(26, 3);
  if (/плитк/.test(p.kind)) return across(150, 7) + along(110, 7);
  if (/камень/.test(p.kind))
    return times(90, (i) =>
      ell(
        420 + ((i * 137) % 780),
        cy - r + 40 + ((i * 83) % (2 * r - 60)),
        12 + (i % 4) * 5,
        8 + (i % 3) * 4,
        i % 2 ? lite(p.body, 0.35) : dark(p.body, 0.22),
        'opacity=".45"',
      ),
    );
  if (/паркет/.test(p.kind))
    return (
      along(64, 6) +
      times(40, (i) => {
        const [x, y] = [430 + (i % 8) * 104 + (Math.floor(i / 8) % 2) * 52, cy - 200 + Math.floor(i / 8) * 86];
        return line(`M${x},${y}l5,62`, ink, 6, 'opacity=".6"');
      })
    );
  return p.layout % 2 ? '' : along(46, 4, 12);
}

export const roll: Form = (p) => {
  const cy = 900,
    r = 250,
    d = `M380,${cy - r}L1190,${cy - r + 66}A150,${r} 0 0 1 1190,${cy + r + 66}L380,${cy + r}Z`;
  const marks = rollMarks(p, cy, r);
  const sheet = `M380,${cy + r - 8}L1190,${cy + r + 58}L1330,${cy + r + 190}L470,${cy + r + 130}Z`;
  return (
    shadow(840, 1262, 620, 140) +
    path(sheet, lite(p.body, 0.12)) +
    clip(
      sheet,
      times(9, (i) =>
        line(`M380,${cy + r + 10 + i * 20}L1330,${cy + r + 80 + i * 20}`, dark(p.body, 0.2), 3, 'opacity=".5"'),
      ),
    ) +
    path(
      d,
      lin(
        0,
        cy - r,
        0,
        cy + r + 66,
        [0, dark(p.body, 0.06)],
        [0.22, lite(p.body, 0.35)],
        [0.6, p.body],
        [1, dark(p.body, 0.38)],
      ),
    ) +
    clip(
      d,
      marks +
        (p.brand && p.brand !== 'ИДД'
          ? `<g transform="translate(520 ${cy + 10}) skewY(4.6)">${rect(0, -110, 520, 210, '#fbf9f4', 10)}${rect(0, -110, 520, 84, p.accent, 10)}${text(p.brand, 30, -46, 72, on(p.accent), { max: 460 })}${text(p.title, 30, 50, 60, '#26221b', { max: 460 })}</g>`
          : ''),
    ) +
    ell(380, cy, 112, r, lin(0, cy - r, 0, cy + r, [0, lite(p.body, 0.3)], [1, dark(p.body, 0.1)])) +
    [0.82, 0.64, 0.46]
      .map((k) => ell(380, cy, 112 * k, r * k, 'none', `stroke="${dark(p.body, 0.3)}" stroke-width="7" opacity=".6"`))
      .join('') +
    ell(382, cy, 34, 74, '#6b5a44') +
    ell(388, cy, 26, 62, '#332a20')
  );
};
