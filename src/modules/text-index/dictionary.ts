import { hash53 } from './hashes.ts';
import { mark, type TextColumns } from './text-columns.ts';

/** How many documents of the segment have the term, its categories' goods included. */
export function termCount(text: TextColumns, term: number): number {
  let count = text.postingOffsets[term + 1]! - text.postingOffsets[term]!;
  if (text.pathOffsets[term + 1]! > text.pathOffsets[term]!) {
    const paths = new Set(text.pathPostings.subarray(text.pathOffsets[term], text.pathOffsets[term + 1]));
    for (let run = 0; run < text.runPaths.length; run++) {
      if (paths.has(text.runPaths[run]!)) count += text.runStarts[run + 1]! - text.runStarts[run]!;
    }
  }
  return count;
}

/** Some document has the term, and each that has it is of the brand so named. */
export function isBrandOnly(texts: readonly TextColumns[], term: string): boolean {
  let count = 0;
  for (const text of texts) {
    const number = findTerm(text, term);
    if (number === -1) continue;
    if (text.pathOffsets[number + 1]! > text.pathOffsets[number]!) return false;
    const end = text.postingOffsets[number + 1]!;
    for (let at = text.postingOffsets[number]!; at < end; at++, count++) {
      if (!(text.marks[at]! & mark.brand)) return false;
    }
  }
  return count > 0;
}

/** The number of a term; -1: the segment has none. */
export function findTerm(text: TextColumns, term: string): number {
  return findString(text.termChars, text.termOffsets, term);
}

/** The number of a word as written; -1: the segment has none. */
export function findWord(text: TextColumns, word: string): number {
  return findString(text.wordChars, text.wordOffsets, word);
}

export function wordAt(text: TextColumns, number: number): string {
  return String.fromCharCode(...text.wordChars.subarray(text.wordOffsets[number], text.wordOffsets[number + 1]));
}

const maxPrefixTerms = 400;

/** Terms of words that begin so. */
export function termsBeginning(text: TextColumns, prefix: string, most = maxPrefixTerms): number[] {
  const found = new Set<number>();
  const count = text.wordOffsets.length - 1;
  let at = lowerString(text.wordChars, text.wordOffsets, prefix);
  for (; at < count && found.size < most && begins(text, at, prefix); at++) found.add(text.wordTerms[at]!);
  return [...found];
}

/** In how many documents words stand that begin so and are longer; counted over the first few. */
export function beginningCount(text: TextColumns, prefix: string): number {
  let count = 0;
  const words = text.wordOffsets.length - 1;
  let at = lowerString(text.wordChars, text.wordOffsets, prefix);
  for (let seen = 0; at < words && seen < 50 && begins(text, at, prefix); at++, seen++) count += text.wordCounts[at]!;
  return count;
}

/** Terms that begin so, as texts. */
export function termsStarting(text: TextColumns, beginning: string): string[] {
  const found: string[] = [];
  const count = text.termOffsets.length - 1;
  let at = lowerString(text.termChars, text.termOffsets, beginning);
  for (; at < count && found.length < maxPrefixTerms; at++) {
    const term = String.fromCharCode(...text.termChars.subarray(text.termOffsets[at], text.termOffsets[at + 1]));
    if (!term.startsWith(beginning)) break;
    found.push(term);
  }
  return found;
}

/** Rows whose article, barcode or code this is. Takes what `keyOf` gives. */
export function rowsOfKey(text: TextColumns, key: string): number[] {
  const hash = hash53(key);
  const rows: number[] = [];
  for (let at = lowerBound(text.keyHashes, hash); text.keyHashes[at] === hash; at++) rows.push(text.keyRows[at]!);
  return rows;
}

function begins(text: TextColumns, word: number, prefix: string): boolean {
  const start = text.wordOffsets[word]!;
  if (text.wordOffsets[word + 1]! - start < prefix.length) return false;
  for (let at = 0; at < prefix.length; at++) if (text.wordChars[start + at] !== prefix.charCodeAt(at)) return false;
  return true;
}

function findString(chars: Uint16Array, offsets: Uint32Array, wanted: string): number {
  const at = lowerString(chars, offsets, wanted);
  return at < offsets.length - 1 && compareAt(chars, offsets, at, wanted) === 0 ? at : -1;
}

function lowerString(chars: Uint16Array, offsets: Uint32Array, wanted: string): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareAt(chars, offsets, middle, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareAt(chars: Uint16Array, offsets: Uint32Array, at: number, wanted: string): number {
  const start = offsets[at]!;
  const length = offsets[at + 1]! - start;
  const common = Math.min(length, wanted.length);
  for (let index = 0; index < common; index++) {
    const difference = chars[start + index]! - wanted.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return length - wanted.length;
}

/** The first place whose value is not less. */
export function lowerBound(
  values: Uint32Array | Float64Array,
  wanted: number,
  from = 0,
  to: number = values.length,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
