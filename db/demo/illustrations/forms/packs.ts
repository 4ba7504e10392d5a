import { dark, lightness, lite, mix, on, STEEL } from '../colour.ts';
import type { Form, Params } from '../form.ts';
import { label } from '../label.ts';
import { text } from '../lettering.ts';
import { at, box, DOWN, disc, NEAR, rod, shade, shadow, sheen, tube, tubeD, X, Y } from '../shapes.ts';
import { clip, ell, lin, line, move, part, path, plane, poly, r1, rect, times } from '../svg.ts';

export const bag: Form = (p) => {
  const w = 590,
    d = 220,
    h = 800,
    x = -390,
    y = 0;
  const f = `M16,0Q${w / 2},-14 ${w - 16},0Q${w + 20},${h / 2} ${w - 4},${h - 14}Q${w / 2},${h + 22} 4,${h - 14}Q-20,${h / 2} 16,0Z`;
  const s = `M-10,4Q${d / 2},34 ${d - 6},6Q${d + 16},${h / 2} ${d - 4},${h - 10}Q${d / 2},${h + 10} -6,${h - 10}Z`;
  const folds = line(
    `M40,26Q${w * 0.3},${h * 0.1} 34,${h * 0.3}M${w - 34},${h - 190}Q${w * 0.8},${h - 90} ${w - 60},${h - 44}M30,${h - 120}Q${w * 0.12},${h - 70} 90,${h - 30}`,
    '#1d1710',
    7,
    'opacity=".08"',
  );
  return (
    shadow(840, 1245, 560) +
    plane(
      at(x + w, y, h),
      Y,
      DOWN,
      clip(
        s,
        rect(-20, 0, d + 60, h + 40, dark(p.paper, 0.16)) +
          rect(-20, 0, d + 60, h * 0.43, p.layout === 1 ? p.accent : dark(p.accent, 0.08)) +
          text(p.size, d / 2, h * 0.6, 70, on(p.paper), { anchor: 'middle', max: d * 0.7 }) +
          rect(
            -20,
            0,
            d + 60,
            h + 40,
            lin(0, 0, d, 0, [0, '#1d1710', 0.2], [0.35, '#1d1710', 0.1], [1, '#1d1710', 0.3]),
          ) +
          line(`M${d * 0.5},30Q${d * 0.42},${h * 0.1} ${d * 0.5},${h * 0.26}`, '#1d1710', 8, 'opacity=".12"'),
      ),
    ) +
    plane(
      at(x, y + d, h),
      X,
      NEAR,
      path(`M18,6Q${w / 2},-8 ${w - 12},4L${w - 8},${d - 4}Q${w / 2},${d + 12} 14,${d - 4}Z`, lite(p.paper, 0.2)) +
        poly(
          [
            [18, 6],
            [w / 2 - 150, d * 0.5],
            [14, d - 4],
          ],
          dark(p.paper, 0.1),
        ) +
        poly(
          [
            [w - 12, 4],
            [w / 2 + 150, d * 0.5],
            [w - 8, d - 4],
          ],
          dark(p.paper, 0.05),
        ) +
        line(`M${w / 2 - 150},${d * 0.5}H${w / 2 + 150}`, dark(p.paper, 0.25), 5),
    ) +
    plane(
      at(x, y, h),
      X,
      DOWN,
      clip(
        f,
        label(w, h, p) +
          folds +
          rect(
            -30,
            -30,
            w + 60,
            h + 70,
            lin(
              0,
              0,
              w,
              0,
              [0, '#1d1710', 0.12],
              [0.14, '#ffffff', 0.12],
              [0.4, '#ffffff', 0.05],
              [0.86, '#1d1710', 0.03],
              [1, '#1d1710', 0.18],
            ),
          ) +
          rect(-30, h - 120, w + 60, 160, lin(0, h - 120, 0, h, [0, '#1d1710', 0], [1, '#1d1710', 0.16])),
      ),
    )
  );
};

export const bucket: Form = (p) => {
  const cx = 800,
    cy = 1200,
    rb = 300,
    rt = 356,
    h = 620;
  const band = (t: number) => rb + (rt - rb) * t;
  const y0 = cy - h * 0.08,
    y1 = cy - h * 0.8;
  const art = tubeD(cx, y0, band(0.08), band(0.8), h * 0.72);
  const face = move(cx - 262, y1 + 96, label(524, 452, { ...p, bleed: 140 }));
  return (
    shadow(830, 1232, 520) +
    tube(cx, cy, rb, rt, h, p.body) +
    clip(
      art,
      (p.turn === undefined ? face : turnedFaces(face, cx, band(0.5), p)) +
        (p.layout > 1 ? '' : rect(cx - 400, y1 - 60, 800, 160, p.accent)),
    ) +
    path(tubeD(cx, cy, rb, rt, h), shade(cx, rt)) +
    tube(cx, cy - h + 26, rt + 16, rt + 20, 54, p.lid ?? p.body) +
    disc(cx, cy - h - 28, rt + 20, lite(p.lid ?? p.body, 0.25)) +
    disc(
      cx,
      cy - h - 24,
      rt - 26,
      lin(cx - rt, 0, cx + rt, 0, [0, lite(p.lid ?? p.body, 0.1)], [1, dark(p.lid ?? p.body, 0.12)]),
    ) +
    disc(cx, cy - h - 20, rt - 44, lite(p.lid ?? p.body, 0.16)) +
    bail(cx, cy - h, rt, p)
  );
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The art stands on two opposite sides of a round pack; between them there is its paper. */
function turnedFaces(face: string, cx: number, radius: number, { turn = 0, paper }: Params): string {
  const faces = [turn, turn + 180].map((degrees) => {
    const [side, narrow] = [Math.sin(radians(degrees)) * radius, Math.cos(radians(degrees))];
    const across = `matrix(${narrow.toFixed(4)} 0 0 1 ${r1(cx + side - cx * narrow)} 0)`;
    return narrow > 0.04 ? `<g transform="${across}">${face}</g>` : '';
  });
  return rect(cx - 400, 0, 800, 1600, paper) + faces.join('');
}

/** The handle hangs down in front from two ears; at the back of a turned bucket it is not seen. */
function bail(cx: number, top: number, rt: number, { turn = 0, body, accent }: Params): string {
  const [side, near] = [Math.sin(radians(turn)), Math.cos(radians(turn))];
  const wire = (lift: number, colour: string, width: number) => {
    const [end, mid] = [(rt + 6) * near, 330 * near];
    const to = (rt + 20) * side * (4 / 3);
    const [y, low] = [top + 46 - lift, top + 236 - lift];
    return line(
      `M${r1(cx - end)},${y}C${r1(cx - mid + to)},${low} ${r1(cx + mid + to)},${low} ${r1(cx + end)},${y}`,
      colour,
      width,
    );
  };
  const ear = (towards: -1 | 1, shadow: number) =>
    side * towards <= 0.1 ? ell(r1(cx + towards * (rt + 4) * near), top + 44, 20, 26, dark(body, shadow)) : '';
  const [grip, at] = [100 * near, cx + (rt + 20) * side];
  return (
    (near > 0.02
      ? wire(0, '#8c9093', 15) +
        wire(4, '#e3e5e6', 5) +
        rod(r1(at - grip), top + 188, r1(at + grip), top + 188, 44, dark(accent, 0.25), { cap: 12 })
      : '') +
    ear(-1, 0.2) +
    ear(1, 0.4)
  );
}

/** What is in a can of a colour of its own shows on its lid and down its side. */
const drip = (cx: number, top: number, r: number, colour: string | undefined): string =>
  colour
    ? part(
        'drip',
        disc(
          cx,
          top - 8,
          r - 60,
          lin(cx - r, 0, cx + r, 0, [0, lite(colour, 0.25)], [0.5, colour], [1, dark(colour, 0.2)]),
        ) +
          path(
            `M${cx + 176},${top + 60}Q${cx + 250},${top + 46} ${cx + 300},${top + 14}V${top + 96}q-2,24 -18,24t-16,-24v-22q-2,-14 -14,-14t-12,16v84q-4,34 -26,34t-24,-34v-74q-2,-16 -14,-16Z`,
            lin(cx + 176, top, cx + 300, top, [0, lite(colour, 0.2)], [0.6, colour], [1, dark(colour, 0.22)]),
            `stroke="${dark(colour, 0.25)}" stroke-width="3" stroke-opacity=".6"`,
          ),
      )
    : '';

export const can: Form = (p) => {
  const cx = 800,
    cy = 1190,
    r = 320,
    h = 600;
  return (
    shadow(830, 1225, 500) +
    tube(cx, cy, r, r, h, STEEL) +
    clip(
      tubeD(cx, cy - 34, r, r, h - 68),
      (p.layout > 1 ? '' : rect(cx - r, 500, 2 * r, 260, p.accent)) +
        move(cx - 240, cy - h + 120, label(480, h - 90, { ...p, bleed: 100 })) +
        rect(cx - r, cy + 20, 2 * r, 200, p.paper),
    ) +
    path(tubeD(cx, cy - 34, r, r, h - 68), shade(cx, r)) +
    tube(cx, cy - h + 14, r + 10, r + 10, 34, STEEL) +
    disc(cx, cy - h - 20, r + 10, '#dfe2e4') +
    disc(cx, cy - h - 17, r - 18, '#9aa0a4') +
    disc(cx, cy - h - 8, r - 34, lin(cx - r, 0, cx + r, 0, [0, '#cfd3d6'], [0.4, '#f3f4f5'], [1, '#a9aeb2'])) +
    disc(cx, cy - h - 8, r - 110, '#b4b9bd') +
    disc(cx, cy - h - 4, r - 118, lin(cx - r, 0, cx + r, 0, [0, '#dfe2e4'], [1, '#b2b7bb'])) +
    drip(cx, cy - h, r, p.lid) +
    path(tubeD(cx, cy + 6, r + 6, r + 6, 26), sheen(cx, r, STEEL))
  );
};

export const canister: Form = (p) => {
  const w = 480,
    d = 300,
    h = 640;
  return (
    shadow(850, 1245, 520) +
    box({
      x: -330,
      w,
      d,
      h,
      c: p.body,
      front: move(50, 120, label(w - 100, h - 190, p)),
      side: rect(60, 150, d - 120, h - 260, dark(p.body, 0.1), 20),
    }) +
    plane(at(-330, d, h), X, NEAR, path(`M40,${d * 0.5}C40,30 ${w * 0.62},30 ${w * 0.62},${d * 0.5}`, 'none')) +
    line(
      `M${at(-250, 150, h).map(r1)}C${at(-250, 150, h + 130).map(r1)} ${at(0, 150, h + 130).map(r1)} ${at(0, 150, h).map(r1)}`,
      dark(p.body, 0.12),
      64,
    ) +
    line(
      `M${at(-250, 150, h + 8).map(r1)}C${at(-250, 150, h + 136).map(r1)} ${at(0, 150, h + 136).map(r1)} ${at(0, 150, h + 8).map(r1)}`,
      lite(p.body, 0.3),
      24,
    ) +
    tube(...at(90, 150, h), 70, 66, 60, p.body) +
    tube(at(90, 150, h)[0], at(90, 150, h)[1] - 40, 84, 80, 90, p.accent) +
    disc(at(90, 150, h)[0], at(90, 150, h)[1] - 130, 80, lite(p.accent, 0.2))
  );
};

export const tubeGun: Form = (p) => {
  const cx = 800,
    cy = 1250,
    r = 118,
    h = 720;
  return (
    shadow(820, 1262, 290) +
    tube(cx, cy, r, r, h, p.paper) +
    clip(
      tubeD(cx, cy - 40, r, r, h - 90),
      rect(cx - r, 400, 2 * r, 900, p.paper) +
        rect(cx - r, cy - h + 40, 2 * r, 330, p.accent) +
        move(
          cx - 40,
          cy - 90,
          `<g transform="rotate(-90)">${text(p.brand, 296, 36, 112, on(p.accent), { max: 220 })}${text(`${p.title} ${p.series}`.trim(), 0, -34, 50, on(p.paper), { max: 290 })}${text(p.note, 0, 18, 34, '#4d473c', { max: 290, face: 'text' })}${text(p.size, 0, 70, 50, p.accent, { max: 260 })}</g>`,
        ),
    ) +
    path(tubeD(cx, cy, r, r, h), shade(cx, r)) +
    disc(cx, cy - h, r, lite(p.paper, 0.1)) +
    tube(cx, cy - h + 10, 56, 48, 60, p.accent) +
    disc(cx, cy - h - 50, 48, lite(p.accent, 0.2)) +
    tube(cx, cy - h - 46, 40, 16, 250, lite(p.accent, 0.1)) +
    disc(cx, cy - h - 296, 16, dark(p.accent, 0.4))
  );
};

export const spray: Form = (p) => {
  const cx = 800,
    cy = 1230,
    r = 150,
    h = 620;
  return (
    shadow(822, 1245, 330) +
    tube(cx, cy, r, r, h, p.paper) +
    clip(
      tubeD(cx, cy - 6, r, r, h - 12),
      rect(cx - r, 560, 2 * r, 330, p.accent) +
        rect(cx - r, 880, 2 * r, 16, mix(p.accent, '#f0b429', 0.55)) +
        move(
          cx - 130,
          0,
          text(p.brand, 130, 790, 84, on(p.accent), { anchor: 'middle', max: 240 }) +
            text(p.series, 130, 974, 58, lightness(p.accent) > 0.7 ? '#4d473c' : dark(p.accent, 0.2), {
              anchor: 'middle',
              max: 230,
            }) +
            text(p.title, 130, 1030, 44, '#26221b', { anchor: 'middle', max: 230 }) +
            text(p.note, 130, 1076, 32, '#4d473c', { anchor: 'middle', max: 236, face: 'text' }) +
            text(p.size, 130, 1150, 54, '#26221b', { anchor: 'middle', max: 220 }),
        ),
    ) +
    path(tubeD(cx, cy, r, r, h), shade(cx, r)) +
    disc(cx, cy - h, r, dark(STEEL, 0.1)) +
    tube(cx, cy - h + 6, r - 18, 92, 56, STEEL) +
    disc(cx, cy - h - 50, 92, lite(STEEL, 0.3)) +
    tube(cx, cy - h - 44, 74, 68, 130, p.accent) +
    disc(cx, cy - h - 174, 68, lite(p.accent, 0.25)) +
    rect(cx - 20, cy - h - 158, 40, 26, '#26221b', 8, 'opacity=".75"')
  );
};

/** Mounting foam: one for a gun ends in its collar, one for the household in a lever with its tube beside the can. */
export const foamCan: Form = (p) => {
  const cx = 800,
    cy = 1230,
    r = 165,
    h = 640;
  const household = p.kind.startsWith('быт');
  const fire = /огнестойк/.test(p.note);
  const band = fire ? '#c8372d' : p.accent;
  return (
    shadow(822, 1245, 340) +
    tube(cx, cy, r, r, h, p.paper) +
    clip(
      tubeD(cx, cy - 6, r, r, h - 12),
      rect(cx - r, 540, 2 * r, 350, band) +
        rect(cx - r, 880, 2 * r, 16, mix(band, '#f0b429', 0.55)) +
        text(p.brand, cx, 800, 92, on(band), { anchor: 'middle', max: 270 }) +
        text(p.series, cx, 976, 56, dark(band, 0.2), { anchor: 'middle', max: 260 }) +
        text(p.title, cx, 1034, 46, '#26221b', { anchor: 'middle', max: 250 }) +
        text(p.note, cx, 1082, 32, '#4d473c', { anchor: 'middle', max: 270, face: 'text' }) +
        text(p.size, cx, 1160, 56, '#26221b', { anchor: 'middle', max: 240 }),
    ) +
    path(tubeD(cx, cy, r, r, h), shade(cx, r)) +
    disc(cx, cy - h, r, dark(STEEL, 0.1)) +
    tube(cx, cy - h + 6, r - 18, 100, 56, STEEL) +
    disc(cx, cy - h - 50, 100, lite(STEEL, 0.3)) +
    (household
      ? part(
          'lever-and-tube',
          tube(cx, cy - h - 44, 52, 44, 80, '#f4f2ec') +
            path(
              `M${cx - 120},${cy - h - 140}H${cx + 120}Q${cx + 140},${cy - h - 110} ${cx + 110},${cy - h - 96}H${cx - 120}Z`,
              '#e2b52a',
            ) +
            rod(cx + 250, cy, cx + 250, cy - 620, 22, '#f4f2ec') +
            rod(cx + 250, cy - 250, cx + 250, cy - 292, 46, '#e2b52a'),
        )
      : part(
          'gun-collar',
          tube(cx, cy - h - 44, 104, 96, 86, '#2b5d8f') +
            times(7, (i) => line(`M${cx - 84 + i * 28},${cy - h - 96}v50`, '#1d4266', 7)) +
            disc(cx, cy - h - 130, 96, lite('#2b5d8f', 0.2)) +
            disc(cx, cy - h - 128, 58, '#26241f'),
        ))
  );
};

export const bottle: Form = (p) => {
  const cx = 800,
    d = `M${cx - 190},1210Q${cx},1268 ${cx + 190},1210V760Q${cx + 180},640 ${cx + 86},600V520H${cx - 86}V600Q${cx - 180},640 ${cx - 190},760Z`;
  return (
    shadow(822, 1240, 380) +
    path(d, sheen(cx, 190, mix(p.accent, '#ffffff', 0.35))) +
    clip(
      d,
      rect(cx - 200, 800, 400, 300, '#fbf9f4') +
        rect(cx - 200, 800, 400, 110, p.accent) +
        text(p.brand, cx, 882, 80, on(p.accent), { anchor: 'middle', max: 320 }) +
        text(p.series, cx, 966, 56, dark(p.accent, 0.25), { anchor: 'middle', max: 320 }) +
        text(p.title, cx, 1014, 42, '#26221b', { anchor: 'middle', max: 320 }) +
        text(p.note, cx, 1052, 32, '#4d473c', { anchor: 'middle', max: 320, face: 'text' }) +
        text(p.size, cx, 1092, 40, '#26221b', { anchor: 'middle', max: 200 }) +
        path(d, shade(cx, 190)),
    ) +
    tube(cx, 530, 96, 88, 150, p.accent) +
    disc(cx, 380, 88, lite(p.accent, 0.25)) +
    line(
      `M${cx - 60},420V510M${cx - 20},426V520M${cx + 20},426V520M${cx + 60},420V510`,
      dark(p.accent, 0.25),
      7,
      'opacity=".6"',
    )
  );
};

export const smallBox: Form = (p) => {
  const w = 600,
    d = 300,
    h = 430;
  return (
    shadow(850, 1245, 560, 150) +
    box({
      x: -380,
      w,
      d,
      h,
      c: p.paper,
      front: label(w, h, p),
      side:
        rect(0, 0, d, h * 0.43, p.accent) +
        text(p.size, d / 2, h * 0.7, 60, '#26221b', { anchor: 'middle', max: d * 0.8 }),
      top:
        rect(w / 2 - 4, 0, 8, d, dark(p.paper, 0.14)) +
        rect(0, d * 0.36, w, d * 0.28, lite(p.accent, 0.75), 0, 'opacity=".5"'),
    })
  );
};

/** One roll of masking paper as wide as it is named (`count`, mm), its core and its loose end. */
export const tape: Form = (p) => {
  const c = '#ecd9a0';
  const h = Math.max(110, Math.min(300, (p.count || 48) * 5.6));
  const top = 1180 - h;
  return (
    shadow(820, 1215, 520, 140) +
    tube(800, 1180, 340, 340, h, c) +
    disc(800, top, 340, lite(c, 0.35)) +
    [300, 272, 246]
      .map((r) => disc(800, top, r, 'none', `stroke="${dark(c, 0.12)}" stroke-width="4" opacity=".5"`))
      .join('') +
    disc(800, top, 210, '#b98d5a') +
    disc(800, top + 8, 194, '#6b4a2c') +
    disc(800, top + 22, 180, mix('#f2efe8', '#8a7a60', 0.3)) +
    path(`M1120,${top + 40}L1320,${top + 84}L1316,${top + 84 + h}L1124,${top + 30 + h}Z`, lite(c, 0.2)) +
    clip(
      tubeD(800, 1180, 340, 340, h),
      `<g transform="translate(0 ${r1(top + 126 + h * 0.36)})">${text(`${p.brand} ${p.series}`.trim(), 800, 0, Math.min(70, h * 0.32), dark(p.accent, 0.15), { anchor: 'middle', max: 460 })}${text(p.note || p.size, 800, Math.min(60, h * 0.3), Math.min(50, h * 0.24), '#4d473c', { anchor: 'middle', max: 460 })}</g>`,
    )
  );
};

/** A roll of bags with the sleeve that says how many they are and how large. */
export const trashRoll: Form = (p) => {
  const c = mix(p.accent, '#26282a', 0.55);
  const [cx, cy, r, h] = [800, 1190, 210, 640];
  return (
    shadow(830, 1230, 400, 120) +
    tube(cx, cy, r, r, h, c) +
    disc(cx, cy - h, r, lite(c, 0.25)) +
    times(4, (i) => disc(cx, cy - h + 2, r - 34 - i * 36, 'none', `stroke="${dark(c, 0.3)}" stroke-width="6"`)) +
    disc(cx, cy - h + 2, 52, '#26221b') +
    path(`M${cx + r - 6},${cy - h + 40}q90,50 70,260t20,300l-96,10Z`, lite(c, 0.16)) +
    clip(
      tubeD(cx, cy - 120, r, r, h - 200),
      rect(cx - r, cy - h + 60, 2 * r, h, '#fbf9f4') +
        rect(cx - r, cy - h + 60, 2 * r, 190, p.accent) +
        text(p.brand, cx, cy - h + 214, 84, on(p.accent), { anchor: 'middle', max: 330 }) +
        text(p.title, cx, cy - h + 330, 66, '#26221b', { anchor: 'middle', max: 330 }) +
        text(p.size, cx, cy - h + 424, 84, dark(p.accent, 0.2), { anchor: 'middle', max: 320 }) +
        text(p.note, cx, cy - h + 486, 42, '#4d473c', { anchor: 'middle', max: 340, face: 'text' }) +
        path(tubeD(cx, cy - 120, r, r, h - 200), shade(cx, r)),
    )
  );
};
