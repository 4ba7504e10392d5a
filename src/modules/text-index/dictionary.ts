import { hash53 } from './hashes.ts';
import { mark, type TextColumns } from './text-columns.ts';

/** How many documents of the segment have the term, its categories' goods included. */
export function termCount(text: TextColumns, term: number): number {
  let count = lengthAt(text.postingOffsets, term);
  if (namesPaths(text, term)) {
    const paths = new Set(text.pathPostings.subarray(text.pathOffsets[term], text.pathOffsets[term + 1]));
    eachRun(text, (path, from, until) => {
      if (paths.has(path)) count += until - from;
    });
  }
  return count;
}

/** Some category is called by the term. */
export function namesPaths(text: TextColumns, term: number): boolean {
  return lengthAt(text.pathOffsets, term) > 0;
}

/** Calls `see` with the row and the mark of each posting of a term, by rows; true as soon as one call returns true. */
export function eachPosting(text: TextColumns, term: number, see: (row: number, value: number) => unknown): boolean {
  const { postings, marks } = text;
  const until = text.postingOffsets[term + 1]!;
  for (let at = text.postingOffsets[term]!; at < until; at++) if (see(postings[at]!, marks[at]!) === true) return true;
  return false;
}

/** Calls `see` with each path that the term names, and how (`pathMark`). */
export function eachPath(text: TextColumns, term: number, see: (path: number, value: number) => void): void {
  const until = text.pathOffsets[term + 1]!;
  for (let at = text.pathOffsets[term]!; at < until; at++) see(text.pathPostings[at]!, text.pathMarks[at]!);
}

/** Calls `see` with each stretch of rows of one path. */
export function eachRun(text: TextColumns, see: (path: number, from: number, until: number) => void): void {
  const { runPaths, runStarts } = text;
  for (let run = 0; run < runPaths.length; run++) see(runPaths[run]!, runStarts[run]!, runStarts[run + 1]!);
}

/** The mark of a term in a row; −1: it does not stand there. */
export function markIn(text: TextColumns, term: number, row: number): number {
  const until = text.postingOffsets[term + 1]!;
  const at = lowerBound(text.postings, row, text.postingOffsets[term], until);
  return at < until && text.postings[at] === row ? text.marks[at]! : -1;
}

/** How long the nth stretch is. */
function lengthAt(offsets: Uint32Array, nth: number): number {
  return offsets[nth + 1]! - offsets[nth]!;
}

/** Some document has the term, and each that has it is of the brand so named. */
export function isBrandOnly(texts: readonly TextColumns[], term: string): boolean {
  let isThere = false;
  for (const text of texts) {
    const number = findTerm(text, term);
    if (number === -1) continue;
    if (namesPaths(text, number)) return false;
    if (eachPosting(text, number, (_row, value) => !(value & mark.brand))) return false;
    isThere ||= lengthAt(text.postingOffsets, number) > 0;
  }
  return isThere;
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

/** Numbers of words as written that begin so, at most `most` of them. */
export function wordsBeginning(text: TextColumns, prefix: string, most: number): number[] {
  const found: number[] = [];
  const count = text.wordOffsets.length - 1;
  let at = lowerString(text.wordChars, text.wordOffsets, prefix);
  for (; at < count && found.length < most && begins(text, at, prefix); at++) found.push(at);
  return found;
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

/** The words under a hash; both columns of a kind of hashes are given. */
export function wordsOfHash(hashes: Uint32Array, words: Uint32Array, hash: number): Uint32Array {
  const from = lowerBound(hashes, hash);
  let until = from;
  while (hashes[until] === hash) until++;
  return words.subarray(from, until);
}

function begins(text: TextColumns, word: number, prefix: string): boolean {
  if (lengthAt(text.wordOffsets, word) < prefix.length) return false;
  const start = text.wordOffsets[word]!;
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
  const length = lengthAt(offsets, at);
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
