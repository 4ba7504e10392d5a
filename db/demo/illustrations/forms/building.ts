import { dark, lite, mix, on } from '../colour.ts';
import type { Form } from '../form.ts';
import { sticker } from '../label.ts';
import { lines, text } from '../lettering.ts';
import { at, box, DOWN, disc, front, shade, shadow, tube, tubeD, X } from '../shapes.ts';
import { clip, ell, lin, line, move, path, plane, rect, times } from '../svg.ts';

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

export const board: Form = (p) => {
  const c = p.body;
  const grain = (w: number, h: number) =>
    line(
      `M0,${h * 0.3}Q${w * 0.3},${h * 0.12} ${w * 0.55},${h * 0.34}T${w},${h * 0.28}M0,${h * 0.68}Q${w * 0.4},${h * 0.5} ${w},${h * 0.7}`,
      dark(c, 0.3),
      4,
      'opacity=".4"',
    ) + ell(w * 0.3, h * 0.5, 26, 12, dark(c, 0.35), 'opacity=".45"');
  const one = (x: number, y: number, z: number, w: number) =>
    box({
      x,
      y,
      z,
      w,
      d: 170,
      h: 62,
      c,
      front: grain(w, 62),
      top: grain(w, 170),
      side: clip(
        'M0,0H170V62H0Z',
        [0.5, 0.34, 0.18]
          .map((k) => ell(85, 70, 150 * k, 90 * k, 'none', `stroke="${dark(c, 0.35)}" stroke-width="5" opacity=".5"`))
          .join(''),
      ),
    });
  return (
    shadow(830, 1290, 700, 160) +
    (
      [
        [-560, 360, 0],
        [-560, 180, 0],
        [-560, 0, 0],
      ] as const
    )
      .map(([x, y, z]) => one(x, y, z, 1060))
      .join('') +
    (
      [
        [-540, 270, 68],
        [-540, 90, 68],
      ] as const
    )
      .map(([x, y, z]) => one(x, y, z, 1060))
      .join('') +
    one(-520, 180, 136, 1060) +
    plane(at(-500, -3, 60), X, DOWN, `<g transform="scale(.5)">${sticker(p)}</g>`)
  );
};

export const drywall: Form = (p) => {
  const sheet = (i: number) =>
    box({
      x: -420 + i * 8,
      y: 250 - i * 62,
      w: 800,
      d: 34,
      h: 760,
      c: lite(p.accent, 0.55),
      front:
        i === 3
          ? rect(0, 0, 800, 760, lin(0, 0, 800, 760, [0, '#ffffff', 0.4], [1, '#ffffff', 0])) +
            text(p.brand, 60, 150, 110, p.accent, { max: 480 }) +
            text(p.title, 60, 222, 56, dark(p.accent, 0.3), { max: 620 }) +
            text(p.size, 60, 700, 64, dark(p.accent, 0.3), { max: 660 })
          : '',
      side: rect(4, 0, 26, 760, '#f3f1ea'),
    });
  return shadow(850, 1260, 640, 160) + [0, 1, 2, 3].map(sheet).join('');
};

export const wallpaper: Form = (p) => {
  const cx = 720,
    cy = 1220,
    r = 150,
    h = 720;
  const leafs = Array.from({ length: 30 }, (_, i) => {
    const x = cx - 170 + (i % 5) * 88 + (Math.floor(i / 5) % 2) * 44,
      y = cy - h + 60 + Math.floor(i / 5) * 130;
    return p.layout % 2
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

export const sheet: Form = (p) => {
  const c = p.body,
    w = 860,
    h = 720;
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
      x: -450 + i * 10,
      y: 240 - i * 62,
      w,
      d: 32,
      h,
      c,
      front: i === 3 ? clip(`M0,0H${w}V${h}H0Z`, art) + move(40, h - 180, sticker(p)) : '',
      side: times(4, (k) => rect(0, k * 8, 32, 4, dark(c, 0.3))) + rect(12, 0, 4, h, dark(c, 0.3)),
    });
  return shadow(850, 1260, 640, 160) + [0, 1, 2, 3].map(one).join('');
};

export const block: Form = (p) => {
  const c = p.body;
  const mark = text(p.size, 310, 160, 170, dark(c, 0.6), { anchor: 'middle', max: 540 });
  const one = (x: number, y: number, z: number) =>
    box({
      x,
      y,
      z,
      w: 620,
      d: 300,
      h: 210,
      c,
      front:
        times(60, (k) =>
          ell((k * 97) % 610, (k * 61) % 206, 5 + (k % 3) * 2, 4 + (k % 2) * 2, dark(c, 0.22), 'opacity=".5"'),
        ) + mark,
      top: times(40, (k) => ell((k * 83) % 610, (k * 47) % 296, 6, 4, dark(c, 0.2), 'opacity=".45"')),
    });
  return (
    shadow(850, 1255, 660, 170) +
    one(-560, 250, 0) +
    one(70, 250, 0) +
    one(-560, -60, 0) +
    one(70, -60, 0) +
    one(-260, 90, 214)
  );
};

export const slab: Form = (p) => {
  const c = p.body;
  return (
    shadow(850, 1250, 640, 170) +
    [0, 1, 2, 3, 4]
      .map((i) =>
        box({
          x: -470,
          y: 10,
          z: i * 96,
          w: 860,
          d: 420,
          h: 90,
          c: mix(c, '#8a7a60', (i % 2) * 0.06),
          front: times(24, (k) =>
            rect((k * 37) % 850, (k * 29) % 84, 18, 4, i % 2 ? lite(c, 0.3) : dark(c, 0.2), 2, 'opacity=".5"'),
          ),
        }),
      )
      .join('') +
    front(
      860,
      480,
      rect(150, 60, 560, 330, p.accent, 6) +
        rect(150, 300, 560, 90, '#fbf9f4') +
        text(p.brand, 430, 190, 124, on(p.accent), { anchor: 'middle', max: 500 }) +
        text(p.title, 430, 362, 62, '#26221b', { anchor: 'middle', max: 520 }),
      -470,
    )
  );
};

export const roll: Form = (p) => {
  const tile = p.layout % 2;
  const cy = 900,
    r = 250,
    d = `M380,${cy - r}L1190,${cy - r + 66}A150,${r} 0 0 1 1190,${cy + r + 66}L380,${cy + r}Z`;
  const marks = times(10, (i) =>
    tile
      ? line(`M${430 + i * 84},${cy - r}L${470 + i * 84},${cy + r + 50}`, dark(p.body, 0.18), 5, 'opacity=".6"')
      : line(
          `M380,${cy - 200 + i * 46}Q800,${cy - 190 + i * 46 + (i % 3) * 12} 1250,${cy - 150 + i * 46}`,
          dark(p.body, 0.22),
          4,
          'opacity=".6"',
        ),
  );
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
