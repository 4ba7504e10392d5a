// Labels are outlines of Golos Text: the rasteriser needs no installed font.
import { readFileSync } from 'node:fs';
import { r1 } from './svg.ts';

type Glyphs = Record<string, [advance: number, outline: string]>;
const read = (name: string): Glyphs => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const faces = { bold: read('./glyphs.json'), text: read('./glyphs-text.json') };
export type Face = keyof typeof faces;

/** Signs that the outlines do not have, by the nearest that they have. */
const stand_ins: Record<string, string> = { '\u00a0': ' ', '\u202f': ' ', '−': '–', '‑': '-', '“': '«', '”': '»' };
const glyphOf = (face: Face, sign: string): [number, string] => {
  const glyphs = faces[face];
  return glyphs[stand_ins[sign] ?? sign] ?? glyphs[' '] ?? [250, ''];
};

export const width = (words: string, size: number, face: Face = 'bold'): number =>
  [...words].reduce((sum, sign) => sum + glyphOf(face, sign)[0], 0) * (size / 1000);

type TextOptions = { anchor?: 'start' | 'middle' | 'end'; max?: number; face?: Face };

/** One line on the baseline `y`; narrower letters when it is wider than `max`. */
export function text(
  words: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  { anchor = 'start', max = Number.POSITIVE_INFINITY, face = 'bold' }: TextOptions = {},
): string {
  if (words === '') return '';
  const real = size * Math.min(1, max / width(words, size, face));
  let cursor = 0;
  const drawn = [...words]
    .map((sign) => {
      const [advance, outline] = glyphOf(face, sign);
      const glyph = outline ? `<path transform="translate(${cursor})" d="${outline}"/>` : '';
      cursor += advance;
      return glyph;
    })
    .join('');
  const shift = anchor === 'middle' ? width(words, real, face) / 2 : anchor === 'end' ? width(words, real, face) : 0;
  return `<g transform="translate(${r1(x - shift)} ${r1(y)}) scale(${Math.round(real) / 1000})" fill="${fill}">${drawn}</g>`;
}

/** Words in rows no wider than `max`; the last row takes what is left. */
export function rowsOf(
  words: string,
  size: number,
  max: number,
  limit = Number.POSITIVE_INFINITY,
  face: Face = 'bold',
) {
  const rows: string[] = [];
  for (const word of words.split(' ')) {
    const last = rows.at(-1);
    if (last !== undefined && (width(`${last} ${word}`, size, face) <= max || rows.length === limit))
      rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}

type LinesOptions = { limit?: number; anchor?: 'start' | 'middle' | 'end'; face?: Face; leading?: number };

export const lines = (
  words: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  max: number,
  { limit = 2, anchor = 'start', face = 'bold', leading = 1.16 }: LinesOptions = {},
): string =>
  rowsOf(words, size, max, limit, face)
    .map((row, index) => text(row, x, y + index * size * leading, size, fill, { max, anchor, face }))
    .join('');
