import { lite, mix, on } from './colour.ts';
import { colourIn } from './colour-words.ts';
import type { Params } from './form.ts';
import { lines, rowsOf, text } from './lettering.ts';
import { ell, hash, path, poly, r1, rect } from './svg.ts';

type Art = Pick<Params, 'brand' | 'title' | 'series' | 'note' | 'size' | 'accent' | 'layout'> & {
  paper?: string;
  /** How far the art runs round a curved pack, to both sides. */
  bleed?: number;
};

/** Packaging art for any rectangle; four layouts, so that neighbours of one brand still differ. */
export function label(w: number, h: number, art: Art): string {
  const layouts = [arcLabel, halfLabel, bandLabel, stripeLabel];
  return (layouts[art.layout % 4] ?? arcLabel)(w, h, { paper: '#fbf9f4', bleed: 0, ...art });
}

type Full = Art & { paper: string; bleed: number };

const second = (accent: string): string => mix(accent, '#f0b429', 0.55);

const sorts = ['#e2a12a', '#5aa88a', '#c2562f', '#5a8fb0', '#8a6aa8', '#7d8f4d'];
/** A spot tells the kinds and sorts of one line apart: in the colour that the sort names, else in one of its own. */
function spot(x: number, y: number, u: number, { title, series, note = '' }: Full): string {
  const colour = colourIn(note) ?? colourIn(series) ?? sorts[Number.parseInt(hash(title + note), 36) % sorts.length];
  return ell(x, y, u * 0.066, u * 0.066, colour ?? '#e2a12a', 'stroke="#1d1710" stroke-opacity=".28" stroke-width="4"');
}
const soft = (ink: string): string => mix(ink, ink === '#ffffff' ? '#26221b' : '#ffffff', 0.22);

/** Series, what it is and its sort under one another; returns where the next row would stand. */
function words(
  art: Full,
  x: number,
  y: number,
  u: number,
  max: number,
  ink: string,
  anchor: 'start' | 'middle',
  noteMax = max,
) {
  const rows = rowsOf(art.title, u * 0.082, max, 2);
  const from = art.series ? y + u * 0.112 : y;
  const noteAt = from + rows.length * u * 0.095 + u * 0.012;
  return (
    (art.series ? text(art.series, x, y, u * 0.118, art.layout % 4 === 1 ? art.accent : ink, { anchor, max }) : '') +
    lines(art.title, x, from, u * 0.082, ink, max, { anchor }) +
    (art.note ? lines(art.note, x, noteAt, u * 0.058, soft(ink), noteMax, { anchor, face: 'text' }) : '')
  );
}

function arcLabel(w: number, h: number, art: Full): string {
  const { accent, paper, bleed, brand, size } = art;
  const m = w * 0.09 * (bleed ? 0.4 : 1);
  const u = Math.min(w, h * (bleed ? 0.98 : 0.9));
  const arc = (bottom: number, colour: string) =>
    path(
      `M${-bleed},0H${w + bleed}V${r1(bottom)}Q${w / 2},${r1(bottom + (bleed ? 70 : 0))} ${-bleed},${r1(bottom)}Z`,
      colour,
    );
  return (
    rect(-bleed, 0, w + 2 * bleed, h, paper) +
    arc(h * (bleed ? 0.315 : 0.385), second(accent)) +
    arc(h * (bleed ? 0.29 : 0.36), accent) +
    text(brand, m, h * (bleed ? 0.215 : 0.235), u * 0.19, on(accent), { max: w - 2 * m }) +
    words(art, m, h * (bleed ? 0.58 : 0.5), u, w - 2 * m, on(paper), 'start', bleed ? w * 0.6 : w - 2 * m) +
    (bleed
      ? text(size, w * 0.9, h * 0.95, u * 0.15, accent, { anchor: 'end', max: w * 0.5 }) +
        spot(w * 0.92, h * 0.52, u, art)
      : text(size, m, h * 0.925, u * 0.16, accent, { max: w * 0.7 }) + spot(w - m - u * 0.07, h * 0.87, u, art))
  );
}

function halfLabel(w: number, h: number, art: Full): string {
  const { accent, paper, bleed, brand, size } = art;
  const u = Math.min(w, h * (bleed ? 0.98 : 0.9));
  const full = w + bleed;
  return (
    rect(-bleed, 0, w + 2 * bleed, h, accent) +
    path(`M${-bleed},${h * 0.4}Q${w * 0.5},${h * 0.27} ${full},${h * 0.36}V${h}H${-bleed}Z`, paper) +
    path(
      `M${-bleed},${h * 0.4}Q${w * 0.5},${h * 0.27} ${full},${h * 0.36}V${h * (bleed ? 0.315 : 0.385)}Q${w * 0.5},${h * 0.3} ${-bleed},${h * 0.43}Z`,
      second(accent),
    ) +
    text(brand, w / 2, h * 0.215, u * 0.2, on(accent), { anchor: 'middle', max: w * 0.8 }) +
    words(art, w / 2, h * (bleed ? 0.5 : 0.535), u, w * 0.84, on(paper), 'middle') +
    text(size, w / 2, h * (bleed ? 0.955 : 0.94), u * (bleed ? 0.115 : 0.16), accent, {
      anchor: 'middle',
      max: w * 0.7,
    }) +
    spot(w * 0.1, h * 0.89, u, art)
  );
}

function bandLabel(w: number, h: number, art: Full): string {
  const { accent, paper, bleed, brand, size } = art;
  const m = w * 0.08;
  const u = Math.min(w, h * (bleed ? 0.98 : 0.9));
  const slope = (h * 0.12) / w;
  const down = bleed ? 0.08 : 0;
  const band = (a: number, b: number, c: number, d: number, colour: string) =>
    poly(
      [
        [-bleed, h * (a + down) + slope * bleed],
        [w + bleed, h * (b + down) - slope * bleed],
        [w + bleed, h * (c + down) - slope * bleed],
        [-bleed, h * (d + down) + slope * bleed],
      ],
      colour,
    );
  const angle = r1((-Math.atan2(h * 0.12, w) * 180) / Math.PI);
  return (
    rect(-bleed, 0, w + 2 * bleed, h, paper) +
    band(0.18, 0.06, 0.32, 0.44, accent) +
    band(0.46, 0.34, 0.362, 0.482, second(accent)) +
    `<g transform="translate(0 ${r1(h * (0.325 + down))}) rotate(${angle})">${text(brand, w * 0.5, 0, u * 0.19, on(accent), { anchor: 'middle', max: w * 0.82 })}</g>` +
    words(art, m, h * (0.58 + down * 0.6), u, w - 2 * m, on(paper), 'start', w * 0.58) +
    text(size, w - m, h * 0.94, u * 0.16, accent, { anchor: 'end', max: w * 0.62 }) +
    spot(m + u * 0.07, h * (0.09 + down / 2), u, art)
  );
}

function stripeLabel(w: number, h: number, art: Full): string {
  const { accent, paper, bleed, brand, size } = art;
  const u = Math.min(w, h * (bleed ? 0.98 : 0.9));
  const x = w * 0.27;
  const ink = on(paper);
  return (
    rect(-bleed, 0, w + 2 * bleed, h, paper) +
    rect(-bleed, 0, w * 0.18 + bleed, h, accent) +
    rect(w * 0.18, 0, w * 0.022, h, second(accent)) +
    text(brand, x, h * 0.2, u * 0.17, accent, { max: w * 0.66 }) +
    rect(x, h * 0.25, w * 0.64, 4, lite(ink, 0.7)) +
    words(art, x, h * 0.39, u, w * 0.66, ink, 'start') +
    text(size, x, h * 0.91, u * 0.16, accent, { max: w * 0.5 }) +
    spot(w * 0.92, h * 0.86, u, art)
  );
}

/** What is glued to goods that have no pack: maker, line and size on a strip of 340 × 130. */
export const sticker = ({ brand, series, size, note, accent }: Params): string =>
  rect(0, 0, 340, 130, '#fbf9f4', 6, 'stroke="#1d1710" stroke-opacity=".18" stroke-width="3"') +
  rect(0, 0, 340, 66, accent, 6) +
  text(brand, 18, 50, 48, on(accent), { max: 304 }) +
  text([series, size || note].filter(Boolean).join(' · '), 18, 110, 34, '#26221b', { max: 304 });
