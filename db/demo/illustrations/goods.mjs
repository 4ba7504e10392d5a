// More goods in the same camera, light and ground as draw.mjs; importing this file adds them to its kinds.
import { BLACK, BRASS, DOWN, FIT, NEAR, STEEL, WOOD, X, Y, at, box, clip, dark, disc, ell, kinds, label, lin, line, lite, mix, move, on, path, plane, poly, r1, rad, rect, rod, shade, shadow, sheen, text, tube, tubeD } from './draw.mjs'

const times = (n, f) => Array.from({ length: n }, (_, i) => f(i)).join('')
const P = (x, y, z) => at(x, y, z).map(r1).join()
/**
 * A face standing upright towards the viewer: the middle of its bottom edge at the ground, in its own units from the
 * upper left.
 */
const front = (w, h, inner, x = -w / 2) => plane(at(x, 0, h), X, DOWN, inner)

Object.assign(kinds, {
  spray(p) {
    const cx = 800, cy = 1230, r = 150, h = 620
    return shadow(822, 1245, 330) + tube(cx, cy, r, r, h, p.paper) + clip(tubeD(cx, cy - 6, r, r, h - 12), rect(cx - r, 560, 2 * r, 330, p.accent) + rect(cx - r, 880, 2 * r, 16, mix(p.accent, '#f0b429', 0.55)) + move(cx - 130, 0, text(p.brand, 130, 790, 84, on(p.accent), { anchor: 'middle', max: 240 }) + text(p.title, 130, 1010, 60, '#26221b', { anchor: 'middle', max: 230 }) + text(p.size, 130, 1120, 60, dark(p.accent, 0.2), { anchor: 'middle', max: 220 }))) + path(tubeD(cx, cy, r, r, h), shade(cx, r))
      + disc(cx, cy - h, r, dark(STEEL, 0.1)) + tube(cx, cy - h + 6, r - 18, 92, 56, STEEL) + disc(cx, cy - h - 50, 92, lite(STEEL, 0.3)) + tube(cx, cy - h - 44, 74, 68, 130, p.accent) + disc(cx, cy - h - 174, 68, lite(p.accent, 0.25)) + rect(cx - 20, cy - h - 158, 40, 26, '#26221b', 8, 'opacity=".75"')
  },
  bottle(p) {
    const cx = 800, cy = 1230, d = `M${cx - 190},1210Q${cx},1268 ${cx + 190},1210V760Q${cx + 180},640 ${cx + 86},600V520H${cx - 86}V600Q${cx - 180},640 ${cx - 190},760Z`
    return shadow(822, 1240, 380) + path(d, sheen(cx, 190, mix(p.accent, '#ffffff', 0.35))) + clip(d, rect(cx - 200, 800, 400, 300, '#fbf9f4') + rect(cx - 200, 800, 400, 110, p.accent) + text(p.brand, cx, 882, 80, on(p.accent), { anchor: 'middle', max: 320 }) + text(p.title, cx, 990, 62, '#26221b', { anchor: 'middle', max: 320 }) + ell(cx, 1052, 32, 26, p.accent) + path(d, shade(cx, 190)))
      + tube(cx, 530, 96, 88, 150, p.accent) + disc(cx, 380, 88, lite(p.accent, 0.25)) + line(`M${cx - 60},420V510M${cx - 20},426V520M${cx + 20},426V520M${cx + 60},420V510`, dark(p.accent, 0.25), 7, 'opacity=".6"')
  },
  smallBox(p) {
    const w = 600, d = 300, h = 430
    return shadow(850, 1245, 560, 150) + box({ x: -380, w, d, h, c: p.paper, front: label(w, h, p), side: rect(0, 0, d, h * 0.43, p.accent) + text(p.size, d / 2, h * 0.7, 60, '#26221b', { anchor: 'middle', max: d * 0.8 }), top: rect(w / 2 - 4, 0, 8, d, dark(p.paper, 0.14)) + rect(0, d * 0.36, w, d * 0.28, lite(p.accent, 0.75), 0, 'opacity=".5"') })
  },
  tape(p) {
    const roll = (cx, cy, c) => tube(cx, cy, 300, 300, 150, c) + disc(cx, cy - 150, 300, lite(c, 0.35)) + disc(cx, cy - 150, 186, dark('#b98d5a', 0.15)) + disc(cx, cy - 142, 172, '#6b4a2c') + disc(cx, cy - 128, 160, mix('#f2efe8', '#8a7a60', 0.3)) + ell(cx, cy - 150, 243, 83, 'none', `stroke="${dark(c, 0.12)}" stroke-width="4" opacity=".5"`) + ell(cx, cy - 150, 220, 75, 'none', `stroke="${dark(c, 0.12)}" stroke-width="4" opacity=".5"`)
    const c = mix(p.accent, '#ffe9a8', 0.62)
    return shadow(820, 1215, 520, 140) + roll(800, 1180, c) + roll(790, 1024, lite(c, 0.12)) + path('M1082,900L1240,940L1236,1076L1086,1040Z', lite(c, 0.2)) + text(p.brand, 790, 1010, 74, dark(p.accent, 0.25), { anchor: 'middle', max: 300 })
  },
  profile(p) {
    const c = p.body, n = 3
    const one = (i) => { const y = i * 120, z = 0
      if (p.layout === 2) return box({ x: -640, y, z, w: 1180, d: 26, h: 120, c }) + box({ x: -640, y: y + 20, z: 0, w: 1180, d: 100, h: 16, c: dark(c, 0.08) }) + box({ x: -640, y: y - 6, z: 104, w: 1180, d: 40, h: 16, c: lite(c, 0.15) })
      if (p.layout === 3) return plane(at(-640, y, 92), X, DOWN, rect(0, 40, 1180, 52, c) + times(24, (k) => rect(20 + k * 48, 56, 26, 16, dark(c, 0.45), 8)) + rect(0, 0, 1180, 42, lite(c, 0.2)) + rect(0, 36, 1180, 6, dark(c, 0.3)))
      return box({ x: -640, y, z, w: 1180, d: 70, h: p.layout === 1 ? 46 : 120, c, front: line(p.layout === 1 ? 'M0,16H1180M0,30H1180' : 'M0,30H1180M0,96H1180', dark(c, 0.22), 5, 'opacity=".55"'), side: rect(10, 10, 50, p.layout === 1 ? 26 : 100, dark(c, 0.35), 6) }) }
    return shadow(830, 1255, 680, 150) + times(n, (i) => one(n - 1 - i))
  },
  roll(p) {
    const tile = p.layout % 2
    const cy = 900, r = 250, d = `M380,${cy - r}L1190,${cy - r + 66}A150,${r} 0 0 1 1190,${cy + r + 66}L380,${cy + r}Z`
    const marks = times(10, (i) => tile ? line(`M${430 + i * 84},${cy - r}L${470 + i * 84},${cy + r + 50}`, dark(p.body, 0.18), 5, 'opacity=".6"') : line(`M380,${cy - 200 + i * 46}Q800,${cy - 190 + i * 46 + (i % 3) * 12} 1250,${cy - 150 + i * 46}`, dark(p.body, 0.22), 4, 'opacity=".6"'))
    const sheet = `M380,${cy + r - 8}L1190,${cy + r + 58}L1330,${cy + r + 190}L470,${cy + r + 130}Z`
    return shadow(840, 1262, 620, 140) + path(sheet, lite(p.body, 0.12)) + clip(sheet, times(9, (i) => line(`M380,${cy + r + 10 + i * 20}L1330,${cy + r + 80 + i * 20}`, dark(p.body, 0.2), 3, 'opacity=".5"')))
      + path(d, lin(0, cy - r, 0, cy + r + 66, [0, dark(p.body, 0.06)], [0.22, lite(p.body, 0.35)], [0.6, p.body], [1, dark(p.body, 0.38)])) + clip(d, marks + (p.brand && p.brand !== 'ИДД' ? `<g transform="translate(520 ${cy + 10}) skewY(4.6)">${rect(0, -110, 520, 210, '#fbf9f4', 10)}${rect(0, -110, 520, 84, p.accent, 10)}${text(p.brand, 30, -46, 72, on(p.accent), { max: 460 })}${text(p.title, 30, 50, 60, '#26221b', { max: 460 })}</g>` : ''))
      + ell(380, cy, 112, r, lin(0, cy - r, 0, cy + r, [0, lite(p.body, 0.3)], [1, dark(p.body, 0.1)])) + [0.82, 0.64, 0.46].map((k) => ell(380, cy, 112 * k, r * k, 'none', `stroke="${dark(p.body, 0.3)}" stroke-width="7" opacity=".6"`)).join('') + ell(382, cy, 34, 74, '#6b5a44') + ell(388, cy, 26, 62, '#332a20')
  },
  slab(p) {
    const c = p.body
    return shadow(850, 1250, 640, 170) + [0, 1, 2, 3, 4].map((i) => box({ x: -470, y: 10, z: i * 96, w: 860, d: 420, h: 90, c: mix(c, '#8a7a60', (i % 2) * 0.06), front: times(24, (k) => rect((k * 37) % 850, (k * 29) % 84, 18, 4, i % 2 ? lite(c, 0.3) : dark(c, 0.2), 2, 'opacity=".5"')) })).join('')
      + front(860, 480, rect(150, 60, 560, 330, p.accent, 6) + rect(150, 300, 560, 90, '#fbf9f4') + text(p.brand, 430, 190, 124, on(p.accent), { anchor: 'middle', max: 500 }) + text(p.title, 430, 362, 62, '#26221b', { anchor: 'middle', max: 520 }), -470)
  },
  sheet(p) {
    const c = p.body, w = 860, h = 720
    const art = p.layout % 2 ? times(150, (i) => `<rect x="${(i * 137) % w}" y="${(i * 89) % h}" width="${40 + (i % 5) * 16}" height="9" rx="4" transform="rotate(${(i * 53) % 180} ${(i * 137) % w} ${(i * 89) % h})" fill="${[dark(c, 0.2), lite(c, 0.3), dark(c, 0.34)][i % 3]}" opacity=".7"/>`)
      : line(`M60,60Q${w * 0.4},140 ${w * 0.5},${h * 0.5}T${w - 80},${h - 60}M180,20Q${w * 0.6},180 ${w * 0.62},${h * 0.45}T${w - 20},${h - 220}M20,240Q${w * 0.3},300 ${w * 0.36},${h * 0.6}T${w * 0.66},${h - 20}`, dark(c, 0.25), 7, 'opacity=".5"') + ell(w * 0.32, h * 0.36, 46, 26, dark(c, 0.3), 'opacity=".4"')
    const one = (i) => box({ x: -450 + i * 10, y: 240 - i * 62, w, d: 32, h, c, front: i === 3 ? clip(`M0,0H${w}V${h}H0Z`, art) : '', side: times(4, (k) => rect(0, k * 8, 32, 4, dark(c, 0.3))) + rect(12, 0, 4, h, dark(c, 0.3)) })
    return shadow(850, 1260, 640, 160) + [0, 1, 2, 3].map(one).join('')
  },
  block(p) {
    const c = p.body
    const one = (x, y, z) => box({ x, y, z, w: 620, d: 300, h: 210, c, front: times(60, (k) => ell((k * 97) % 610, (k * 61) % 206, 5 + (k % 3) * 2, 4 + (k % 2) * 2, dark(c, 0.22), 'opacity=".5"')), top: times(40, (k) => ell((k * 83) % 610, (k * 47) % 296, 6, 4, dark(c, 0.2), 'opacity=".45"')) })
    return shadow(850, 1255, 660, 170) + one(-560, 250, 0) + one(70, 250, 0) + one(-560, -60, 0) + one(70, -60, 0) + one(-260, 90, 214)
  },
  door(p) {
    const w = 480, h = 960, c = p.body, glass = p.layout % 2
    const panel = (y, k) => rect(70, y, w - 140, k, dark(c, 0.07), 8, `stroke="${dark(c, 0.24)}" stroke-width="6"`) + rect(82, y + 12, w - 164, k - 24, lite(c, 0.06), 6)
    return shadow(860, 1262, 420, 100) + box({ x: -300, y: 40, w: w + 110, d: 60, h: h + 56, c: dark(c, 0.06), front: rect(55, 56, w, h, dark(c, 0.35)) })
      + box({ x: -245, y: 0, w, d: 44, h, c, front: (glass ? rect(120, 120, w - 240, 470, '#dfe8ea', 8, `stroke="${dark(c, 0.3)}" stroke-width="8"`) + line(`M${w / 2},120V590M120,356H${w - 120}`, dark(c, 0.25), 9) + path(`M130,130L${w / 2},130L130,420Z`, '#ffffff', 'opacity=".45"') + panel(650, 230) : panel(90, 360) + panel(530, 340)) + rect(w - 76, 470, 30, 110, '#b9bec2', 15) + rod(w - 66, 505, w - 160, 505, 22, '#c6ccd0', { cap: 8 }) })
  },
  entranceDoor(p) {
    const w = 520, h = 980, c = mix(p.body, '#3a3632', 0.1)
    return shadow(860, 1262, 440, 100) + box({ x: -320, y: 60, w: w + 120, d: 70, h: h + 60, c: '#4a4744' }) + box({ x: -260, y: 0, w, d: 96, h, c, front: times(5, (i) => rect(60, 90 + i * 170, w - 120, 120, dark(c, 0.16), 10, `stroke="${dark(c, 0.4)}" stroke-width="5"`)) + rect(w - 90, 430, 44, 220, '#8b9094', 20) + rod(w - 68, 500, w - 190, 500, 30, '#c6ccd0', { cap: 10 }) + ell(w - 68, 606, 17, 17, '#d9a53a') + ell(w / 2, 150, 15, 15, '#d9dcdd'), side: rect(30, 300, 36, 70, '#c6ccd0', 8) + rect(30, 520, 36, 120, '#c6ccd0', 8) })
  },
  handle(p) {
    const c = p.body, plate = p.layout % 2
    return shadow(820, 1160, 480, 120) + (plate ? move(470, 480, rect(0, 0, 170, 640, c, 60) + rect(0, 0, 170, 640, lin(0, 0, 170, 0, [0, '#ffffff', 0.5], [0.5, '#ffffff', 0], [1, '#1d1710', 0.35]), 60) + ell(85, 500, 26, 42, '#26221b') + ell(85, 60, 12, 12, dark(c, 0.4)) + ell(85, 585, 12, 12, dark(c, 0.4))) : ell(560, 800, 176, 180, dark(c, 0.4)) + ell(548, 790, 176, 180, rad(490, 720, 300, [0, lite(c, 0.5)], [0.6, c], [1, dark(c, 0.3)])) + ell(548, 790, 120, 122, dark(c, 0.08)))
      + rod(548, plate ? 640 : 790, 640, plate ? 660 : 810, 110, c, { cap: 20 }) + rod(640, plate ? 656 : 806, 1200, plate ? 720 : 870, 92, c, { cap: 34, taper: 0.86 }) + line(`M660,${plate ? 634 : 784}L1180,${plate ? 694 : 844}`, '#ffffff', 12, 'opacity=".6"')
  },
  lock(p) {
    const c = p.body
    if (p.layout % 2) return shadow(820, 1240, 440, 110) + line('M600,800V600Q600,360 800,360T1000,600V800', dark(STEEL, 0.35), 96) + line('M600,800V600Q600,360 800,360T1000,600V800', lite(STEEL, 0.15), 74) + line('M582,800V600Q584,372 780,346', '#ffffff', 18, 'opacity=".7"') + box({ x: -330, y: 40, w: 600, d: 190, h: 460, c, front: ell(300, 210, 62, 62, dark(c, 0.55)) + rect(280, 210, 40, 120, dark(c, 0.55), 14) + text(p.brand === 'ИДД' ? '' : p.brand, 300, 90, 70, dark(c, 0.5), { anchor: 'middle', max: 400 }) })
    return shadow(820, 1240, 480, 120) + box({ x: -420, y: 30, w: 520, d: 110, h: 700, c, front: ell(250, 300, 74, 74, dark(c, 0.45)) + ell(250, 300, 50, 50, BRASS) + rect(243, 268, 14, 64, '#26221b', 6) + rect(206, 450, 88, 88, dark(c, 0.45), 8) + rect(224, 468, 52, 52, '#26221b', 4) + [70, 630].map((y) => ell(60, y, 16, 16, dark(c, 0.5)) + ell(460, y, 16, 16, dark(c, 0.5))).join(''), side: rect(20, 120, 70, 150, BRASS, 8) + rect(20, 420, 70, 110, lite(STEEL, 0.2), 8) })
      + rod(1040, 1180, 1240, 1080, 40, BRASS, { cap: 10 }) + ell(1010, 1190, 84, 84, 'none', `stroke="${BRASS}" stroke-width="34"`) + rect(1180, 1110, 30, 56, BRASS, 4, 'transform="rotate(-26 1195 1130)"')
  },
  hinge(p) {
    const c = p.body, leafD = (x) => plane([x, 470], [0.93, 0.13], [0, 1], rect(0, 0, 330, 640, lin(0, 0, 330, 640, [0, lite(c, 0.45)], [0.5, c], [1, dark(c, 0.3)]), 46) + [110, 320, 530].map((y) => ell(190, y, 36, 36, dark(c, 0.5)) + ell(194, y + 4, 24, 24, dark(c, 0.75))).join(''))
    return shadow(830, 1230, 460, 110) + plane([520, 430], [0.93, 0.13], [0, 1], rect(0, 0, 260, 640, dark(c, 0.18), 46)) + leafD(800) + times(5, (i) => tube(788, 600 + i * 136, 66, 66, 124, i % 2 ? dark(c, 0.1) : c)) + disc(788, 476, 66, lite(c, 0.4)) + [120, 320, 530].map((y) => ell(620, 460 + y, 34, 34, dark(c, 0.6))).join('')
  },
  rotary(p) {
    const b = p.accent, g = (x, y, X2, Y2) => lin(x, y, X2, Y2, [0, lite(b, 0.3)], [0.4, b], [1, dark(b, 0.36)])
    return shadow(830, 1265, 520, 100) + rod(120, 640, 420, 650, 30, '#8c9093') + times(5, (i) => line(`M${150 + i * 46},626l24,30`, '#5b6064', 8)) + rod(400, 650, 560, 650, 150, BLACK, { taper: 0.96 }) + line('M440,590V708M480,588V710M520,588V712', '#1b1a18', 8, 'opacity=".7"')
      + path('M540,540H1010Q1090,540 1110,620L1130,760Q1120,820 1040,820H780L740,780H540Q520,660 540,540Z', g(560, 540, 660, 830)) + path('M560,560H1000Q1060,566 1078,610H552Z', '#ffffff', 'opacity=".18"')
      + path('M1030,560Q1230,580 1250,760L1230,1010Q1220,1080 1150,1080H1110Q1080,1080 1086,1040L1110,800Q1100,760 1040,760Z', lin(1060, 0, 1250, 0, [0, lite(BLACK, 0.22)], [0.5, BLACK], [1, '#161513'])) + path('M1096,820L1060,960Q1050,990 1076,994L1100,998Z', '#c8c3b6')
      + path('M650,800L700,800L690,1130Q688,1170 648,1170Q612,1170 612,1130Z', lin(610, 0, 700, 0, [0, lite(BLACK, 0.2)], [1, '#171614'])) + line('M628,870H690M626,930H688M624,990H688M622,1050H686', '#4c4a46', 10) + line('M1160,1080Q1170,1200 1040,1240', '#26221b', 26) + text(p.brand, 800, 720, 96, on(b), { anchor: 'middle', max: 400 })
  },
  grinder(p) {
    const b = p.accent
    return shadow(830, 1180, 620, 110) + rod(560, 900, 1290, 760, 190, b, { cap: 40, taper: 0.72 }) + rod(960, 824, 1300, 758, 150, BLACK, { cap: 40, taper: 0.8 }) + line('M1060,760l14,100M1110,752l14,96M1160,744l12,90M1210,738l10,82', '#11100f', 9, 'opacity=".7"') + line('M1300,760Q1420,740 1400,880', '#26221b', 24)
      + rod(470, 760, 560, 960, 220, dark(STEEL, 0.12), { cap: 30 }) + rod(430, 560, 500, 780, 78, BLACK, { cap: 30 }) + text(p.brand, 770, 872, 92, on(b), { anchor: 'middle', max: 320 })
      + path('M230,1000A330,110 0 0 1 860,980L820,1010A290,92 0 0 0 280,1030Z', dark(STEEL, 0.3)) + ell(548, 1036, 330, 110, '#4a4744') + ell(548, 1026, 330, 110, '#77716a') + ell(548, 1026, 230, 76, '#5e5952') + ell(548, 1026, 84, 30, p.accent) + ell(548, 1022, 40, 15, STEEL) + text('125', 548, 1100, 54, '#e8e4d8', { anchor: 'middle', max: 120 })
  },
  jigsaw(p) {
    const b = p.accent
    return shadow(800, 1240, 560, 100) + path('M430,560Q460,470 600,470H1080Q1200,470 1220,580L1230,700Q1220,760 1150,760H1110L1130,900L1110,960H500Q440,960 436,900Z', lin(500, 470, 600, 960, [0, lite(b, 0.3)], [0.4, b], [1, dark(b, 0.36)])) + path('M620,600H1040Q1080,600 1080,640V690Q1080,730 1040,730H700Q640,730 620,680Z', '#e9e4da') + path('M620,600H1040Q1080,600 1080,640V650H612Z', '#1d1710', 'opacity=".25"') + path('M600,490H1080Q1170,490 1200,560H560Z', '#ffffff', 'opacity=".18"')
      + rod(1190, 620, 1330, 600, 60, BLACK, { cap: 16 }) + line('M1320,600Q1420,600 1410,740', '#26221b', 24) + path('M470,940H620V1040H470Z', BLACK) + rect(520, 1030, 26, 190, '#c6ccd0', 4) + times(9, (i) => poly([[546, 1050 + i * 18], [560, 1058 + i * 18], [546, 1066 + i * 18]], '#9aa0a4')) + box({ x: -400, y: 40, z: 150, w: 820, d: 130, h: 26, c: STEEL }) + text(p.brand, 800, 870, 92, on(b), { anchor: 'middle', max: 380 })
  },
  screwdriver(p) {
    const c = p.accent
    return shadow(860, 1180, 560, 90) + rod(760, 900, 300, 640, 44, '#c9ced1') + path('M318,620L236,588L214,616L300,672Z', '#8c9093') + rod(760, 890, 860, 950, 120, BLACK, { cap: 20 }) + rod(830, 930, 1240, 1160, 196, c, { cap: 64, taper: 0.86 }) + line('M880,900L1230,1096M850,980L1180,1166', dark(c, 0.35), 20, 'opacity=".55"') + line('M900,880L1240,1070', lite(c, 0.6), 16, 'opacity=".7"') + text(p.brand, 0, 0, 1, c)
  },
  saw(p) {
    return shadow(840, 1200, 660, 100) + path('M200,720L1010,640L1060,900L230,800Z', lin(200, 640, 300, 900, [0, '#eef0f1'], [0.5, '#b9bec2'], [1, '#84898d'])) + times(34, (i) => poly([[232 + i * 24, 798 + i * 2.9], [246 + i * 24, 830 + i * 2.9], [258 + i * 24, 802 + i * 2.9]], '#8c9093')) + text(p.brand, 640, 780, 96, p.accent, { anchor: 'middle', max: 420 }) + path('M960,590Q1090,560 1200,620Q1330,720 1310,880Q1270,1010 1120,990Q1010,980 1000,900Z', lin(960, 590, 1250, 990, [0, lite(p.accent, 0.25)], [0.5, p.accent], [1, dark(p.accent, 0.35)])) + path('M1090,690Q1180,670 1220,760Q1230,860 1150,890Q1080,890 1070,820Z', '#ece7db') + path('M1090,690Q1180,670 1220,760L1200,770Q1160,720 1086,730Z', '#1d1710', 'opacity=".25"')
  },
  pliers(p) {
    const c = p.accent
    return shadow(820, 1240, 460, 90) + path('M740,700Q620,900 560,1180Q556,1230 610,1226Q650,1220 664,1170L820,800Z', lin(560, 700, 800, 900, [0, lite(c, 0.3)], [0.5, c], [1, dark(c, 0.35)])) + path('M860,700Q980,900 1040,1180Q1044,1230 990,1226Q950,1220 936,1170L780,800Z', lin(800, 700, 1040, 900, [0, lite(c, 0.2)], [0.5, c], [1, dark(c, 0.4)]))
      + path('M700,620Q690,480 770,330L800,330V760H740Z', lin(690, 0, 800, 0, [0, '#eef0f1'], [1, '#9aa0a4'])) + path('M900,620Q910,480 830,330L800,330V760H860Z', lin(800, 0, 910, 0, [0, '#c9ced1'], [1, '#6f7478'])) + line('M800,340V560', '#4a4e51', 8) + times(8, (i) => line(`M786,${370 + i * 24}H814`, '#4a4e51', 6)) + ell(800, 690, 70, 70, '#aab0b4') + ell(794, 682, 44, 44, '#d9dcdd')
  },
  trowel(p) {
    return shadow(830, 1220, 560, 100) + path('M330,980L1180,820L1230,1110L380,1200Z', lin(330, 820, 500, 1200, [0, '#f0f2f3'], [0.5, '#b9bec2'], [1, '#7d8387'])) + path('M380,1180L1228,1094L1230,1110L380,1200Z', '#5b6064') + path('M560,850L900,780L980,880L620,940Z', p.accent) + rod(720, 850, 660, 470, 120, p.accent, { cap: 40, taper: 0.9 }) + line('M690,820L640,500', lite(p.accent, 0.5), 16, 'opacity=".6"') + rod(672, 560, 664, 500, 126, BLACK, { cap: 40 })
  },
  tapeMeasure(p) {
    const c = p.accent
    return shadow(820, 1240, 520, 120) + path('M430,1080L1400,1210V1290L430,1170Z', lin(0, 1080, 0, 1290, [0, '#ffe27a'], [1, '#e0b93a'])) + times(18, (i) => line(`M${640 + i * 42},${1112 + i * 5.6}v${i % 5 ? 26 : 46}`, '#26221b', 5)) + rect(1386, 1190, 22, 116, '#9aa0a4', 3)
      + box({ x: -420, y: 30, w: 560, d: 250, h: 560, c: BLACK, front: rect(30, 30, 500, 500, c, 150) + ell(280, 270, 190, 190, dark(c, 0.16)) + ell(274, 262, 168, 168, lite(c, 0.14)) + text(p.brand, 280, 290, 80, on(c), { anchor: 'middle', max: 280 }) })
  },
  drillBit(p) {
    const c = p.layout === 0 ? '#b9bec2' : p.layout === 1 ? '#a9aeb2' : p.layout === 2 ? '#c9a24a' : p.accent
    if (p.layout === 3) return shadow(830, 1200, 520, 110) + [0, 1, 2, 3].map((i) => move(470 + i * 190, 620 + i * 40, path('M-46,0H46V150H-46Z', lin(-46, 0, 46, 0, [0, '#6f7478'], [0.35, '#eef0f1'], [1, '#5b6064'])) + path('M-46,140H46L34,250H-34Z', p.accent) + path('M-30,240H30V420L0,500L-30,420Z', lin(-30, 0, 30, 0, [0, '#7d8387'], [0.4, '#e8ebec'], [1, '#4a4e51'])) + line('M-14,430L0,490L14,430', '#26221b', 6))).join('')
    const one = (x, y, k) => `<g transform="translate(${x} ${y}) rotate(-52) scale(${k})">${rod(0, 0, 210, 0, 74, dark(c, 0.1))}${p.layout === 0 ? rect(20, -40, 40, 80, '#5b6064', 4) + rect(90, -40, 60, 14, '#5b6064') : ''}${rod(200, 0, 1000, 0, 84, c, { cap: 4 })}${times(9, (i) => line(`M${240 + i * 84},40Q${270 + i * 84},-4 ${316 + i * 84},-40`, dark(c, 0.5), 26, 'opacity=".75"'))}${path(p.layout === 1 ? 'M1000,-44L1060,-20L1110,0L1060,20L1000,44Z' : 'M1000,-48L1070,0L1000,48Z', p.layout === 0 ? '#3a3835' : lite(c, 0.2))}</g>`
    return shadow(800, 1240, 480, 90) + one(360, 1180, 0.86) + one(560, 1220, 0.98) + one(780, 1230, 0.8)
  },
  disc(p) {
    const c = p.body, one = (cx, cy) => ell(cx + 12, cy + 16, 400, 400, dark(c, 0.55)) + ell(cx, cy, 400, 400, lin(cx - 400, cy - 400, cx + 400, cy + 400, [0, lite(c, 0.25)], [0.5, c], [1, dark(c, 0.3)])) + ell(cx, cy, 330, 330, 'none', `stroke="${dark(c, 0.3)}" stroke-width="5" opacity=".6"`) + ell(cx, cy, 240, 240, p.accent) + ell(cx, cy, 90, 90, '#d9dcdd') + ell(cx, cy, 56, 56, '#3a3632')
    return shadow(830, 1245, 480, 100) + one(900, 800) + one(720, 780) + text(p.brand, 720, 660, 84, on(p.accent), { anchor: 'middle', max: 330 }) + times(12, (i) => `<rect x="712" y="392" width="16" height="34" fill="${lite(c, 0.5)}" opacity=".35" transform="rotate(${i * 30} 720 780)"/>`)
  },
  goggles(p) {
    return shadow(820, 1130, 560, 100) + line('M240,760Q160,900 330,1010Q800,1180 1270,1010Q1440,900 1350,760', '#3a3835', 60) + path('M250,640Q400,560 800,580Q1200,560 1350,640L1370,830Q1330,990 1090,980Q920,970 800,850Q680,970 510,980Q270,990 230,830Z', lin(250, 600, 400, 980, [0, '#f4fbfb', 0.95], [0.5, '#cfe0e2', 0.9], [1, '#8fa9ad', 0.95])) + line('M250,640Q400,560 800,580Q1200,560 1350,640L1370,830Q1330,990 1090,980Q920,970 800,850Q680,970 510,980Q270,990 230,830Z', p.accent, 46) + path('M330,680Q470,620 640,630L480,900Q340,900 310,810Z', '#ffffff', 'opacity=".6"')
  },
  helmet(p) {
    const c = p.accent
    return shadow(820, 1170, 620, 130) + path('M330,1010Q330,470 800,460Q1270,470 1270,1010Q1060,1110 800,1110Q540,1110 330,1010Z', rad(640, 640, 760, [0, lite(c, 0.5)], [0.45, c], [1, dark(c, 0.42)])) + path('M190,1060Q480,960 800,970Q1120,960 1410,1060Q1390,1150 1080,1160Q900,1110 800,1112Q700,1110 520,1160Q210,1150 190,1060Z', lin(0, 970, 0, 1160, [0, lite(c, 0.25)], [1, dark(c, 0.3)])) + path('M730,462Q800,440 870,462L890,980H710Z', lite(c, 0.18)) + line('M560,520Q500,700 510,980M1040,520Q1100,700 1090,980', dark(c, 0.25), 16, 'opacity=".6"') + text('ИДД', 800, 860, 120, on(c), { anchor: 'middle', max: 260 })
  },
  wheelbarrow(p) {
    const c = p.accent
    return shadow(820, 1250, 640, 120) + ell(430, 1130, 150, 158, '#26241f') + ell(430, 1130, 92, 98, '#b9bec2') + ell(430, 1130, 30, 32, '#26241f') + rod(430, 1130, 1380, 800, 34, BLACK, { cap: 10 }) + line('M950,1000L1010,1240M1010,1240H1090', '#3a3835', 30) + path('M300,640L1160,560L1010,1000Q980,1060 900,1060H620Q550,1060 510,1000Z', lin(300, 560, 500, 1060, [0, lite(c, 0.25)], [0.5, c], [1, dark(c, 0.38)])) + path('M300,640Q560,540 1160,560L1120,640Q700,650 360,690Z', dark(c, 0.45)) + path('M380,668Q600,590 1090,600L1080,630Q700,640 420,680Z', '#5b4632') + rod(1290, 826, 1420, 786, 60, '#26241f', { cap: 20 })
  },
  breaker(p) {
    const n = Number(p.layout) || 1, w = 200 * n, h = 620
    return shadow(840, 1245, 320 + n * 80, 110) + box({ x: -w / 2 - 60, y: 30, w, d: 300, h, c: '#eceae4', front: times(n, (i) => rect(i * 200 + 6, 6, 188, h - 12, '#f4f2ec', 10) + rect(i * 200 + 46, 200, 108, 210, '#d9d6cd', 10) + rect(i * 200 + 62, 216, 76, 120, p.accent, 8) + rect(i * 200 + 62, 216, 76, 30, lite(p.accent, 0.35), 8) + ell(i * 200 + 100, 70, 30, 30, '#9aa0a4') + line(`M${i * 200 + 82},70h36`, '#4a4e51', 8) + ell(i * 200 + 100, h - 66, 30, 30, '#9aa0a4') + line(`M${i * 200 + 82},${h - 66}h36`, '#4a4e51', 8) + text('C16', i * 200 + 100, 480, 54, '#26221b', { anchor: 'middle', max: 150 })) + text(p.brand, w / 2, 168, 50, dark(p.accent, 0.2), { anchor: 'middle', max: w - 50 }), side: rect(40, 210, 130, 200, '#d3d0c6', 6) })
  },
  panelBox(p) {
    return shadow(850, 1245, 580, 150) + box({ x: -440, y: 60, w: 800, d: 170, h: 640, c: '#f1efea', front: rect(30, 30, 740, 580, '#fbfaf6', 26) + rect(60, 190, 680, 260, mix('#6f8a94', '#ffffff', 0.35), 16) + path('M70,200H420L270,440H70Z', '#ffffff', 'opacity=".35"') + times(8, (i) => rect(120 + i * 70, 270, 46, 90, i % 3 ? p.accent : '#b5401f', 5, 'opacity=".55"')) + text('ЩИТОК', 400, 130, 62, '#8b9094', { anchor: 'middle', max: 300 }) + rect(730, 300, 22, 60, '#c3c8cb', 8) })
  },
  ledPanel(p) {
    if (p.layout % 2) return shadow(810, 1220, 480, 110) + ell(800, 840, 560, 560, rad(800, 820, 560, [0, '#fff2c8', 0.85], [0.6, '#fff2c8', 0.3], [1, '#fff2c8', 0])) + ell(812, 848, 400, 400, '#b9bec2') + ell(800, 836, 400, 400, '#f4f2ec') + ell(800, 836, 356, 356, rad(760, 790, 420, [0, '#ffffff'], [0.7, '#fff7e0'], [1, '#f0dfae']))
    return shadow(820, 1220, 520, 110) + plane([360, 480], [0.99, 0.1], [0.05, 0.98], rect(14, 16, 860, 640, '#a9aeb2', 20) + rect(0, 0, 860, 640, '#f1efea', 20) + rect(40, 40, 780, 560, lin(0, 0, 780, 560, [0, '#ffffff'], [0.6, '#fff7e0'], [1, '#f3e4b8']), 10)) + ell(800, 820, 640, 440, rad(800, 800, 640, [0, '#fff2c8', 0.55], [1, '#fff2c8', 0]))
  },
  deskLamp(p) {
    const c = p.accent
    return shadow(800, 1265, 460, 100) + ell(560, 860, 420, 330, rad(520, 850, 420, [0, '#ffe9b0', 0.8], [1, '#ffe9b0', 0])) + tube(860, 1240, 230, 210, 50, c) + disc(860, 1190, 210, lite(c, 0.25)) + rod(860, 1186, 1060, 820, 34, dark(c, 0.1)) + rod(1060, 830, 780, 460, 34, dark(c, 0.1)) + ell(1060, 826, 40, 40, BRASS) + ell(790, 470, 34, 34, BRASS)
      + path('M800,430Q860,480 830,540L640,820Q450,780 380,640L690,440Q750,400 800,430Z', lin(400, 600, 830, 600, [0, lite(c, 0.35)], [0.5, c], [1, dark(c, 0.4)])) + ell(510, 732, 160, 72, rad(490, 730, 170, [0, '#fffbe8'], [0.7, '#ffe29a'], [1, '#e8b75a']), 'transform="rotate(35 510 732)"')
  },
  extension(p) {
    const n = Math.min(6, Math.max(3, Number(p.layout) || 4)), w = 190 * n
    return shadow(830, 1230, 640, 140) + line(`M${800 + w / 2 - 40},1080Q1500,1010 1380,1180T1000,1310`, '#3a3835', 40) + rod(1010, 1306, 880, 1310, 100, '#3a3835', { cap: 14 }) + line('M880,1286H820M880,1336H820', '#c9ced1', 18)
      + box({ x: -w / 2 - 90, y: 120, w, d: 240, h: 120, c: '#f1efea', top: times(n, (i) => ell(i * 190 + 95, 120, 78, 88, '#dcd8cd') + ell(i * 190 + 95, 122, 66, 76, '#c9c5ba') + ell(i * 190 + 66, 122, 12, 15, '#26221b') + ell(i * 190 + 124, 122, 12, 15, '#26221b')), front: rect(w - 120, 26, 80, 62, p.accent, 12) + text(p.brand === 'ИДД' ? '' : p.brand, 40, 84, 60, '#8b9094', { max: 260 }) })
  },
  sink(p) {
    const c = '#f6f5f1'
    const ped = p.layout % 2 ? path('M660,980Q690,1180 640,1260Q800,1310 960,1260Q910,1180 940,980Z', lin(640, 0, 960, 0, [0, '#cfccc2'], [0.35, '#ffffff'], [1, '#b9b5a9'])) : ''
    return shadow(820, p.layout % 2 ? 1265 : 1130, p.layout % 2 ? 360 : 560, 100) + ped + path('M240,720Q250,1010 560,1040H1040Q1350,1010 1360,720Z', lin(240, 0, 1360, 0, [0, dark(c, 0.14)], [0.3, '#ffffff'], [0.7, c], [1, dark(c, 0.26)])) + ell(800, 720, 560, 190, c) + ell(800, 728, 560, 186, lin(0, 540, 0, 910, [0, '#e2dfd6'], [1, '#ffffff'])) + ell(800, 742, 440, 136, lin(0, 600, 0, 880, [0, '#a9a598'], [0.5, '#dedbd0'], [1, '#f6f5f1'])) + ell(800, 790, 52, 18, '#8c9093') + ell(800, 788, 34, 11, '#4a4e51') + ell(800, 640, 26, 12, '#8c9093')
      + rod(800, 640, 800, 440, 60, STEEL) + path('M770,470Q780,380 900,392L980,420L970,466L890,446Q836,444 830,500Z', lin(770, 380, 980, 470, [0, '#ffffff'], [0.5, STEEL], [1, '#6f7478']))
  },
  toilet(p) {
    const w = '#f6f5f1', g = (x1, x2) => lin(x1, 0, x2, 0, [0, '#cfccc2'], [0.3, '#ffffff'], [0.7, w], [1, '#b9b5a9'])
    return shadow(840, 1262, 480, 110) + (p.layout % 2 ? rect(760, 420, 480, 860, '#dcd8cd', 20) + rect(880, 520, 240, 130, '#b9bec2', 16) + ell(950, 585, 42, 42, '#e8ebec') + ell(1050, 585, 42, 42, '#e8ebec') : path('M840,420H1220Q1250,420 1248,460L1220,830H860L820,460Q816,420 840,420Z', g(820, 1250)) + rect(820, 390, 430, 54, '#ffffff', 22) + ell(1030, 396, 60, 20, '#c6ccd0') + path('M620,1010Q660,1180 600,1270H1080Q1150,1180 1180,900L1180,800L840,800Z', g(600, 1180)))
      + path('M330,860Q340,1110 640,1130H900Q1080,1080 1100,820Z', g(330, 1100)) + ell(720, 850, 400, 140, '#ffffff') + ell(720, 856, 400, 136, lin(0, 720, 0, 990, [0, '#dedbd0'], [1, '#ffffff'])) + ell(700, 862, 300, 94, lin(0, 770, 0, 960, [0, '#a9a598'], [1, '#e2dfd6'])) + ell(700, 900, 120, 34, '#9fc3cf') + path('M1000,780Q1080,560 1130,520Q1170,520 1160,600L1110,820Z', g(1000, 1170))
  },
  pipe(p) {
    const one = (i) => { const [x1, y1] = at(-620, i * 130, 90 + (i === 1 ? 118 : 0)), [x2, y2] = at(560, i * 130, 90 + (i === 1 ? 118 : 0)); return rod(x1, y1, x2, y2, 120, p.body) + line(`M${r1(x1 + 30)},${r1(y1 - 6)}L${r1(x2 - 20)},${r1(y2 - 6)}`, p.accent, 10, 'opacity=".85"') + ell(x2, y2, 24, 60, lite(p.body, 0.25)) + ell(x2 + 3, y2, 16, 42, p.accent) + ell(x2 + 6, y2, 11, 32, '#4a4640') }
    return shadow(830, 1240, 680, 130) + one(2) + one(0) + one(1)
  },
  fitting(p) {
    const c = p.body, ring = (x, y, rx, ry) => ell(x, y, rx, ry, lite(c, 0.3)) + ell(x, y, rx * 0.7, ry * 0.7, '#4a4640')
    const v = (x, y, h) => tube(x, y, 150, 150, h, c) + tube(x, y - h + 60, 172, 172, 90, lite(c, 0.06)) + disc(x, y - h - 30, 172, lite(c, 0.35)) + disc(x, y - h - 28, 110, '#4a4640')
    return shadow(830, 1245, 480, 120) + (p.layout === 1 ? rod(420, 1000, 1200, 1000, 300, c) + ring(420, 1000, 56, 150) + v(800, 1000, 420) : p.layout === 2 ? rod(400, 900, 1210, 900, 250, c) + ring(400, 900, 48, 125) + tube(800, 800, 70, 70, 160, STEEL) + rod(640, 600, 1180, 560, 90, p.accent, { cap: 30 }) + ell(800, 600, 84, 60, dark(p.accent, 0.2)) : v(720, 1110, 560) + rod(720, 1060, 1180, 1090, 300, c) + ell(1180, 1090, 60, 150, lite(c, 0.3)) + ell(1184, 1090, 40, 104, '#4a4640'))
  },
  radiator(p) {
    const n = p.layout % 2 ? 10 : 8, k = 88
    return shadow(850, 1255, 600, 140) + times(n, (i) => box({ x: -480 + i * k + (10 - n) * 40, y: 40, z: 40, w: k - 12, d: 190, h: 600, c: '#f4f2ec', front: rect(14, 30, k - 40, 540, '#e3e0d7', 20) + rect(18, 34, (k - 48) / 2, 532, '#ffffff', 16) })) + box({ x: -510 + (10 - n) * 40, y: 90, z: 560, w: 30, d: 60, h: 60, c: STEEL }) + box({ x: -510 + (10 - n) * 40, y: 90, z: 70, w: 30, d: 60, h: 60, c: STEEL })
  },
  heater(p) {
    return shadow(850, 1262, 620, 120) + [-380, 260].map((x) => box({ x, y: -40, w: 60, d: 260, h: 46, c: BLACK })).join('') + box({ x: -480, y: 60, z: 60, w: 900, d: 120, h: 560, c: '#f4f2ec', front: rect(40, 40, 820, 84, '#dcd8cd', 10) + times(17, (i) => rect(56 + i * 47, 52, 30, 60, '#a9a598', 8)) + rect(40, 460, 820, 60, '#dcd8cd', 10) + times(17, (i) => rect(56 + i * 47, 470, 30, 40, '#a9a598', 8)) + text(p.brand, 450, 300, 92, '#c9c5ba', { anchor: 'middle', max: 360 }), side: rect(20, 60, 84, 170, BLACK, 12) + ell(62, 120, 30, 34, p.accent) + rect(40, 180, 44, 26, '#e2483d', 6) })
  },
  boiler(p) {
    if (p.layout % 2) return shadow(840, 1262, 460, 110) + box({ x: -320, y: 40, w: 560, d: 260, h: 820, c: '#f4f2ec', front: rect(24, 24, 512, 772, '#fbfaf6', 60) + text(p.brand, 280, 220, 110, p.accent, { anchor: 'middle', max: 400 }) + ell(280, 620, 80, 80, '#e3e0d7') + ell(280, 620, 56, 56, p.accent) + line('M280,620L310,580', '#ffffff', 10) }) + rod(...at(-120, 140, 0), ...at(-120, 140, -70), 34, '#2b5d8f') + rod(...at(40, 140, 0), ...at(40, 140, -70), 34, '#b5401f')
    return shadow(830, 1265, 420, 100) + rod(700, 1180, 700, 1290, 36, '#2b5d8f') + rod(900, 1180, 900, 1290, 36, '#b5401f') + tube(800, 1180, 300, 300, 740, '#f4f2ec') + path('M500,440A300,180 0 0 1 1100,440Z', lin(500, 0, 1100, 0, [0, '#cfccc2'], [0.3, '#ffffff'], [1, '#b9b5a9'])) + text(p.brand, 800, 700, 110, p.accent, { anchor: 'middle', max: 420 }) + ell(800, 1020, 74, 74, '#dcd8cd') + ell(800, 1020, 50, 50, p.accent) + line('M800,1020L828,984', '#ffffff', 10)
  },
  rake(p) {
    const fan = p.layout % 2
    return shadow(880, 1255, 460, 90) + rod(420, 300, 860, 940, 46, WOOD) + (fan ? times(13, (i) => line(`M870,950Q${760 + i * 40},${1090 + Math.abs(i - 6) * 6} ${640 + i * 62},${1220 - (i - 6) ** 2 * 2}l${(i - 6) * 3},46`, i % 2 ? p.accent : dark(p.accent, 0.12), 16)) + path('M820,900L930,880L960,980L830,1010Z', dark(p.accent, 0.25)) : rod(660, 1090, 1230, 930, 50, p.accent, { cap: 8 }) + times(12, (i) => { const x = 672 + i * 50, y = 1092 - i * 14; return line(`M${x},${y}Q${x + 14},${y + 80} ${x + 44},${y + 130}`, '#5b6064', 20) }) + rod(850, 920, 930, 1020, 60, '#8c9093'))
  },
  secateurs(p) {
    const c = p.accent
    return shadow(830, 1230, 440, 90) + path('M760,640Q600,860 520,1140Q510,1200 570,1200Q610,1196 630,1140L850,760Z', lin(520, 640, 820, 900, [0, lite(c, 0.35)], [0.5, c], [1, dark(c, 0.3)])) + path('M850,640Q1010,840 1100,1100Q1120,1160 1060,1170Q1016,1170 996,1116L780,760Z', lin(800, 640, 1100, 900, [0, lite(c, 0.2)], [0.5, c], [1, dark(c, 0.4)])) + line('M640,1020Q820,1100 990,1010', '#9aa0a4', 16) + path('M840,700Q760,560 700,420Q690,320 740,300Q850,420 880,660Z', lin(700, 300, 880, 660, [0, '#f4f5f6'], [1, '#9aa0a4'])) + path('M780,700Q900,600 960,480Q1000,470 990,540Q950,660 860,740Z', lin(780, 480, 990, 740, [0, '#8c9093'], [1, '#4a4e51'])) + ell(820, 690, 54, 54, '#d9dcdd') + ell(820, 690, 26, 26, '#6f7478')
  },
  pan(p) {
    const c = p.accent, h = p.layout % 2 ? 60 : 130
    return shadow(760, 1150, 620, 130) + rod(1010, 900, 1460, 780, 84, dark(c, 0.1), { cap: 26, taper: 0.7 }) + ell(1420, 792, 14, 18, '#ece7db') + tube(680, 1080, 400, 440, h, c) + disc(680, 1080 - h, 440, lite(c, 0.25)) + disc(680, 1080 - h + 6, 412, lin(260, 0, 1100, 0, [0, dark(c, 0.5)], [0.6, dark(c, 0.25)], [1, lite(c, 0.1)])) + disc(680, 1092 - h, 330, dark(c, 0.3)) + path(`M300,${1076 - h}Q360,${980 - h} 560,${950 - h}Q420,${1010 - h} 370,${1090 - h}Z`, '#ffffff', 'opacity=".25"')
  },
  kettle(p) {
    const c = p.accent
    return shadow(810, 1240, 540, 120) + line('M540,640Q540,360 810,360T1080,640', '#33322f', 54) + line('M528,630Q530,360 790,346', '#77736b', 12, 'opacity=".8"') + path('M1060,800L1330,600L1400,640L1390,690L1130,980Z', lin(1060, 600, 1200, 980, [0, lite(c, 0.3)], [0.5, c], [1, dark(c, 0.4)])) + path('M410,1180Q350,760 620,660H1000Q1270,760 1210,1180Q1000,1240 810,1240T410,1180Z', lin(380, 0, 1240, 0, [0, dark(c, 0.2)], [0.26, lite(c, 0.4)], [0.5, c], [1, dark(c, 0.45)])) + ell(810, 664, 196, 56, lite(c, 0.2)) + ell(810, 650, 170, 46, dark(c, 0.15)) + ell(810, 610, 46, 40, '#33322f') + path('M470,1000Q460,820 600,740Q540,860 540,1080Z', '#ffffff', 'opacity=".35"')
  },
  plate(p) {
    const c = mix(p.accent, '#f6f4ee', 0.35), dish = (cx, cy, r, k) => ell(cx + 10, cy + 26, r, r * k, dark(c, 0.3)) + ell(cx, cy, r, r * k, lin(cx - r, cy - r, cx + r, cy + r, [0, '#ffffff'], [0.6, c], [1, dark(c, 0.14)])) + ell(cx, cy + 4, r * 0.7, r * 0.68 * k, lin(cx - r, cy - r, cx + r, cy + r, [0, dark(c, 0.12)], [0.5, lite(c, 0.3)], [1, '#ffffff'])) + ell(cx, cy, r * 0.9, r * 0.9 * k, 'none', `stroke="${p.accent}" stroke-width="12"`)
    return shadow(820, 1220, 560, 110) + `<g transform="rotate(-8 900 760)">${dish(920, 740, 370, 0.98)}</g>` + dish(720, 1080, 440, 0.36) + dish(720, 1040, 440, 0.36) + dish(720, 1000, 440, 0.36)
  },
  mug(p) {
    const c = p.accent
    return shadow(820, 1230, 440, 110) + line('M1060,720Q1310,690 1290,880T1050,1060', dark(c, 0.35), 84) + line('M1060,716Q1304,686 1284,876T1050,1052', c, 62) + line('M1070,700Q1260,690 1262,840', lite(c, 0.5), 14, 'opacity=".8"') + tube(800, 1200, 270, 286, 580, c) + disc(800, 620, 286, lite(c, 0.35)) + disc(800, 626, 256, dark('#6b3f22', 0.1)) + disc(800, 640, 246, '#5a3420') + line('M610,760Q800,830 990,760', lite(c, 0.5), 26, 'opacity=".55"') + line('M612,1090Q800,1160 988,1090', lite(c, 0.5), 26, 'opacity=".55"')
  },
  glass(p) {
    const tumbler = p.layout % 2, c = '#dcebec'
    const one = (x, k) => `<g transform="translate(${x} 0) scale(${k})" >` + (tumbler ? path('M-190,620Q0,690 190,620L160,1180Q0,1240 -160,1180Z', lin(-190, 0, 190, 0, [0, '#a9c4c8', 0.75], [0.25, '#ffffff', 0.85], [0.6, c, 0.6], [1, '#8fb0b5', 0.85])) + ell(0, 620, 190, 62, '#eef7f7', 'opacity=".9" stroke="#a9c4c8" stroke-width="8"') + times(6, (i) => line(`M${-130 + i * 52},720L${-112 + i * 45},1160`, '#ffffff', 10, 'opacity=".55"'))
      : path('M-180,360Q-230,760 0,800Q230,760 180,360Q0,420 -180,360Z', lin(-200, 0, 200, 0, [0, '#a9c4c8', 0.7], [0.25, '#ffffff', 0.85], [0.6, c, 0.5], [1, '#8fb0b5', 0.85])) + ell(0, 360, 180, 54, '#eef7f7', 'opacity=".85" stroke="#a9c4c8" stroke-width="7"') + rod(0, 796, 0, 1170, 34, '#dcebec') + disc(0, 1190, 170, '#cfe0e2') + disc(0, 1180, 164, '#eef7f7')) + path('M-140,480Q-160,640 -110,740', 'none', 'stroke="#ffffff" stroke-width="22" stroke-linecap="round" opacity=".8"') + '</g>'
    return shadow(800, 1225, 560, 100) + one(560, 1) + one(1040, 1)
  },
  container(p) {
    return shadow(850, 1245, 580, 150) + box({ x: -440, y: 40, w: 780, d: 480, h: 330, c: p.body, front: rect(40, 40, 700, 250, lite(p.body, 0.4), 40, 'opacity=".55"') + path('M70,70H330L200,270H70Z', '#ffffff', 'opacity=".4"') }) + box({ x: -470, y: 20, z: 330, w: 840, d: 520, h: 66, c: p.accent, top: rect(70, 60, 700, 400, dark(p.accent, 0.12), 40) + rect(86, 74, 668, 372, lite(p.accent, 0.12), 34), front: rect(360, 20, 120, 60, dark(p.accent, 0.25), 12) })
  },
  jar(p) {
    const one = (cx, k) => `<g transform="translate(${cx} 1220) scale(${k}) translate(0 -1220)">${path('M-230,1180Q0,1260 230,1180V760Q226,660 150,620H-150Q-226,660 -230,760Z', lin(-230, 0, 230, 0, [0, '#9db9bb', 0.85], [0.24, '#ffffff', 0.9], [0.6, '#dcebea', 0.75], [1, '#87a5a8', 0.9]))}${path('M-214,1170Q0,1244 214,1170V860Q0,920 -214,860Z', '#c8553a', 'opacity=".75"')}${ell(0, 860, 214, 56, '#d96a4a', 'opacity=".85"')}${line('M-170,790V1120', '#ffffff', 24, 'opacity=".7"')}${tube(0, 640, 176, 176, 90, p.accent)}${disc(0, 550, 176, lite(p.accent, 0.3))}</g>`
    return shadow(820, 1235, 520, 110) + one(1010, 0.8) + one(640, 1)
  },
  knife(p) {
    return shadow(840, 1160, 660, 80) + `<g transform="rotate(18 800 800)">${path('M120,820Q420,620 960,640V860Q520,900 120,820Z', lin(0, 640, 0, 880, [0, '#9aa0a4'], [0.35, '#f4f5f6'], [0.7, '#c9ced1'], [1, '#7d8387']))}${path('M120,820Q520,880 960,836V860Q520,900 120,820Z', '#ffffff', 'opacity=".7"')}${rect(940, 630, 60, 240, '#b9bec2', 10)}${path('M990,640H1400Q1460,650 1456,730Q1450,800 1400,800Q1200,790 1100,850H990Z', lin(0, 640, 0, 850, [0, lite(p.accent, 0.35)], [0.4, p.accent], [1, dark(p.accent, 0.4)]))}${[1080, 1210, 1340].map((x) => ell(x, 726, 20, 20, '#d9dcdd')).join('')}</g>`
  },
  cuttingBoard(p) {
    const c = p.body
    return shadow(840, 1250, 560, 120) + `<g transform="rotate(-10 800 800)">${rect(420, 330, 760, 900, dark(c, 0.35), 70)}${rect(404, 312, 760, 900, lin(404, 312, 1164, 1212, [0, lite(c, 0.3)], [1, dark(c, 0.12)]), 70)}${times(7, (i) => rect(404 + i * 108, 312, 108, 900, i % 2 ? dark(c, 0.08) : lite(c, 0.08), i === 0 || i === 6 ? 60 : 0, 'opacity=".55"'))}${rect(456, 364, 656, 796, 'none', 50, `stroke="${dark(c, 0.3)}" stroke-width="14" opacity=".55"`)}${rect(700, 366, 170, 56, '#ece7db', 28)}</g>`
  },
  cloth(p) {
    const c = p.accent, fold = (i, k) => plane(at(-330, 60, i * 92), X, NEAR, '') + box({ x: -380, y: 30, z: i * 84, w: 700, d: 420, h: 78, c: k, front: line('M0,26H700M0,52H700', dark(k, 0.16), 4, 'opacity=".5"'), side: line('M0,26H420M0,52H420', dark(k, 0.2), 4) })
    return shadow(840, 1245, 560, 150) + fold(0, lite(c, 0.5)) + fold(1, c) + fold(2, mix(c, '#f2b632', 0.5)) + fold(3, lite(c, 0.3)) + front(700, 320, rect(230, 30, 250, 250, '#fbf9f4', 6) + rect(230, 30, 250, 90, c, 6) + text(p.brand, 355, 96, 60, on(c), { anchor: 'middle', max: 220 }) + text(p.title, 355, 210, 52, '#26221b', { anchor: 'middle', max: 220 }), -380)
  },
  broom(p) {
    return shadow(860, 1265, 420, 90) + rod(560, 230, 800, 860, 46, WOOD) + path('M690,850L900,800L960,920L700,990Z', lin(690, 800, 960, 990, [0, lite(p.accent, 0.3)], [0.5, p.accent], [1, dark(p.accent, 0.35)])) + times(26, (i) => line(`M${704 + i * 10},${980 - i * 2.4}Q${690 + i * 14},${1100 - i * 2} ${650 + i * 21},${1230 + (i % 3) * 10 - i * 1.5}`, i % 3 ? lite(p.accent, 0.12) : dark(p.accent, 0.18), 18))
  },
  crate(p) {
    const c = p.accent, basket = p.layout % 2
    return shadow(850, 1250, 600, 150) + box({ x: -440, y: 20, w: 780, d: 460, h: 440, c, front: basket ? times(6, (i) => times(12, (j) => rect(20 + j * 63, 60 + i * 60, 44, 34, dark(c, 0.3), 12))) : rect(40, 70, 700, 320, lite(c, 0.25), 30, 'opacity=".5"') + rect(280, 90, 220, 56, dark(c, 0.25), 28), side: basket ? times(6, (i) => times(6, (j) => rect(30 + j * 70, 60 + i * 60, 46, 34, dark(c, 0.45), 12))) : '', top: basket ? rect(20, 20, 740, 420, dark(c, 0.45), 20) : '' })
      + (basket ? '' : box({ x: -464, y: 0, z: 440, w: 828, d: 500, h: 56, c: mix(c, '#3a3835', 0.25), top: rect(60, 60, 708, 380, lite(c, 0.1), 20, 'opacity=".5"') }))
  },
  trashRoll(p) {
    const one = (cx, cy, c) => tube(cx, cy, 130, 130, 420, c) + disc(cx, cy - 420, 130, lite(c, 0.25)) + disc(cx, cy - 418, 60, '#26221b') + times(4, (i) => line(`M${cx - 128},${cy - 70 - i * 90}A128,44 0 0 0 ${cx + 128},${cy - 70 - i * 90}`, lite(c, 0.2), 4, 'opacity=".5"'))
    const c = mix(p.accent, '#26282a', 0.55)
    return shadow(830, 1240, 520, 130) + one(1060, 1130, c) + one(800, 1170, c) + one(540, 1210, c) + move(412, 900, rect(0, 0, 256, 230, '#fbf9f4', 8) + rect(0, 0, 256, 90, p.accent, 8) + text(p.brand, 128, 64, 56, on(p.accent), { anchor: 'middle', max: 226 }) + text(p.title, 128, 168, 52, '#26221b', { anchor: 'middle', max: 220 }))
  },
  curtain(p) {
    const hues = p.layout % 2 ? ['#ffd56b'] : ['#e2483d', '#f2b632', '#3f9d5b', '#3c7fc4', '#f2b632']
    return line('M220,330Q800,420 1380,330', '#1e4435', 16) + times(9, (i) => { const x = 260 + i * 135, y0 = 346 + 44 * Math.sin((Math.PI * i) / 8); return line(`M${x},${y0}Q${x + 14},${800} ${x - 6},${1160 - (i % 3) * 90}`, '#1e4435', 8) + times(6 - (i % 3 === 2 ? 1 : 0), (j) => { const y = y0 + 110 + j * 130, c = hues[(i + j) % hues.length]; return ell(x + 6, y, 86, 86, rad(x + 6, y, 86, [0, c, 0.55], [1, c, 0])) + ell(x + 6, y, 24, 32, rad(x, y - 8, 40, [0, '#ffffff'], [0.4, lite(c, 0.3)], [1, c])) }) })
  },
  wreath(p) {
    const g = p.accent, tinsel = p.layout % 2
    const needle = (a, r, k) => { const t = (a * Math.PI) / 180, x = 800 + r * Math.cos(t), y = 760 + r * Math.sin(t); return line(`M${r1(x)},${r1(y)}l${r1(90 * Math.cos(t + k))},${r1(90 * Math.sin(t + k))}`, ((a * 7 + r) % 3) < 1 ? lite(g, 0.24) : ((a + r) % 2) < 1 ? dark(g, 0.25) : g, tinsel ? 9 : 17) }
    return shadow(800, 1262, 420, 84) + ell(800, 760, 330, 330, 'none', `stroke="${dark(g, 0.45)}" stroke-width="150"`) + times(90, (i) => needle(i * 4, 300, 0.9) + needle(i * 4 + 2, 360, -0.8) + needle(i * 4 + 1, 330, i % 2 ? 2.2 : -2.2)) + (tinsel ? times(24, (i) => ell(800 + 340 * Math.cos(i * 0.262), 760 + 340 * Math.sin(i * 0.262), 9, 9, '#f6e7b0')) : [20, 75, 140, 200, 255, 320].map((a, i) => { const x = 800 + 340 * Math.cos((a * Math.PI) / 180), y = 760 + 340 * Math.sin((a * Math.PI) / 180), c = i % 2 ? BRASS : '#b3261e'; return ell(x, y, 40, 40, rad(x - 12, y - 14, 54, [0, lite(c, 0.6)], [0.5, c], [1, dark(c, 0.4)])) }).join('') + path('M800,1120Q640,1040 600,1130Q600,1200 780,1150L700,1290L760,1300L810,1180L860,1300L920,1280L830,1150Q1000,1200 1000,1130Q960,1040 800,1120Z', '#b3261e') + ell(806, 1136, 44, 38, '#8f1d17'))
  },
  candle(p) {
    const one = (cx, h, r) => tube(cx, 1210, r, r, h, p.accent) + disc(cx, 1210 - h, r, lite(p.accent, 0.4)) + disc(cx, 1214 - h, r - 20, lite(p.accent, 0.15)) + line(`M${cx},${1210 - h}v-46`, '#26221b', 9) + ell(cx, 1100 - h, 170, 190, rad(cx, 1100 - h, 190, [0, '#ffe29a', 0.7], [1, '#ffe29a', 0])) + path(`M${cx},${1010 - h}Q${cx + 52},${1090 - h} ${cx + 26},${1150 - h}Q${cx},${1180 - h} ${cx - 26},${1150 - h}Q${cx - 52},${1090 - h} ${cx},${1010 - h}Z`, rad(cx, 1130 - h, 120, [0, '#ffffff'], [0.4, '#ffd56b'], [1, '#e8852b'])) + [0.25, 0.55, 0.8].map((k) => line(`M${cx - r + 6},${1210 - h * k}Q${cx},${1240 - h * k} ${cx + r - 6},${1210 - h * k}`, lite(p.accent, 0.5), 14, 'opacity=".6"')).join('')
    return shadow(810, 1230, 480, 110) + one(980, 420, 130) + one(640, 620, 150)
  },
})
Object.assign(FIT, {
  spray: [799, 852, 1.33],
  bottle: [799, 799, 1.3],
  smallBox: [795, 975, 1.7],
  tape: [864, 1032, 1.58],
  profile: [835, 1123, 0.97],
  roll: [803, 1000, 1.1],
  slab: [863, 938, 1.24],
  sheet: [868, 847, 1.31],
  block: [936, 1018, 0.89],
  door: [827, 737, 1.08],
  entranceDoor: [842, 722, 1.04],
  handle: [802, 805, 1.37],
  lock: [845, 806, 1.18],
  hinge: [812, 806, 1.58],
  rotary: [684, 901, 1.05],
  grinder: [815, 843, 0.99],
  jigsaw: [925, 850, 1.19],
  screwdriver: [761, 919, 1.08],
  saw: [755, 791, 1.06],
  pliers: [799, 783, 1.29],
  trowel: [779, 820, 1.31],
  tapeMeasure: [918, 935, 1.21],
  drillBit: [830, 811, 1.19],
  disc: [815, 803, 1.19],
  goggles: [796, 844, 0.96],
  helmet: [799, 811, 0.97],
  wheelbarrow: [859, 928, 1.02],
  breaker: [828, 879, 1.64],
  panelBox: [829, 884, 1.48],
  ledPanel: [808, 847, 1.32],
  deskLamp: [735, 873, 1.28],
  extension: [932, 1153, 1.19],
  sink: [799, 843, 1.06],
  toilet: [784, 833, 1.27],
  pipe: [838, 1071, 0.98],
  fitting: [795, 856, 1.33],
  radiator: [817, 867, 1.37],
  heater: [827, 910, 1.38],
  boiler: [824, 780, 1.12],
  rake: [905, 786, 1.17],
  secateurs: [811, 755, 1.28],
  pan: [862, 989, 0.95],
  kettle: [899, 792, 1.18],
  plate: [789, 825, 1.16],
  mug: [922, 912, 1.45],
  glass: [799, 781, 1.22],
  container: [881, 950, 1.2],
  jar: [801, 860, 1.51],
  knife: [801, 787, 0.91],
  cuttingBoard: [786, 778, 1.14],
  cloth: [881, 1002, 1.45],
  broom: [861, 744, 1.11],
  crate: [867, 913, 1.23],
  trashRoll: [799, 965, 1.52],
  curtain: [799, 757, 1.01],
  wreath: [799, 817, 1.18],
  candle: [799, 831, 1.33],
})
