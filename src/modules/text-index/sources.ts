import { eachPath, eachRun, findTerm, namesPaths, rowsOfKey, termCount, termsBeginning } from './dictionary.ts';
import { mark, pathMark, type TextColumns } from './text-columns.ts';
import type { Group } from './text-plan.ts';

/** Behind the brand a name says which of its kind a thing is. */
const weightOfPlace = [1, 0.95, 0.9, 0.88, 0.8];

/**
 * How much a hit tells by where it stands. Words of a name tell less the later they come; 256 marks are few enough for
 * a table.
 */
export const weightOfMark = Float32Array.from({ length: 256 }, (_, value) => {
  const place = value >> 4;
  let weight = 0;
  if (place !== mark.noPlace) weight = value & mark.complement ? 0.5 : (weightOfPlace[place] ?? 0.72);
  if (value & mark.brand) weight = Math.max(weight, 0.97);
  if (value & mark.value) weight = Math.max(weight + 0.02, 0.62);
  if (value & mark.text) weight = Math.max(weight + 0.01, 0.6);
  return weight;
});

/** An article tells as much as a brand. */
const keyWeight = 0.97;

/** A name of the category: its own or one above; the word that says what it is, another, or what it is for. */
function weightOfPath(value: number): number {
  const level = value & pathMark.level;
  if (value & pathMark.complement) return level === 0 ? 0.52 : 0.32;
  if (value & pathMark.head) return level === 0 ? 0.8 : level === 1 ? 0.72 : 0.68;
  return level === 0 ? 0.74 : 0.5;
}

/** Which bit of `Scratch.places` a mark sets. */
export const bitOfMark = Uint16Array.from({ length: 256 }, (_, value) =>
  value >> 4 === mark.noPlace ? 0 : 1 << (value >> 4),
);

/** Where the rows of a part come from: a stretch of postings, the goods of categories, or rows found beforehand. */
export type NamedPaths = { kind: 'paths'; values: Float32Array; quality: number };

export type Postings = { kind: 'postings'; first: number; end: number; quality: number };

export type Source = Postings | NamedPaths | { kind: 'rows'; rows: Map<number, { value: number; bits: number }> };

export type Prepared = { sources: Source[]; count: number; weight: number };

export function prepare(text: TextColumns, group: Group): Prepared {
  const sources: Source[] = [];
  let count = 0;
  for (const { terms, prefix, key, quality } of group.alternatives) {
    if (key !== undefined) {
      const rows = new Map(rowsOfKey(text, key).map((row) => [row, { value: keyWeight * quality, bits: 0 }]));
      count += rows.size;
      if (rows.size > 0) sources.push({ kind: 'rows', rows });
      continue;
    }
    if (prefix !== undefined) {
      for (const term of termsBeginning(text, prefix)) {
        count += termCount(text, term);
        addTerm(sources, text, term, quality);
      }
      continue;
    }
    const numbers = terms.map((term) => findTerm(text, term));
    const [first, second] = numbers;
    if (numbers.includes(-1) || first === undefined) continue;
    if (second === undefined) {
      count += termCount(text, first);
      addTerm(sources, text, first, quality);
      continue;
    }
    const rows = together(text, numbers, quality);
    count += rows.size;
    sources.push({ kind: 'rows', rows });
  }
  return { sources, count, weight: group.weight };
}

function addTerm(sources: Source[], text: TextColumns, term: number, quality: number): void {
  const first = text.postingOffsets[term]!;
  const end = text.postingOffsets[term + 1]!;
  if (end > first) sources.push({ kind: 'postings', first, end, quality });
  if (namesPaths(text, term)) sources.push({ kind: 'paths', values: pathValues(text, term), quality });
}

/** Per path: how well this term names it; 0: not at all. */
function pathValues(text: TextColumns, term: number): Float32Array {
  const values = new Float32Array(text.pathCount);
  eachPath(text, term, (path, value) => {
    values[path] = Math.max(values[path] ?? 0, weightOfPath(value));
  });
  return values;
}

/**
 * Calls `see` with each row of a source: its value (how well the term names it), the bits of its places, and its mark
 * where it comes from a posting.
 */
export function eachRow(
  text: TextColumns,
  source: Source,
  see: (row: number, value: number, bits: number, mark: number) => void,
): void {
  if (source.kind === 'rows') for (const [row, { value, bits }] of source.rows) see(row, value, bits, 0);
  else if (source.kind === 'postings') {
    for (let at = source.first; at < source.end; at++) {
      const value = text.marks[at]!;
      see(text.postings[at]!, weightOfMark[value]! * source.quality, bitOfMark[value]!, value);
    }
  } else {
    eachRun(text, (path, from, until) => {
      const value = source.values[path]! * source.quality;
      if (value !== 0) for (let row = from; row < until; row++) see(row, value, 0, 0);
    });
  }
}

/** Rows that have all of these terms, as well as the worst of them fits. */
function together(text: TextColumns, numbers: number[], quality: number): Map<number, { value: number; bits: number }> {
  let rows: Map<number, { value: number; bits: number }> | null = null;
  for (const number of [...numbers].sort((a, b) => termCount(text, a) - termCount(text, b))) {
    const sources: Source[] = [];
    addTerm(sources, text, number, quality);
    const before: typeof rows = rows;
    const found: Map<number, { value: number; bits: number }> = new Map();
    for (const source of sources) {
      eachRow(text, source, (row, value, bits) => {
        const known = found.get(row);
        if (known) {
          known.value = Math.max(known.value, value);
          known.bits |= bits;
        } else if (!before || before.has(row)) found.set(row, { value, bits });
      });
    }
    for (const [row, one] of found) {
      const other = before?.get(row);
      if (!other) continue;
      one.value = Math.min(one.value, other.value);
      one.bits |= other.bits;
    }
    rows = found;
  }
  return rows ?? new Map();
}
