// Product pictures of the demo catalogue: draw(kind, params) returns one 1600×1600 SVG as text.
// One camera (yaw 27°, pitch 20°, no perspective), one light (upper left), one warm ground, so that any two pictures
// stand side by side. Labels are outlines of Golos Text from glyphs.json: the rasteriser needs no installed font.
import { readFileSync } from 'node:fs'

const GLYPHS = JSON.parse(readFileSync(new URL('./glyphs.json', import.meta.url), 'utf8'))
const X = [0.891, 0.155], Y = [0.454, -0.305], Z = [0, -0.94] // screen vectors of right, away, up
const SQUASH = 0.342 // height of a circle lying on the ground

// ---------------------------------------------------------------- colour
const rgb = (c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16))
const mix = (a, b, t) => '#' + rgb(a).map((v, i) => Math.round(v + (rgb(b)[i] - v) * t).toString(16).padStart(2, '0')).join('')
const lite = (c, t) => mix(c, '#ffffff', t)
const dark = (c, t) => mix(c, '#1d1710', t)
const luma = (c) => { const [r, g, b] = rgb(c); return (r * 3 + g * 6 + b) / 2550 }
const on = (c) => (luma(c) > 0.62 ? '#26221b' : '#ffffff')

// ---------------------------------------------------------------- drawing
let defs = [], prefix = 'd'
const r1 = (n) => Math.round(n * 10) / 10
const def = (tag, attrs, stops) => {
  const id = prefix + defs.length
  defs.push(`<${tag} id="${id}" ${attrs}>${stops.map(([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`).join('')}</${tag}>`)
  return `url(#${id})`
}
const lin = (x1, y1, x2, y2, ...stops) => def('linearGradient', `gradientUnits="userSpaceOnUse" x1="${r1(x1)}" y1="${r1(y1)}" x2="${r1(x2)}" y2="${r1(y2)}"`, stops)
const rad = (cx, cy, r, ...stops) => def('radialGradient', `gradientUnits="userSpaceOnUse" cx="${r1(cx)}" cy="${r1(cy)}" r="${r1(r)}"`, stops)
const path = (d, fill, extra = '') => `<path d="${d}" fill="${fill}" ${extra}/>`
const line = (d, stroke, width, extra = '') => `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
const rect = (x, y, w, h, fill, r = 0, extra = '') => `<rect x="${r1(x)}" y="${r1(y)}" width="${r1(w)}" height="${r1(h)}" rx="${r}" fill="${fill}" ${extra}/>`
const ell = (cx, cy, rx, ry, fill, extra = '') => `<ellipse cx="${r1(cx)}" cy="${r1(cy)}" rx="${r1(rx)}" ry="${r1(ry)}" fill="${fill}" ${extra}/>`
const poly = (pts, fill, extra = '') => `<polygon points="${pts.map((p) => p.map(r1).join()).join(' ')}" fill="${fill}" ${extra}/>`
const move = (x, y, inner, turn = 0, px = 0, py = 0) => `<g transform="translate(${r1(x)} ${r1(y)})${turn ? ` rotate(${turn} ${px} ${py})` : ''}">${inner}</g>`
const clip = (d, inner) => { const id = prefix + defs.length; defs.push(`<clipPath id="${id}"><path d="${d}"/></clipPath>`); return `<g clip-path="url(#${id})">${inner}</g>` }
const at = (x, y, z) => [800 + x * X[0] + y * Y[0], 1230 + x * X[1] + y * Y[1] + z * Z[1]]
const plane = (o, u, v, inner) => `<g transform="matrix(${[...u, ...v, ...o].map((n) => Math.round(n * 1000) / 1000).join(' ')})">${inner}</g>`
const DOWN = [0, 0.94], NEAR = [-Y[0], -Y[1]]

const shadow = (cx, cy, rx, ry = rx * 0.26, a = 0.34) => ell(cx, cy, rx, ry, def('radialGradient', '', [[0, '#3a2c14', a], [0.55, '#3a2c14', a * 0.45], [1, '#3a2c14', 0]]))

/** A box standing on the ground; `front`, `side`, `top` draw on the faces, in face units from the upper left corner. */
function box({ x, y = 0, z = 0, w, d, h, c, front = '', side = '', top = '', edge = 0.14 }) {
  const tint = (t, dx, dy) => lin(0, 0, dx, dy, [0, '#ffffff', t > 0 ? t : 0], [1, '#1d1710', t > 0 ? 0.05 : -t])
  return plane(at(x + w, y, z + h), Y, DOWN, rect(0, 0, d, h, dark(c, 0.2)) + side + rect(0, 0, d, h, lin(0, 0, d, h, [0, '#1d1710', 0.1], [1, '#1d1710', 0.26])))
    + plane(at(x, y + d, z + h), X, NEAR, rect(0, 0, w, d, lite(c, 0.16)) + top + rect(0, 0, w, d, lin(0, 0, w, d, [0, '#ffffff', 0.28], [1, '#ffffff', 0.02])))
    + plane(at(x, y, z + h), X, DOWN, rect(0, 0, w, h, c) + front + rect(0, 0, w, h, tint(0.12, w, h)) + rect(0, 0, w, 3, '#ffffff', 0, `opacity="${edge + 0.2}"`) + rect(w - 3, 0, 3, h, '#ffffff', 0, `opacity="${edge}"`))
}

const sheen = (cx, r, c, k = 1) => lin(cx - r, 0, cx + r, 0, [0, dark(c, 0.22 * k)], [0.1, dark(c, 0.05)], [0.3, lite(c, 0.3 * k)], [0.48, c], [0.8, dark(c, 0.16 * k)], [1, dark(c, 0.34 * k)])
const shade = (cx, r) => lin(cx - r, 0, cx + r, 0, [0, '#1d1710', 0.22], [0.1, '#1d1710', 0.06], [0.3, '#ffffff', 0.2], [0.5, '#ffffff', 0], [0.8, '#1d1710', 0.16], [1, '#1d1710', 0.34])
const tubeD = (cx, cy, rb, rt, h) => `M${r1(cx - rb)},${cy}A${r1(rb)},${r1(rb * SQUASH)} 0 0 0 ${r1(cx + rb)},${cy}L${r1(cx + rt)},${r1(cy - h)}A${r1(rt)},${r1(rt * SQUASH)} 0 0 1 ${r1(cx - rt)},${r1(cy - h)}Z`
/** A standing cylinder or cone; (cx, cy) is the middle of its base. */
const tube = (cx, cy, rb, rt, h, c, extra = '') => path(tubeD(cx, cy, rb, rt, h), sheen(cx, Math.max(rb, rt), c), extra)
const disc = (cx, cy, r, fill, extra) => ell(cx, cy, r, r * SQUASH, fill, extra)

/** A round rod from one point to another, lit from the upper left. */
function rod(x1, y1, x2, y2, w, c, { cap = 0, taper = 1 } = {}) {
  const len = Math.hypot(x2 - x1, y2 - y1), deg = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
  const up = Math.cos((deg * Math.PI) / 180) >= 0 ? [0, 1] : [1, 0]
  const g = lin(0, -w / 2, 0, w / 2, [up[0], lite(c, 0.3)], [0.35, lite(c, 0.1)], [0.6, dark(c, 0.06)], [up[1], dark(c, 0.34)])
  const e = (w * taper) / 2
  return move(x1, y1, path(`M0,${-w / 2}L${r1(len)},${-e}A${cap},${e} 0 0 1 ${r1(len)},${e}L0,${w / 2}A${cap},${w / 2} 0 0 1 0,${-w / 2}Z`, g), r1(deg))
}

// ---------------------------------------------------------------- lettering
const width = (s, size) => [...s].reduce((sum, ch) => sum + (GLYPHS[ch] ?? GLYPHS[' '])[0], 0) * (size / 1000)
function text(s, x, y, size, fill, { anchor = 'start', max = Infinity } = {}) {
  const k = Math.min(1, max / width(s, size)), real = size * k
  let cursor = 0
  const out = [...s].map((ch) => { const [adv, d] = GLYPHS[ch] ?? GLYPHS[' ']; const t = d ? `<path transform="translate(${cursor})" d="${d}"/>` : ''; cursor += adv; return t }).join('')
  const dx = anchor === 'middle' ? width(s, real) / 2 : anchor === 'end' ? width(s, real) : 0
  return `<g transform="translate(${r1(x - dx)} ${r1(y)}) scale(${Math.round(real) / 1000})" fill="${fill}">${out}</g>`
}
function lines(s, x, y, size, fill, max, { limit = 2, anchor = 'start' } = {}) {
  const rows = []
  for (const word of s.split(' ')) {
    const last = rows.at(-1)
    if (last !== undefined && (width(`${last} ${word}`, size) <= max || rows.length === limit)) rows[rows.length - 1] = `${last} ${word}`
    else rows.push(word)
  }
  return rows.map((row, i) => text(row, x, y + i * size * 1.16, size, fill, { max, anchor })).join('')
}

/** Packaging art for any rectangle; four layouts, so that neighbours of one brand still differ. */
function label(w, h, { brand, title, size, accent, paper = '#fbf9f4', layout = 0, bleed = 0 }) {
  const ink = on(paper), m = w * 0.09 * (bleed ? 0.4 : 1), u = Math.min(w, h * (bleed ? 1.12 : 0.9)), sag = bleed ? 70 : 0, W = w + 2 * bleed
  const arc = (y0, y1, c) => path(`M${-bleed},${r1(y0)}H${w + bleed}V${r1(y1)}Q${w / 2},${r1(y1 + sag)} ${-bleed},${r1(y1)}Z`, c)
  const second = mix(accent, '#f0b429', 0.55)
  if (layout === 1) return rect(-bleed, 0, W, h, accent) + path(`M${-bleed},${h * 0.47}Q${w * 0.5},${h * 0.33} ${w + bleed},${h * 0.43}V${h}H${-bleed}Z`, paper) + path(`M${-bleed},${h * 0.47}Q${w * 0.5},${h * 0.33} ${w + bleed},${h * 0.43}V${h * 0.455}Q${w * 0.5},${h * 0.36} ${-bleed},${h * 0.5}Z`, second)
    + text(brand, w / 2, h * 0.245, u * 0.2, on(accent), { anchor: 'middle', max: w * 0.8 }) + lines(title, w / 2, h * 0.6, u * (bleed ? 0.08 : 0.092), ink, w * 0.82, { anchor: 'middle' }) + text(size, w / 2, h * (bleed ? 0.93 : 0.91), u * (bleed ? 0.16 : 0.19), accent, { anchor: 'middle', max: w * 0.7 })
  const slope = (h * 0.16) / w, band = (a, c) => poly([[-bleed, a[0] + slope * bleed], [w + bleed, a[1] - slope * bleed], [w + bleed, a[2] - slope * bleed], [-bleed, a[3] + slope * bleed]], c)
  if (layout === 2) return rect(-bleed, 0, W, h, paper) + band([h * 0.36, h * 0.2, h * 0.5, h * 0.66], accent) + band([h * 0.68, h * 0.52, h * 0.545, h * 0.705], second)
    + `<g transform="translate(0 ${r1(h * 0.51)}) rotate(${r1((-Math.atan2(h * 0.16, w) * 180) / Math.PI)})">${text(brand, w * 0.51, h * 0.02, u * 0.19, on(accent), { anchor: 'middle', max: w * 0.82 })}</g>`
    + lines(title, m, h * 0.13, u * 0.085, ink, w * 0.8) + text(size, w - m, h * 0.91, u * 0.19, ink, { anchor: 'end', max: w * 0.62 })
  if (layout === 3) return rect(-bleed, 0, W, h, paper) + rect(-bleed, 0, w * 0.2 + bleed, h, accent) + rect(w * 0.2, 0, w * 0.022, h, second)
    + text(brand, w * 0.29, h * 0.2, u * 0.17, accent, { max: w * 0.64 }) + lines(title, w * 0.29, h * 0.34, u * 0.085, ink, w * 0.64, { limit: 3 }) + rect(w * 0.29, h * 0.72, w * 0.62, 4, ink, 0, 'opacity=".16"') + text(size, w * 0.29, h * 0.89, u * 0.18, ink, { max: w * 0.62 })
  return rect(-bleed, 0, W, h, paper) + arc(0, h * 0.455, second) + arc(0, h * 0.43, accent)
    + text(brand, m, h * 0.25, u * 0.2, on(accent), { max: w - 2 * m }) + lines(title, m, h * (bleed ? 0.62 : 0.565), u * (bleed ? 0.078 : 0.088), ink, w - 2 * m) + text(size, m, h * (bleed ? 0.91 : 0.9), u * (bleed ? 0.15 : 0.2), accent, { max: w * 0.7 }) + ell(w - m - u * 0.07, h * 0.865, u * 0.07, u * 0.07, second)
}

const STEEL = '#b9bec2', WOOD = '#d9a868', BLACK = '#33322f', BRASS = '#d9a53a'
const steelBar = (x1, y1, x2, y2, w, c = STEEL) => rod(x1, y1, x2, y2, w, c)

// ---------------------------------------------------------------- goods
/** Each kind draws itself from the same parameters; all have defaults, so draw('hammer') works. */
export const kinds = {
  bag(p) {
    const w = 590, d = 220, h = 800, x = -390, y = 0
    const f = `M16,0Q${w / 2},-14 ${w - 16},0Q${w + 20},${h / 2} ${w - 4},${h - 14}Q${w / 2},${h + 22} 4,${h - 14}Q-20,${h / 2} 16,0Z`
    const s = `M-10,4Q${d / 2},34 ${d - 6},6Q${d + 16},${h / 2} ${d - 4},${h - 10}Q${d / 2},${h + 10} -6,${h - 10}Z`
    const folds = line(`M40,26Q${w * 0.3},${h * 0.1} 34,${h * 0.3}M${w - 34},${h - 190}Q${w * 0.8},${h - 90} ${w - 60},${h - 44}M30,${h - 120}Q${w * 0.12},${h - 70} 90,${h - 30}`, '#1d1710', 7, 'opacity=".08"')
    return shadow(840, 1245, 560)
      + plane(at(x + w, y, h), Y, DOWN, clip(s, rect(-20, 0, d + 60, h + 40, dark(p.paper, 0.16)) + rect(-20, 0, d + 60, h * 0.43, p.layout === 1 ? p.accent : dark(p.accent, 0.08)) + text(p.size, d / 2, h * 0.6, 70, on(p.paper), { anchor: 'middle', max: d * 0.7 }) + rect(-20, 0, d + 60, h + 40, lin(0, 0, d, 0, [0, '#1d1710', 0.2], [0.35, '#1d1710', 0.1], [1, '#1d1710', 0.3])) + line(`M${d * 0.5},30Q${d * 0.42},${h * 0.1} ${d * 0.5},${h * 0.26}`, '#1d1710', 8, 'opacity=".12"')))
      + plane(at(x, y + d, h), X, NEAR, path(`M18,6Q${w / 2},-8 ${w - 12},4L${w - 8},${d - 4}Q${w / 2},${d + 12} 14,${d - 4}Z`, lite(p.paper, 0.2)) + poly([[18, 6], [w / 2 - 150, d * 0.5], [14, d - 4]], dark(p.paper, 0.1)) + poly([[w - 12, 4], [w / 2 + 150, d * 0.5], [w - 8, d - 4]], dark(p.paper, 0.05)) + line(`M${w / 2 - 150},${d * 0.5}H${w / 2 + 150}`, dark(p.paper, 0.25), 5))
      + plane(at(x, y, h), X, DOWN, clip(f, label(w, h, p) + folds + rect(-30, -30, w + 60, h + 70, lin(0, 0, w, 0, [0, '#1d1710', 0.12], [0.14, '#ffffff', 0.12], [0.4, '#ffffff', 0.05], [0.86, '#1d1710', 0.03], [1, '#1d1710', 0.18])) + rect(-30, h - 120, w + 60, 160, lin(0, h - 120, 0, h, [0, '#1d1710', 0], [1, '#1d1710', 0.16])))) 
  },
  bucket(p) {
    const cx = 800, cy = 1200, rb = 300, rt = 356, h = 620
    const band = (t) => rb + (rt - rb) * t
    const y0 = cy - h * 0.08, y1 = cy - h * 0.8
    const art = tubeD(cx, y0, band(0.08), band(0.8), h * 0.72)
    return shadow(830, 1232, 520) + tube(cx, cy, rb, rt, h, p.body)
      + clip(art, move(cx - 262, y1 + 96, label(524, 452, { ...p, bleed: 140 })) + (p.layout > 1 ? '' : rect(cx - 400, y1 - 60, 800, 160, p.accent)))
      + path(tubeD(cx, cy, rb, rt, h), shade(cx, rt))
      + tube(cx, cy - h + 26, rt + 16, rt + 20, 54, p.lid ?? p.body) + disc(cx, cy - h - 28, rt + 20, lite(p.lid ?? p.body, 0.25)) + disc(cx, cy - h - 24, rt - 26, lin(cx - rt, 0, cx + rt, 0, [0, lite(p.lid ?? p.body, 0.1)], [1, dark(p.lid ?? p.body, 0.12)])) + disc(cx, cy - h - 20, rt - 44, lite(p.lid ?? p.body, 0.16))
      + line(`M${cx - rt - 6},${cy - h + 46}C${cx - 330},${cy - h + 236} ${cx + 330},${cy - h + 236} ${cx + rt + 6},${cy - h + 46}`, '#8c9093', 15) + line(`M${cx - rt - 6},${cy - h + 42}C${cx - 330},${cy - h + 232} ${cx + 330},${cy - h + 232} ${cx + rt + 6},${cy - h + 42}`, '#e3e5e6', 5)
      + rod(cx - 100, cy - h + 188, cx + 100, cy - h + 188, 44, dark(p.accent, 0.25), { cap: 12 })
      + ell(cx - rt - 4, cy - h + 44, 20, 26, dark(p.body, 0.2)) + ell(cx + rt + 4, cy - h + 44, 20, 26, dark(p.body, 0.4))
  },
  can(p) {
    const cx = 800, cy = 1190, r = 320, h = 600
    return shadow(830, 1225, 500) + tube(cx, cy, r, r, h, STEEL) + clip(tubeD(cx, cy - 34, r, r, h - 68), (p.layout > 1 ? '' : rect(cx - r, 500, 2 * r, 260, p.accent)) + move(cx - 240, cy - h + 120, label(480, h - 90, { ...p, bleed: 100 })) + rect(cx - r, cy + 20, 2 * r, 200, p.paper)) + path(tubeD(cx, cy - 34, r, r, h - 68), shade(cx, r))
      + tube(cx, cy - h + 14, r + 10, r + 10, 34, STEEL) + disc(cx, cy - h - 20, r + 10, '#dfe2e4') + disc(cx, cy - h - 17, r - 18, '#9aa0a4') + disc(cx, cy - h - 8, r - 34, lin(cx - r, 0, cx + r, 0, [0, '#cfd3d6'], [0.4, '#f3f4f5'], [1, '#a9aeb2'])) + disc(cx, cy - h - 8, r - 110, '#b4b9bd') + disc(cx, cy - h - 4, r - 118, lin(cx - r, 0, cx + r, 0, [0, '#dfe2e4'], [1, '#b2b7bb']))
      + path(tubeD(cx, cy + 6, r + 6, r + 6, 26), sheen(cx, r, STEEL))
  },
  canister(p) {
    const w = 480, d = 300, h = 640
    return shadow(850, 1245, 520) + box({ x: -330, w, d, h, c: p.body, front: move(50, 120, label(w - 100, h - 190, p)), side: rect(60, 150, d - 120, h - 260, dark(p.body, 0.1), 20) })
      + plane(at(-330, d, h), X, NEAR, path(`M40,${d * 0.5}C40,30 ${w * 0.62},30 ${w * 0.62},${d * 0.5}`, 'none')) + line(`M${at(-250, 150, h).map(r1)}C${at(-250, 150, h + 130).map(r1)} ${at(0, 150, h + 130).map(r1)} ${at(0, 150, h).map(r1)}`, dark(p.body, 0.12), 64) + line(`M${at(-250, 150, h + 8).map(r1)}C${at(-250, 150, h + 136).map(r1)} ${at(0, 150, h + 136).map(r1)} ${at(0, 150, h + 8).map(r1)}`, lite(p.body, 0.3), 24)
      + tube(...at(90, 150, h), 70, 66, 60, p.body) + tube(at(90, 150, h)[0], at(90, 150, h)[1] - 40, 84, 80, 90, p.accent) + disc(at(90, 150, h)[0], at(90, 150, h)[1] - 130, 80, lite(p.accent, 0.2))
  },
  tubeGun(p) {
    const cx = 800, cy = 1250, r = 118, h = 720
    return shadow(820, 1262, 290) + tube(cx, cy, r, r, h, p.paper) + clip(tubeD(cx, cy - 40, r, r, h - 90), rect(cx - r, 400, 2 * r, 900, p.paper) + rect(cx - r, cy - h + 40, 2 * r, 330, p.accent) + move(cx - 40, cy - 90, `<g transform="rotate(-90)">${text(p.brand, 296, 36, 112, on(p.accent), { max: 220 })}${text(p.title, 0, -4, 54, on(p.paper), { max: 300 })}${text(p.size, 0, 62, 54, p.accent, { max: 260 })}</g>`)) + path(tubeD(cx, cy, r, r, h), shade(cx, r))
      + disc(cx, cy - h, r, lite(p.paper, 0.1)) + tube(cx, cy - h + 10, 56, 48, 60, p.accent) + disc(cx, cy - h - 50, 48, lite(p.accent, 0.2)) + tube(cx, cy - h - 46, 40, 16, 250, lite(p.accent, 0.1)) + disc(cx, cy - h - 296, 16, dark(p.accent, 0.4))
  },
  roller(p) {
    const nap = mix(p.body, '#fff6dc', 0.5)
    const tufts = Array.from({ length: 26 }, (_, i) => { const t = i / 25, a = [510 + 470 * t, 600 - 150 * t + ((i * 37) % 29)]; return line(`M${r1(a[0])},${r1(a[1])}q14,38 8,84`, dark(nap, 0.14), 5, 'opacity=".5"') }).join('')
    return shadow(800, 1268, 430, 90) + line('M1040,470L1180,428Q1218,420 1210,468L1168,640Q1160,676 1120,690L930,760Q880,780 872,830L862,890', '#8c9093', 24) + line('M1040,466L1180,424Q1214,416 1206,464L1164,636Q1156,672 1116,686L926,756Q876,776 868,826', '#eceeef', 8)
      + rod(866, 860, 790, 1256, 88, p.accent, { cap: 30, taper: 0.92 }) + rod(866, 862, 856, 916, 96, BLACK) + line('M840,960L820,1080M872,966L852,1086', dark(p.accent, 0.3), 9, 'opacity=".6"') + ell(792, 1226, 15, 12, '#f3f0e9')
      + rod(460, 700, 1040, 500, 222, nap, { cap: 62 }) + tufts + ell(462, 700, 60, 111, lite(nap, 0.25), 'transform="rotate(-19 462 700)"') + ell(462, 700, 40, 74, p.accent, 'transform="rotate(-19 462 700)"') + ell(458, 698, 20, 38, dark(p.accent, 0.35), 'transform="rotate(-19 462 700)"')
  },
  brush(p) {
    const hair = Array.from({ length: 40 }, (_, i) => line(`M${-146 + i * 7.5},${-4 + (i % 3) * 6}l${(i % 5) - 2},${262 + ((i * 13) % 34)}`, i % 3 ? dark('#e9d5a6', 0.16) : '#f6e9c8', 4, 'opacity=".8"')).join('')
    return shadow(860, 1268, 330, 76) + move(780, 760, path('M-42,-470Q0,-520 42,-470Q64,-330 40,-190Q34,-130 120,-96L120,0H-120L-120,-96Q-34,-130 -40,-190Q-64,-330 -42,-470Z', lin(-120, 0, 120, 0, [0, lite(p.accent, 0.26)], [0.45, p.accent], [1, dark(p.accent, 0.34)])) + ell(0, -452, 16, 20, '#f3f0e9')
      + path('M-150,-30H150V160H-150Z', lin(-150, 0, 150, 0, [0, '#90969a'], [0.25, '#eef0f1'], [0.6, '#b4b9bd'], [1, '#7d8387'])) + line('M-150,10H150M-150,120H150', '#6f7478', 5, 'opacity=".5"') + text(p.size, 0, 84, 54, '#4a4e51', { anchor: 'middle', max: 230 })
      + move(0, 160, path('M-148,0H148L156,290Q0,330 -150,292Z', lin(-150, 0, 150, 0, [0, '#f7edd2'], [0.6, '#e2c98f'], [1, '#b99757'])) + hair), 14)
  },
  drill(p) {
    const b = p.accent, g = (x, y, X2, Y2) => lin(x, y, X2, Y2, [0, lite(b, 0.3)], [0.4, b], [1, dark(b, 0.36)])
    return shadow(830, 1268, 430, 84)
      + steelBar(330, 590, 190, 572, 26) + path('M350,520L430,494V690L350,664Q326,592 350,520Z', lin(0, 490, 0, 690, [0, '#777b7e'], [0.3, '#dfe1e2'], [1, '#4c4f51'])) + path('M420,480H540V704H420Z', lin(0, 480, 0, 704, [0, '#6b6b68'], [0.3, '#55534f'], [1, '#22211f'])) + line('M446,484V700M474,484V700M502,484V700', '#1b1a18', 7, 'opacity=".6"')
      + path('M780,760L990,780L930,1120Q920,1160 880,1160H760Q724,1160 730,1120Z', lin(740, 0, 980, 0, [0, lite(BLACK, 0.2)], [0.4, BLACK], [1, '#171614']))
      + path('M530,452H980Q1120,452 1140,560L1150,640Q1156,760 1010,800L920,836Q800,850 760,800L720,742H530Q510,600 530,452Z', g(600, 440, 700, 830)) + path('M560,476H960Q1070,476 1100,540H556Z', '#ffffff', 'opacity=".18"') + path('M990,470Q1120,480 1138,590L1150,640Q1154,730 1050,784Q1090,640 990,470Z', dark(b, 0.45)) + line('M1040,560l60,-14M1048,604l66,-14M1050,648l64,-14', '#141311', 12, 'opacity=".55"')
      + path('M742,800L722,880Q716,910 742,914L770,918L786,830Z', dark(b, 0.15))
      + path('M690,1130H970Q1010,1130 1014,1170L1024,1240Q1028,1284 986,1284H680Q640,1284 644,1240L650,1170Q654,1130 690,1130Z', lin(0, 1130, 0, 1284, [0, '#5b5a56'], [1, '#1e1d1b'])) + path('M690,1130H970Q1010,1130 1014,1170L1016,1190H648L650,1170Q654,1130 690,1130Z', b) + text(p.size, 834, 1254, 56, '#f3f0e9', { anchor: 'middle', max: 300 })
      + text(p.brand, 760, 640, 92, on(b), { anchor: 'middle', max: 340 })
  },
  hammer(p) {
    return shadow(820, 1272, 420, 80) + rod(760, 560, 960, 1270, 84, WOOD, { cap: 26, taper: 0.9 }) + rod(868, 940, 960, 1270, 96, p.accent, { cap: 30, taper: 0.96 }) + line('M872,1000L926,984M886,1052L940,1036M900,1104L954,1088M914,1156L968,1140', dark(p.accent, 0.35), 10, 'opacity=".7"')
      + move(735, 520, path('M-330,-96H-220Q-190,-96 -180,-70L-150,-56H80Q150,-58 210,-62Q350,-56 430,110Q330,14 240,26Q170,50 80,72H-150L-180,84Q-190,110 -220,110H-330Q-352,8 -330,-96Z', lin(0, -100, 0, 110, [0, '#7f8589'], [0.22, '#eceeef'], [0.55, '#9ba1a5'], [1, '#4f5457'])) + ell(-330, 7, 22, 103, '#6b7074') + ell(-332, 5, 14, 84, '#b9bec2') + path('M-40,-76H70V92H-40Z', lin(0, -76, 0, 92, [0, '#6f7478'], [0.25, '#d5d8da'], [1, '#43474a'])) + text(p.size, -100, 26, 54, '#3f4447', { anchor: 'middle', max: 110 }), -15)
  },
  shovel(p) {
    const snow = p.layout % 2 === 1
    const blade = snow ? path('M-290,0H290L310,330Q0,372 -310,330Z', lin(-300, 0, 300, 0, [0, lite(p.accent, 0.3)], [0.5, p.accent], [1, dark(p.accent, 0.3)])) + line('M-180,30L-196,316M-60,20L-64,336M60,20L64,336M180,30L196,316', dark(p.accent, 0.25), 12, 'opacity=".5"') + path('M-310,318Q0,362 310,318L312,350Q0,392 -312,350Z', '#d5d8da')
      : path('M-190,10Q-120,-20 -60,0L60,0Q120,-20 190,10Q214,240 120,390Q40,470 0,486Q-40,470 -120,390Q-214,240 -190,10Z', lin(-190, 0, 190, 0, [0, '#6d7377'], [0.3, '#e4e7e8'], [0.5, '#aab0b4'], [1, '#4f5457'])) + line('M0,40V440', '#595e62', 9, 'opacity=".35"') + line('M-186,14Q-120,-16 -60,4M60,4Q120,-16 186,14', '#eef0f1', 9)
    return shadow(900, 1272, 430, 78) + rod(560, 330, 832, 900, 58, WOOD) + move(560, 330, line('M-70,30Q-96,-60 -30,-96L20,-120Q90,-136 116,-60', 'none', 1) + path('M-10,36L-92,-46Q-112,-80 -76,-98L40,-152Q82,-166 88,-124L60,2Z M-2,-18L40,-40L52,-104L-52,-56Z', p.accent, 'fill-rule="evenodd"') + line('M-88,-60Q-100,-82 -72,-94L40,-146', lite(p.accent, 0.4), 10))
      + move(840, 830, blade + path('M-44,-90H44L60,60Q0,110 -60,60Z', snow ? dark(p.accent, 0.2) : lin(-60, 0, 60, 0, [0, '#5b6064'], [0.35, '#d5d8da'], [1, '#43474a'])), -25)
  },
  tile(p) {
    const c = p.body, w = 640
    const face = (n) => { const k = w / n; let o = ''; for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) { o += rect(i * k + 5, j * k + 5, k - 10, k - 10, (i + j) % 2 && p.layout % 2 ? p.accent : mix(c, '#8a7a60', ((i * 7 + j * 5) % 4) * 0.03), 4); if (p.layout >= 2) o += ell(i * k + k / 2, j * k + k / 2, k * 0.24, k * 0.24, 'none', `stroke="${(i + j) % 2 && p.layout % 2 ? lite(p.accent, 0.5) : dark(c, 0.2)}" stroke-width="10" opacity=".55"`) + ell(i * k + k / 2, j * k + k / 2, k * 0.1, k * 0.1, p.accent, 'opacity=".8"') } return o }
    return shadow(850, 1250, 600) + box({ x: -370, y: 260, w, d: 34, h: 640, c: '#e7e1d6', front: face(p.layout % 2 ? 4 : 2) + path(`M0,0L${w * 0.5},0L${w * 0.1},640H0Z`, '#ffffff', 'opacity=".16"') })
      + [0, 1, 2].map((i) => box({ x: -300, y: -60, z: i * 36, w: 560, d: 250, h: 32, c: mix(c, '#8a7a60', i === 1 ? 0.05 : 0), top: i === 2 ? path('M0,0L260,0L120,250H0Z', '#ffffff', 'opacity=".3"') : '' })).join('')
  },
  laminate(p) {
    const planks = (w, h, vertical) => Array.from({ length: 4 }, (_, i) => { const k = (vertical ? h : w) / 4; const c = mix(p.body, i % 2 ? '#5b3a1a' : '#fff2d8', 0.08 + (i % 3) * 0.05); return vertical ? rect(0, i * k, w, k - 3, c) + line(`M30,${i * k + k * 0.35}Q${w * 0.3},${i * k + k * 0.15} ${w * 0.5},${i * k + k * 0.4}T${w - 30},${i * k + k * 0.3}M60,${i * k + k * 0.7}Q${w * 0.4},${i * k + k * 0.55} ${w - 80},${i * k + k * 0.72}`, dark(c, 0.3), 4, 'opacity=".45"') : '' }).join('')
    const w = 900, d = 320
    return shadow(850, 1255, 640, 170) + box({ x: -520, y: 0, w, d, h: 150, c: '#cdbb9c', front: rect(0, 22, w, 106, p.accent) + text(p.brand, 40, 104, 84, on(p.accent), { max: 300 }) + text(p.title, w - 40, 96, 46, on(p.accent), { anchor: 'end', max: 480 }), top: planks(w, d, true), side: [0, 1, 2, 3, 4, 5].map((i) => rect(0, i * 25, d, 20, i % 2 ? '#b08d5c' : '#d8bd8c')).join('') })
      + box({ x: -430, y: 200, z: 150, w: 800, d: 30, h: 4, c: p.body }) + plane(at(-500, 330, 560), X, [0.08, 0.94], rect(0, 0, 820, 400, '#d8c6a2', 4) + planks(820, 400, true) + rect(0, 0, 820, 400, lin(0, 0, 820, 400, [0, '#ffffff', 0.22], [1, '#1d1710', 0.12])))
      + ''
  },
  insulation(p) {
    const cx = 640, cy = 880, r = 330
    const spiral = Array.from({ length: 5 }, (_, i) => ell(cx + i * 4, cy, (r - 30 - i * 58) * 0.62, r - 30 - i * 58, 'none', `stroke="${dark(p.body, 0.22)}" stroke-width="10" opacity=".55"`)).join('')
    return shadow(860, 1222, 600, 130) + path(`M${cx},${cy - r}L1210,${cy - r + 70}A205,330 0 0 1 1210,${cy + r + 60}L${cx},${cy + r}Z`, lin(0, cy - r, 0, cy + r + 60, [0, lite(p.accent, 0.15)], [0.22, lite(p.accent, 0.35)], [0.6, p.accent], [1, dark(p.accent, 0.4)]))
      + clip(`M${cx},${cy - r}L1210,${cy - r + 70}A205,330 0 0 1 1210,${cy + r + 60}L${cx},${cy + r}Z`, `<g transform="translate(850 ${cy - 60}) skewY(6.5)">${text(p.brand, 0, -20, 130, on(p.accent), { max: 480 })}${lines(p.title, 0, 60, 54, on(p.accent), 430)}${text(p.size, 0, 225, 84, on(p.accent), { max: 420 })}</g>` + path(`M900,${cy - r}l60,8q120,330 0,690l-60,-8q120,-340 0,-690Z`, '#ffffff', 'opacity=".12"'))
      + ell(cx, cy, r * 0.62, r, lin(0, cy - r, 0, cy + r, [0, lite(p.body, 0.25)], [1, dark(p.body, 0.12)])) + spiral + ell(cx + 20, cy, 16, 26, dark(p.body, 0.5))
  },
  brick(p) {
    const one = (x, y, z) => box({ x, y, z, w: 400, d: 190, h: 118, c: p.body, top: [0, 1, 2].map((i) => ell(85 + i * 115, 95, 32, 40, dark(p.body, 0.5))).join(''), front: Array.from({ length: 16 }, (_, i) => rect((i * 97) % 390, (i * 53) % 110, 12, 5, i % 2 ? lite(p.body, 0.3) : dark(p.body, 0.3), 2, 'opacity=".6"')).join('') })
    return shadow(860, 1270, 640, 170) + [[-420, 210, 0], [-10, 210, 0], [-420, 0, 0], [-10, 0, 0], [-420, 210, 126], [-10, 210, 126], [-420, 0, 126], [-10, 0, 126], [-215, 210, 252], [-215, 0, 252], [-215, 105, 378]].map((a) => one(...a)).join('')
  },
  board(p) {
    const c = p.body
    const grain = (w, h) => line(`M0,${h * 0.3}Q${w * 0.3},${h * 0.12} ${w * 0.55},${h * 0.34}T${w},${h * 0.28}M0,${h * 0.68}Q${w * 0.4},${h * 0.5} ${w},${h * 0.7}`, dark(c, 0.3), 4, 'opacity=".4"') + ell(w * 0.3, h * 0.5, 26, 12, dark(c, 0.35), 'opacity=".45"')
    const one = (x, y, z, w) => box({ x, y, z, w, d: 170, h: 62, c, front: grain(w, 62), top: grain(w, 170), side: clip('M0,0H170V62H0Z', [0.5, 0.34, 0.18].map((k) => ell(85, 70, 150 * k, 90 * k, 'none', `stroke="${dark(c, 0.35)}" stroke-width="5" opacity=".5"`)).join('')) })
    return shadow(830, 1290, 700, 160) + [[-560, 360, 0], [-560, 180, 0], [-560, 0, 0]].map((a) => one(...a, 1060)).join('') + [[-540, 270, 68], [-540, 90, 68]].map((a) => one(...a, 1060)).join('') + one(-520, 180, 136, 1060)
  },
  screws(p) {
    const screw = (x, y, a, c = BRASS) => move(x, y, path('M-34,-12L34,-12Q30,10 12,20V170L0,214L-12,170V20Q-30,10 -34,-12Z', lin(-20, 0, 20, 0, [0, lite(c, 0.45)], [0.5, c], [1, dark(c, 0.45)])) + line('M-18,56L18,44M-18,80L18,68M-18,104L18,92M-16,128L16,116M-14,152L14,140M-10,176L10,166', dark(c, 0.35), 6) + ell(0, -13, 35, 13, lite(c, 0.35)) + line('M-13,-13H13M0,-18V-8', dark(c, 0.6), 6), a)
    return shadow(830, 1262, 540, 140) + box({ x: -330, y: 120, w: 560, d: 330, h: 360, c: '#d9bd91', front: label(560, 360, { ...p, paper: '#f6efe0' }), side: rect(0, 0, 330, 155, p.accent), top: rect(20, 20, 520, 290, '#7c6238') + Array.from({ length: 40 }, (_, i) => ell(50 + ((i * 83) % 470), 46 + ((i * 47) % 240), 26, 26, mix(BRASS, '#fff0c0', (i % 4) * 0.14), `stroke="${dark(BRASS, 0.4)}" stroke-width="4"`)).join('') })
      + screw(430, 1110, 64) + screw(480, 1270, -70) + screw(1150, 1170, 30) + screw(940, 1290, 84)
  },
  faucet(p) {
    const c = p.body, m = (x1, y1, x2, y2) => lin(x1, y1, x2, y2, [0, dark(c, 0.45)], [0.14, lite(c, 0.2)], [0.32, '#ffffff'], [0.5, c], [0.76, dark(c, 0.5)], [0.9, lite(c, 0.1)], [1, dark(c, 0.3)])
    return shadow(760, 1262, 380, 92) + path(tubeD(720, 1240, 190, 176, 40), m(530, 0, 910, 0)) + disc(720, 1200, 176, lite(c, 0.3)) + path(tubeD(720, 1200, 106, 96, 560), m(614, 0, 826, 0))
      + path('M640,690Q620,420 860,408Q1090,404 1112,640L1118,760H1020L1016,660Q1004,506 866,508Q752,512 790,690Z', lin(640, 420, 1110, 700, [0, lite(c, 0.1)], [0.3, '#ffffff'], [0.5, c], [0.72, dark(c, 0.5)], [1, lite(c, 0.2)])) + path('M676,600Q690,440 862,434Q1040,432 1082,600Q1050,462 862,462Q720,470 716,620Z', '#ffffff', 'opacity=".75"') + path(tubeD(1069, 776, 56, 50, 40), m(1013, 0, 1125, 0)) + disc(1069, 778, 48, dark(c, 0.7))
      + path('M812,880L1010,822Q1050,814 1056,846Q1060,874 1024,888L826,956Z', lin(0, 820, 0, 956, [0, '#ffffff'], [0.4, c], [1, dark(c, 0.5)])) + ell(822, 918, 40, 58, m(780, 0, 862, 0)) + ell(1036, 852, 12, 14, p.accent)
  },
  bulb(p) {
    const glass = '#fff4d6'
    return shadow(800, 1262, 330, 80) + ell(800, 700, 520, 520, rad(800, 660, 520, [0, '#ffe7a3', 0.75], [0.5, '#ffe7a3', 0.22], [1, '#ffe7a3', 0]))
      + path('M800,340C1010,340 1096,520 1060,680C1030,800 950,850 934,960H666C650,850 570,800 540,680C504,520 590,340 800,340Z', rad(720, 560, 460, [0, '#ffffff'], [0.45, glass], [1, '#f2cf7c'])) + path('M640,470Q690,400 770,392Q650,470 620,620Q600,540 640,470Z', '#ffffff', 'opacity=".9"')
      + path('M652,940H948L926,1060H674Z', lin(652, 0, 948, 0, [0, '#cfd3d6'], [0.28, '#ffffff'], [0.6, '#dcdfe1'], [1, '#9ba0a4'])) + text(p.size, 800, 1022, 62, '#55595c', { anchor: 'middle', max: 210 })
      + path(tubeD(800, 1190, 96, 108, 132), sheen(800, 108, STEEL)) + line('M694,1092Q800,1140 906,1084M696,1128Q800,1176 902,1120M700,1164Q800,1212 898,1156', '#6f7478', 12, 'opacity=".7"') + path(tubeD(800, 1232, 46, 80, 32), sheen(800, 80, '#4a4a48')) + disc(800, 1234, 40, BRASS)
  },
  pendant(p) {
    return shadow(800, 1290, 420, 84, 0.18) + line('M800,120V470', BLACK, 12) + tube(800, 156, 80, 80, 46, BLACK) + ell(800, 900, 600, 420, rad(800, 860, 560, [0, '#ffe9b0', 0.7], [1, '#ffe9b0', 0]))
      + path('M756,470H844V540H756Z', sheen(800, 44, BRASS)) + path('M740,540H860Q1160,640 1230,900A430,147 0 0 1 370,900Q440,640 740,540Z', lin(370, 0, 1230, 0, [0, dark(p.accent, 0.2)], [0.28, lite(p.accent, 0.34)], [0.5, p.accent], [1, dark(p.accent, 0.42)])) + ell(800, 900, 430, 128, dark(p.accent, 0.45)) + ell(800, 906, 404, 112, rad(800, 900, 404, [0, '#fffdf2'], [0.5, '#ffe9ae'], [1, '#e8b75a'])) + ell(800, 914, 96, 62, '#ffffff')
  },
  socket(p) {
    const c = p.body
    const unit = (x, on2) => move(x, 0, rect(0, 0, 400, 400, c, 44) + rect(0, 0, 400, 400, lin(0, 0, 400, 400, [0, '#ffffff', 0.6], [1, '#1d1710', 0.14]), 44) + rect(44, 44, 312, 312, lite(c, 0.25), 30, `stroke="${dark(c, 0.2)}" stroke-width="3"`) + (on2 ? rect(72, 60, 256, 280, lin(0, 60, 0, 340, [0, '#ffffff'], [0.5, c], [1, dark(c, 0.16)]), 18, `stroke="${dark(c, 0.2)}" stroke-width="3"`) + ell(200, 104, 9, 9, p.accent) : ell(200, 200, 128, 128, lin(0, 70, 0, 330, [0, dark(c, 0.22)], [1, lite(c, 0.3)])) + ell(200, 206, 112, 112, dark(c, 0.08)) + ell(150, 204, 19, 19, '#2a2926') + ell(250, 204, 19, 19, '#2a2926') + rect(188, 94, 24, 44, BRASS, 6) + rect(188, 272, 24, 44, BRASS, 6)))
    return shadow(860, 1180, 560, 130) + box({ x: -440, y: 60, w: 860, d: 70, h: 470, c: dark(c, 0.05), front: '' }) + plane(at(-440, 56, 470), X, DOWN, rect(0, 0, 860, 470, c, 40) + rect(0, 0, 860, 470, lin(0, 0, 860, 470, [0, '#ffffff', 0.5], [1, '#1d1710', 0.12]), 40) + move(18, 35, unit(0, false)) + move(442, 35, unit(0, true)))
  },
  cable(p) {
    const rings = Array.from({ length: 9 }, (_, i) => { const y = 1120 - i * 44, k = 1 - Math.abs(i - 4) * 0.012; return ell(800, y, 420 * k, 160 * k, 'none', `stroke="${dark(p.accent, 0.36)}" stroke-width="54"`) + ell(800, y - 7, 420 * k, 160 * k, 'none', `stroke="${p.accent}" stroke-width="38"`) + ell(797, y - 14, 418 * k, 158 * k, 'none', `stroke="${lite(p.accent, 0.5)}" stroke-width="8" opacity=".7"`) }).join('')
    const tie = (x, y0, y1) => path(`M${x - 26},${y0}h52V${y1}h-52Z`, BLACK)
    return shadow(820, 1180, 620, 180) + rings + tie(470, 850, 1190) + tie(1130, 850, 1190) + line('M1190,1130Q1330,1190 1270,1270T1120,1316', dark(p.accent, 0.3), 54) + line('M1190,1124Q1330,1184 1268,1262T1120,1308', p.accent, 38) + rod(1130, 1312, 1040, 1290, 22, '#3f74b5') + rod(1130, 1314, 1036, 1322, 22, '#c98b3d') + rod(1130, 1318, 1050, 1352, 22, '#6aa046')
      + move(612, 930, rect(0, 0, 376, 190, p.paper, 14) + rect(0, 0, 376, 64, p.accent, 14) + rect(0, 40, 376, 24, p.accent) + text(p.brand, 24, 50, 48, on(p.accent), { max: 330 }) + text(p.title, 24, 116, 44, on(p.paper), { max: 330 }) + text(p.size, 24, 168, 42, dark(p.accent, 0.2), { max: 330 }))
  },
  bauble(p) {
    const c = p.accent, cx = 800, cy = 830, r = 390
    const flake = Array.from({ length: 6 }, (_, i) => `<g transform="rotate(${i * 60} ${cx} ${cy})">${line(`M${cx},${cy}V${cy - 230}M${cx},${cy - 110}l-52,-46M${cx},${cy - 110}l52,-46M${cx},${cy - 176}l-36,-32M${cx},${cy - 176}l36,-32`, lite(c, 0.72), 16)}</g>`).join('')
    const stripes = [0.72, 0.2, -0.32].map((k) => line(`M${cx - r * Math.sqrt(1 - k * k)},${cy + r * k}A${r * Math.sqrt(1 - k * k)},${r * Math.sqrt(1 - k * k) * 0.3} 0 0 0 ${cx + r * Math.sqrt(1 - k * k)},${cy + r * k}`, lite(c, 0.75), 34, 'opacity=".85"')).join('')
    return shadow(800, 1240, 400, 96) + ell(cx, cy, r, r, rad(cx - 130, cy - 150, r * 1.5, [0, lite(c, 0.5)], [0.35, c], [0.8, dark(c, 0.45)], [1, dark(c, 0.6)])) + clip(`M${cx - r},${cy}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`, (p.layout % 2 ? stripes : flake) + path(`M${cx - 420},${cy + 260}Q${cx},${cy + 460} ${cx + 420},${cy + 100}V${cy + 420}H${cx - 420}Z`, lite(c, 0.3), 'opacity=".18"'))
      + ell(cx - 160, cy - 180, 96, 62, '#ffffff', `opacity=".55" transform="rotate(-38 ${cx - 160} ${cy - 180})"`) + tube(cx, cy - r + 30, 74, 70, 84, BRASS) + disc(cx, cy - r - 54, 70, lite(BRASS, 0.4)) + ell(cx, cy - r - 92, 40, 46, 'none', `stroke="${BRASS}" stroke-width="14"`) + line(`M${cx},${cy - r - 136}Q${cx - 40},${cy - r - 250} ${cx + 30},${cy - r - 330}`, dark(c, 0.2), 10)
  },
  garland(p) {
    const wire = 'M210,560C360,820 560,830 690,640S1010,430 1120,640S1330,980 1400,800'
    const pts = [[250, 624], [372, 750], [520, 766], [640, 700], [740, 580], [868, 512], [1010, 530], [1104, 616], [1170, 740], [1270, 850], [1372, 836]]
    const hues = p.layout % 2 ? ['#ffd56b'] : ['#e2483d', '#f2b632', '#3f9d5b', '#3c7fc4', '#f2b632']
    return shadow(800, 1180, 560, 90, 0.16) + line(wire, '#1e4435', 13) + line(wire.replaceAll(/(\d+),(\d+)/g, (_, a, b) => `${a},${+b + 300}`), '#1e4435', 13)
      + [...pts, ...pts.map(([a, b]) => [a, b + 300])].map(([x, y], i) => { const c = hues[i % hues.length]; return ell(x, y + 62, 130, 130, rad(x, y + 62, 130, [0, c, 0.5], [1, c, 0])) + rect(x - 17, y - 6, 34, 34, '#173629', 8) + path(`M${x - 26},${y + 26}H${x + 26}Q${x + 44},${y + 78} ${x},${y + 128}Q${x - 44},${y + 78} ${x - 26},${y + 26}Z`, rad(x - 10, y + 54, 76, [0, '#ffffff'], [0.32, lite(c, 0.35)], [1, c])) }).join('')
  },
  tree(p) {
    const g = p.accent
    const tier = (y, w, h, k) => { const n = 9; let d = `M800,${y - h}`; for (let i = 0; i <= n; i++) { const x = 800 + w - (2 * w * i) / n; d += i === 0 ? `Q${800 + w * 0.3},${y - h * 0.4} ${x},${y}` : `Q${x + w / n},${y + 66 - Math.abs(i - n / 2) * 5} ${x},${y + (i === n ? 0 : 18 + 20 * Math.sin((Math.PI * i) / n))}` } d += `Q${800 - w * 0.3},${y - h * 0.4} 800,${y - h}Z`; return path(d, lin(800 - w, y - h, 800 + w, y, [0, lite(g, 0.24 - k * 0.03)], [0.42, g], [1, dark(g, 0.45)])) + line(`M800,${y - h + 60}Q${800 - w * 0.24},${y - h * 0.4} ${800 - w * 0.66},${y - 26}M800,${y - h + 60}Q${800 - w * 0.06},${y - h * 0.4} ${800 - w * 0.18},${y - 6}M800,${y - h + 60}Q${800 + w * 0.2},${y - h * 0.4} ${800 + w * 0.4},${y - 10}`, dark(g, 0.3), 7, 'opacity=".35"') }
    const balls = p.layout % 2 ? '' : [[690, 560, '#c8372d'], [860, 640, BRASS], [620, 770, BRASS], [800, 800, '#c8372d'], [960, 840, '#f3f0e9'], [560, 1000, '#c8372d'], [730, 1010, '#f3f0e9'], [900, 1030, BRASS], [1050, 1020, '#c8372d']].map(([x, y, c]) => ell(x, y, 27, 27, rad(x - 9, y - 9, 34, [0, lite(c, 0.6)], [0.5, c], [1, dark(c, 0.4)]))).join('')
    return shadow(810, 1262, 460, 110) + tube(800, 1250, 60, 52, 190, '#7a5230') + tube(800, 1262, 150, 120, 60, BLACK) + disc(800, 1202, 120, lite(BLACK, 0.2)) + disc(800, 1200, 58, '#4d341d') + tier(1100, 420, 420, 0) + tier(900, 350, 380, 1) + tier(700, 270, 340, 2) + tier(520, 180, 290, 3) + balls
  },
  star(p) {
    const c = p.accent, R = 430, r0 = 180, cx = 800, cy = 760
    const pt = (i, rr) => [cx + rr * Math.sin((i * Math.PI) / 5), cy - rr * Math.cos((i * Math.PI) / 5)]
    let o = ''
    for (let i = 0; i < 10; i++) { const a = pt(i, i % 2 ? r0 : R), b = pt(i + 1, i % 2 ? R : r0); o += poly([[cx, cy], a, b], [lite(c, 0.08), dark(c, 0.3), dark(c, 0.12), dark(c, 0.38), dark(c, 0.2), dark(c, 0.28), lite(c, 0.16), dark(c, 0.08), lite(c, 0.42), c][i]) }
    return shadow(800, 1262, 330, 78) + ell(cx, cy, 620, 620, rad(cx, cy, 620, [0, '#ffe29a', 0.55], [1, '#ffe29a', 0])) + tube(cx, 1250, 66, 40, 300, dark(c, 0.1)) + o + line(`M${pt(9, r0)}L${pt(0, R)}L${pt(1, r0)}`, '#ffffff', 6, 'opacity=".4"')
  },
  snowflake(p) {
    const c = p.accent, arm = (w, col, dy) => line(`M800,${800 + dy}V${330 + dy}M800,${620 + dy}l-116,-100M800,${620 + dy}l116,-100M800,${480 + dy}l-86,-76M800,${480 + dy}l86,-76M800,${720 + dy}l-60,-52M800,${720 + dy}l60,-52`, col, w)
    const all = (w, col, dx, dy) => `<g transform="translate(${dx} ${dy})">${[0, 60, 120, 180, 240, 300].map((a) => `<g transform="rotate(${a} 800 800)">${arm(w, col, 0)}</g>`).join('')}</g>`
    return shadow(800, 1290, 420, 80, 0.22) + all(46, dark(c, 0.34), 10, 14) + all(42, c, 0, 0) + all(12, lite(c, 0.7), -6, -8) + poly([0, 60, 120, 180, 240, 300].map((a) => [800 + 92 * Math.cos((a * Math.PI) / 180), 800 + 92 * Math.sin((a * Math.PI) / 180)]), lite(c, 0.35), `stroke="${dark(c, 0.2)}" stroke-width="8"`)
  },
  pot(p) {
    const cx = 800, cy = 1190, r = 390, h = 400, c = p.accent
    return shadow(820, 1224, 560, 140) + path(`M${cx - r - 130},${cy - h + 90}q-20,-36 30,-46h130v70h-110q-40,4 -50,-24Z`, dark(c, 0.3)) + path(`M${cx + r + 130},${cy - h + 90}q20,-36 -30,-46h-130v70h110q40,4 50,-24Z`, dark(c, 0.5)) + tube(cx, cy, r - 16, r, h, c) + path(tubeD(cx, cy - h + 20, r + 8, r + 10, 26), sheen(cx, r, STEEL)) + disc(cx, cy - h - 6, r + 10, lite(STEEL, 0.4))
      + path(`M${cx - r + 6},${cy - h - 14}A${r - 6},${(r - 6) * 0.4} 0 0 0 ${cx + r - 6},${cy - h - 14}Q${cx + 260},${cy - h - 196} ${cx},${cy - h - 204}Q${cx - 260},${cy - h - 196} ${cx - r + 6},${cy - h - 14}Z`, lin(cx - r, 0, cx + r, 0, [0, '#9aa7a8'], [0.28, '#f4f7f7'], [0.6, '#c3cdce'], [1, '#7f8b8d'])) + ell(cx, cy - h - 196, 70, 24, '#9aa0a4') + tube(cx, cy - h - 196, 34, 40, 40, BLACK) + ell(cx, cy - h - 248, 92, 40, lin(0, cy - h - 290, 0, cy - h - 210, [0, lite(BLACK, 0.4)], [1, '#1a1917'])) + path(`M${cx - 250},${cy - h - 60}Q${cx - 190},${cy - h - 150} ${cx - 60},${cy - h - 172}Q${cx - 150},${cy - h - 120} ${cx - 170},${cy - h - 40}Z`, '#ffffff', 'opacity=".5"')
      + (p.layout % 2 ? [0, 1, 2, 3, 4].map((i) => move(cx - 240 + i * 120, cy - 140 + Math.sqrt(Math.max(0, 4 - (i - 2) ** 2)) * 14, ell(0, 0, 26, 26, '#ffffff', 'opacity=".9"') + ell(0, 0, 11, 11, BRASS))).join('') : text(p.size, cx, cy - 110, 84, on(c), { anchor: 'middle', max: 300 }))
  },
  mop(p) {
    const cx = 740, cy = 1230
    return shadow(840, 1268, 560, 120) + rod(1090, 240, 1010, 1130, 30, '#d3d7d9') + rod(1094, 220, 1076, 400, 44, p.accent, { cap: 12 }) + tube(cx, cy, 270, 330, 430, p.accent) + disc(cx, cy - 430, 330, lite(p.accent, 0.3)) + disc(cx, cy - 424, 300, dark(p.accent, 0.45)) + ell(cx - 90, cy - 420, 150, 62, '#dfe3e4') + ell(cx - 90, cy - 412, 118, 44, '#7d8588') + line(`M${cx - 326},${cy - 400}C${cx - 300},${cy - 150} ${cx + 300},${cy - 150} ${cx + 326},${cy - 400}`, '#f0eee8', 17)
      + text(p.brand, cx - 110, cy - 90, 70, on(p.accent), { anchor: 'middle', max: 210 })
      + path('M820,1130Q1010,1060 1190,1130L1220,1180Q1010,1250 800,1180Z', lite(p.accent, 0.1)) + Array.from({ length: 15 }, (_, i) => line(`M${816 + i * 28},${1168 + 26 * Math.sin((Math.PI * i) / 14)}q${(i % 3) * 8 - 8},50 ${(i % 2) * 10 - 5},${92 + (i % 3) * 12}`, i % 2 ? '#f4f2ec' : '#d8d4c8', 22)).join('')
  },
  wateringCan(p) {
    const c = p.accent
    return shadow(800, 1262, 560, 120) + line('M1010,700Q1300,640 1290,900T1060,1130', dark(c, 0.35), 62) + line('M1010,692Q1290,636 1280,894T1060,1120', c, 44) + line('M1006,684Q1276,634 1268,890', lite(c, 0.4), 12)
      + path('M520,1130L290,640L372,596L640,960Z', lin(300, 700, 620, 900, [0, lite(c, 0.25)], [1, dark(c, 0.3)])) + path('M226,676L396,520Q420,540 416,570L300,700Q250,716 226,676Z', dark(c, 0.12)) + ell(312, 598, 122, 40, lite(c, 0.35), 'transform="rotate(-42 312 598)"') + [[-60, 0], [-20, -10], [20, -10], [60, 0], [0, 12], [-34, 12], [34, 12]].map(([a, b]) => ell(312 + a * 0.76 + b * 0.6, 598 - a * 0.66 + b * 0.7, 8, 8, dark(c, 0.6))).join('')
      + tube(800, 1210, 310, 270, 500, c) + disc(800, 710, 270, lite(c, 0.25)) + path('M536,706A264,90 0 0 1 1064,706A264,90 0 0 0 800,760Q640,760 536,706Z', dark(c, 0.35)) + disc(800, 716, 236, dark(c, 0.5)) + path('M560,690Q800,560 1040,690Q1010,640 800,610Q600,640 560,690Z', lite(c, 0.12)) + line('M498,1140Q800,1290 1102,1140', lite(c, 0.3), 10, 'opacity=".5"') + text(p.size, 800, 1030, 110, on(c), { anchor: 'middle', max: 330 })
  },
  seeds(p) {
    const w = 520, h = 720
    const flower = [0, 60, 120, 180, 240, 300].map((a) => ell(260, 360, 40, 86, p.accent, `transform="rotate(${a} 260 446)"`)).join('') + ell(260, 446, 50, 50, '#f2b632')
    const fruit = ell(200, 430, 92, 92, rad(170, 400, 120, [0, lite(p.accent, 0.5)], [0.6, p.accent], [1, dark(p.accent, 0.4)])) + ell(330, 470, 78, 78, rad(306, 446, 100, [0, lite(p.accent, 0.5)], [0.6, p.accent], [1, dark(p.accent, 0.4)])) + line('M200,346q40,-60 90,-30M330,398q-10,-60 -40,-82', '#3d7a3f', 12)
    const leaf = path('M120,560Q190,470 260,560Q190,610 120,560ZM400,560Q330,470 260,560Q330,610 400,560Z', '#4f9150')
    const pack = (extra) => rect(0, 0, w, h, '#fbf8ef', 10) + rect(0, 0, w, 46, dark(p.accent, 0.12)) + rect(0, 46, w, 190, '#3d7a3f') + text(p.brand, w / 2, 140, 84, '#ffffff', { anchor: 'middle', max: w * 0.8 }) + text(p.title, w / 2, 206, 50, '#ffffff', { anchor: 'middle', max: w * 0.84 }) + leaf + extra + text(p.size, w / 2, 678, 60, '#26221b', { anchor: 'middle', max: w * 0.7 }) + rect(0, 0, w, h, lin(0, 0, w, h, [0, '#ffffff', 0.25], [0.5, '#ffffff', 0], [1, '#1d1710', 0.14]))
    return shadow(820, 1262, 480, 110) + plane([742, 470], [0.93, 0.13], [0.03, 0.98], rect(0, 0, w, h, '#d8d1c0', 10) + pack(p.layout % 2 ? fruit : flower) + rect(0, 0, w, h, '#1d1710', 10, 'opacity=".1"')) + plane([480, 510], [0.97, -0.05], [0.06, 0.98], pack(p.layout % 2 ? fruit : flower))
  },
  plantPot(p) {
    const leaf = (a, k, c) => `<g transform="translate(800 800) rotate(${a}) scale(${k})">${path('M0,0C-130,-120 -120,-330 0,-470C120,-330 130,-120 0,0Z', lin(-110, 0, 110, 0, [0, lite(c, 0.3)], [0.5, c], [0.5, dark(c, 0.16)], [1, dark(c, 0.35)]))}${line('M0,-20V-430', lite(c, 0.35), 6, 'opacity=".6"')}</g>`
    return shadow(820, 1240, 420, 110) + [[-74, 0.86, '#3f7d4c'], [74, 0.84, '#38724a'], [-48, 1, '#4a8f57'], [46, 1, '#418550'], [-22, 1.1, '#3f7d4c'], [20, 1.08, '#4f9a5c'], [0, 1.16, '#478b54']].map((a) => leaf(...a)).join('')
      + tube(800, 1200, 230, 316, 380, p.accent) + tube(800, 846, 336, 344, 84, p.accent) + disc(800, 762, 344, lite(p.accent, 0.25)) + disc(800, 768, 306, '#4d3a28') + [[-40, 0.5, '#57a064'], [36, 0.46, '#4a8f57'], [0, 0.6, '#5ba768']].map((a) => leaf(...a)).join('') + line('M566,1080Q800,1170 1034,1080', dark(p.accent, 0.22), 16, 'opacity=".5"')
  },
  hose(p) {
    const ring = (cy, rx, ry) => ell(800, cy, rx, ry, 'none', `stroke="${dark(p.accent, 0.4)}" stroke-width="62"`) + ell(800, cy - 6, rx, ry, 'none', `stroke="${p.accent}" stroke-width="46"`) + ell(800, cy - 6, rx, ry, 'none', `stroke="${BRASS}" stroke-width="7"`) + ell(797, cy - 16, rx, ry, 'none', `stroke="${lite(p.accent, 0.5)}" stroke-width="7" opacity=".7"`)
    return shadow(820, 1160, 640, 190) + [0, 1, 2, 3, 4].map((i) => ring(1080 - i * 52, 440, 176)).join('') + [0, 1, 2].map((i) => ring(1080 - i * 52, 330, 118)).join('') + line('M1230,900Q1350,1080 1180,1200T900,1290', dark(p.accent, 0.4), 60) + line('M1230,892Q1346,1072 1176,1192T900,1282', p.accent, 45) + line('M1230,892Q1346,1072 1176,1192T900,1282', BRASS, 7) + rod(920, 1288, 800, 1272, 66, BLACK) + rod(804, 1274, 700, 1258, 50, '#e08a2b', { cap: 14 }) + rod(706, 1260, 640, 1250, 34, BLACK, { cap: 10 })
      + move(640, 770, rect(0, 0, 320, 150, p.paper, 12) + rect(0, 0, 320, 52, p.accent, 12) + rect(0, 30, 320, 22, p.accent) + text(p.title, 18, 38, 36, on(p.accent), { max: 284 }) + text(p.size, 18, 124, 66, on(p.paper), { max: 284 }))
  },
  grill(p) {
    const c = p.accent === '#0f5a47' ? BLACK : p.accent
    const legs = [[-370, 300], [330, 300], [-370, 0], [330, 0]].map(([x, y]) => { const [a, b] = at(x, y, 560), [e, f] = at(x + (x < 0 ? -30 : 30), y, 0); return rod(a, b, e, f, 26, '#55534f') }).join('')
    const fire = Array.from({ length: 22 }, (_, i) => ell(50 + ((i * 97) % 660), 40 + ((i * 61) % 220), 46, 34, i % 3 ? '#3a332c' : '#d9572b', 'opacity=".95"')).join('')
    const skewer = (y) => { const [a, b] = at(-120 + y * 0, y, 790), [e, f] = at(460, y - 20, 790); return '' + rod(...at(-470, y, 780), ...at(470, y, 780), 10, '#d5d8da') + [0, 1, 2, 3, 4, 5].map((i) => { const [m, n] = at(-250 + i * 96, y, 780); return ell(m, n, 46, 36, rad(m - 12, n - 12, 50, [0, i % 2 ? '#e0673f' : '#b9764a'], [1, i % 2 ? '#a83821' : '#6f3f22'])) }).join('') }
    return shadow(840, 1250, 640, 150) + legs + box({ x: -390, y: -20, z: 540, w: 740, d: 340, h: 210, c, top: rect(22, 22, 696, 296, '#1d1b19') + clip('M22,22H718V318H22Z', fire), front: [0, 1, 2, 3, 4, 5, 6].map((i) => ell(100 + i * 90, 140, 20, 20, '#141311')).join('') + text(p.brand, 40, 84, 70, on(c), { max: 300 }) }) + skewer(230) + skewer(110)
  },
  giftSet(p) {
    const w = 700, d = 420, h = 330, c = p.accent
    const mini = (x, y, r, k) => ell(x, y, r, r, rad(x - r * 0.3, y - r * 0.35, r * 1.4, [0, lite(k, 0.6)], [0.4, k], [1, dark(k, 0.5)])) + rect(x - 14, y - r - 16, 28, 24, BRASS, 5) + ell(x - r * 0.35, y - r * 0.4, r * 0.2, r * 0.13, '#ffffff', 'opacity=".7"')
    const ribbon = '#f3e3b4'
    return shadow(850, 1250, 640, 170) + box({ x: -400, y: 0, w, d, h, c, front: rect(w / 2 - 46, 0, 92, h, ribbon) + Array.from({ length: 14 }, (_, i) => ell((i * 151) % w, 40 + ((i * 83) % 270), 9, 9, lite(c, 0.6))).join('') + rect(w / 2 - 46, 0, 92, h, ribbon), side: rect(d / 2 - 40, 0, 80, h, ribbon), top: rect(w / 2 - 46, 0, 92, d, ribbon) + rect(0, d / 2 - 44, w, 88, ribbon) })
      + (() => { const [x, y] = at(-50, 210, h); return path(`M${x},${y}C${x - 60},${y - 190} ${x - 300},${y - 210} ${x - 270},${y - 70}C${x - 250},${y + 10} ${x - 90},${y + 10} ${x},${y}C${x + 60},${y - 200} ${x + 290},${y - 220} ${x + 270},${y - 80}C${x + 250},${y + 10} ${x + 90},${y + 14} ${x},${y}Z`, lin(x - 280, y - 200, x + 280, y, [0, lite(ribbon, 0.4)], [0.5, ribbon], [1, dark(ribbon, 0.2)])) + path(`M${x - 30},${y - 20}C${x - 80},${y - 110} ${x - 210},${y - 140} ${x - 220},${y - 70}C${x - 220},${y - 20} ${x - 110},${y - 20} ${x - 30},${y - 20}ZM${x + 30},${y - 20}C${x + 80},${y - 120} ${x + 210},${y - 150} ${x + 222},${y - 80}C${x + 220},${y - 20} ${x + 110},${y - 20} ${x + 30},${y - 20}Z`, dark(ribbon, 0.28)) + ell(x, y - 22, 46, 40, lite(ribbon, 0.1)) })()
      + mini(520, 1250, 112, '#c8372d') + mini(760, 1290, 92, BRASS) + mini(1200, 1250, 100, '#2f7a5d')
  },
  drywall(p) {
    const sheet = (i) => box({ x: -420 + i * 8, y: 250 - i * 62, w: 800, d: 34, h: 760, c: lite(p.accent, 0.55), front: i === 3 ? rect(0, 0, 800, 760, lin(0, 0, 800, 760, [0, '#ffffff', 0.4], [1, '#ffffff', 0])) + text(p.brand, 60, 150, 110, p.accent, { max: 480 }) + text(p.title, 60, 222, 56, dark(p.accent, 0.3), { max: 620 }) + text(p.size, 60, 700, 64, dark(p.accent, 0.3), { max: 660 }) : '', side: rect(4, 0, 26, 760, '#f3f1ea') })
    return shadow(850, 1260, 640, 160) + [0, 1, 2, 3].map(sheet).join('')
  },
  wallpaper(p) {
    const cx = 720, cy = 1220, r = 150, h = 720
    const leafs = Array.from({ length: 30 }, (_, i) => { const x = cx - 170 + (i % 5) * 88 + (Math.floor(i / 5) % 2) * 44, y = cy - h + 60 + Math.floor(i / 5) * 130; return p.layout % 2 ? line(`M${x},${y - 90}V${y + 60}`, p.accent, 18, 'opacity=".55"') : path(`M${x},${y - 20}q-24,-34 0,-76q24,42 0,76ZM${x},${y - 14}q-36,0 -44,-38q34,0 44,38ZM${x},${y - 14}q36,0 44,-38q-34,0 -44,38Z`, p.accent, 'opacity=".75"') + line(`M${x},${y - 20}v44`, p.accent, 5, 'opacity=".75"') }).join('')
    const sheet = `M${cx + 60},${cy - h + 40}L1240,${cy - h + 150}V${cy + 70}Q1140,${cy + 96} ${cx + 60},${cy + 44}Z`
    return shadow(860, 1262, 520, 110) + path(sheet, p.body) + clip(sheet, move(300, 30, leafs) + move(740, 95, leafs) + path(sheet, lin(cx, 0, 1240, 0, [0, '#1d1710', 0.28], [0.3, '#1d1710', 0.02], [0.8, '#ffffff', 0.2], [1, '#1d1710', 0.1]))) + tube(cx, cy, r, r, h, p.body) + clip(tubeD(cx, cy, r, r, h), leafs + path(tubeD(cx, cy, r, r, h), shade(cx, r))) + disc(cx, cy - h, r, lite(p.body, 0.3)) + disc(cx, cy - h, r - 34, dark(p.body, 0.4)) + disc(cx, cy - h + 6, r - 44, '#3a342b')
  },
  level(p) {
    return shadow(830, 1200, 660, 120) + box({ x: -620, y: 60, z: 0, w: 1150, d: 70, h: 170, c: p.accent, front: rect(0, 26, 1150, 118, lite(p.accent, 0.08), 6) + text(p.brand, 230, 112, 78, on(p.accent), { max: 230 }) + text(p.size, 690, 112, 70, on(p.accent), { max: 230 }) + [[40, 120], [990, 120], [490, 170]].map(([x, w]) => rect(x, 30, w, 110, '#2a2926', 16) + rect(x + 14, 58, w - 28, 54, lin(0, 58, 0, 112, [0, '#e9ff9a'], [0.5, '#b8dd3a'], [1, '#86a81f']), 27) + rect(x + w / 2 - 22, 64, 44, 40, '#f6ffd8', 20) + rect(x + w / 2 - 30, 58, 4, 54, '#2a2926') + rect(x + w / 2 + 26, 58, 4, 54, '#2a2926')).join(''), side: rect(10, 30, 50, 110, BLACK, 8) })
  },
  ladder(p) {
    const leg = (x, y, tx, ty, c) => rod(...at(x, y, 0), ...at(tx, ty, 900), 36, c)
    const step = (z, k) => { const t = z / 900; const a = at(-260 + 70 * t, -120 + 190 * t, z), b = at(260 - 70 * t, -120 + 190 * t, z); return rod(a[0], a[1], b[0], b[1], k ?? 34, k ? p.accent : '#d5d8da') }
    return shadow(850, 1245, 520, 150) + leg(-260, 420, -190, 110, '#9aa0a4') + leg(260, 420, 190, 110, '#8a9094') + rod(...at(-236, 330, 280), ...at(236, 330, 280), 18, '#9aa0a4') + leg(-260, -120, -190, 70, '#c4c9cc') + leg(260, -120, 190, 70, '#aab0b4') + step(180) + step(360) + step(540) + step(720) + box({ x: -220, y: 40, z: 890, w: 440, d: 110, h: 30, c: p.accent })
  },
  gloves(p) {
    const hand = (c, cuff) => path('M-120,300V60Q-150,-40 -140,-160Q-136,-210 -100,-208Q-70,-206 -70,-160L-66,-60L-60,-300Q-56,-346 -22,-344Q8,-342 10,-298L12,-70L34,-310Q40,-352 70,-346Q102,-340 98,-296L82,-60L124,-240Q136,-280 164,-270Q190,-260 182,-218L140,40Q200,-40 236,-36Q276,-30 256,20L160,180Q140,220 134,300Z', lin(-150, 0, 240, 0, [0, lite(c, 0.3)], [0.5, c], [1, dark(c, 0.3)])) + path('M-128,270H142V430Q0,460 -128,430Z', lin(-130, 0, 140, 0, [0, lite(cuff, 0.3)], [0.5, cuff], [1, dark(cuff, 0.3)])) + line('M-124,310Q0,334 138,310M-124,350Q0,374 138,350M-124,390Q0,414 138,390', dark(cuff, 0.25), 7, 'opacity=".6"') + line('M-80,20Q20,60 120,30', dark(c, 0.3), 8, 'opacity=".4"')
    return shadow(840, 1230, 520, 120) + `<g transform="translate(990 800) rotate(14) scale(-1 1)">${hand(dark(p.accent, 0.12), p.body)}</g><g transform="translate(640 790) rotate(-10)">${hand(p.accent, p.body)}</g>`
  },
}

// Middle of each drawing and its enlargement, measured once so that every thing fills about the same part of the frame.
export const FIT = {
  bag: [766, 800, 1.34], bucket: [798, 862, 1.31], can: [798, 880, 1.42], canister: [786, 844, 1.48],
  tubeGun: [798, 758, 1.14], roller: [804, 838, 1.24], brush: [728, 754, 1.26], drill: [668, 866, 1.2],
  hammer: [778, 850, 1.27], shovel: [788, 720, 1.1], tile: [838, 882, 1.46], laminate: [808, 906, 1.26],
  insulation: [906, 908, 1.3], brick: [876, 964, 1.39], board: [892, 1080, 1.09], screws: [724, 1028, 1.33],
  faucet: [826, 856, 1.34], bulb: [798, 792, 1.33], pendant: [798, 578, 1.19], socket: [832, 976, 1.55],
  cable: [832, 974, 1.24], bauble: [798, 660, 1.08], garland: [804, 880, 1.07], tree: [798, 772, 1.12],
  star: [798, 798, 1.22], snowflake: [804, 806, 1.15], pot: [798, 908, 1.15], mop: [812, 764, 1.08],
  wateringCan: [768, 910, 1.13], seeds: [862, 854, 1.39], plantPot: [794, 766, 1.18], hose: [818, 994, 1.31],
  grill: [874, 816, 1.17], giftSet: [852, 1028, 1.35], drywall: [870, 818, 1.26], wallpaper: [902, 872, 1.42],
  level: [800, 1112, 1.22], ladder: [866, 794, 1.18], gloves: [818, 840, 1.43],
}

export const names = Object.keys(kinds)
const BASE = { body: '#f4f2ec', accent: '#0f5a47', paper: '#fbf9f4', brand: 'ИДД', title: '', size: '', layout: 0 }

const placed = (kind, p) => {
  const [cx, cy, zoom] = FIT[kind] ?? [800, 800, 1]
  return `<g transform="translate(800 806) scale(${zoom}) translate(${-cx} ${-cy})">${kinds[kind](p)}</g>`
}

/**
 * Several things without a ground on one picture, for banners: each with its place (middle) and size against the frame
 * of 1600.
 */
export function scene(width, height, things) {
  defs = []
  const body = things.map(([kind, params, x, y, scale], index) => {
    prefix = `s${index}d`
    return `<g transform="translate(${x} ${y}) scale(${scale}) translate(-800 -806)">${placed(kind, { ...BASE, ...params })}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"><defs>${defs.join('')}</defs>${body.join('')}</svg>`
}

/** @param {keyof typeof kinds} kind @param {Partial<typeof BASE> & {lid?: string, ground?: string}} params */
export function draw(kind, params = {}) {
  defs = []
  prefix = 'd'
  const p = { ...BASE, ...params }, ground = params.ground ?? '#f2efe8'
  const back = ground === 'none' ? '' : rect(0, 0, 1600, 1600, ground) + rect(0, 0, 1600, 1600, rad(640, 560, 1250, [0, '#ffffff', 0.75], [0.6, '#ffffff', 0.1], [1, '#8a7a60', 0.1]))
  const body = placed(kind, p)
  const alt = [p.title, p.size].filter(Boolean).join(', ').replaceAll(/[<>&]/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1600" width="1600" height="1600" role="img"><title>${alt || kind}</title><defs>${defs.join('')}</defs>${back}${body}</svg>`
}

export { BASE, BLACK, BRASS, NEAR, STEEL, WOOD, X, Y, at, box, clip, dark, disc, DOWN, ell, label, lin, line, lines, lite, mix, move, on, path, plane, poly, r1, rad, rect, rod, shade, shadow, sheen, text, tube, tubeD }
