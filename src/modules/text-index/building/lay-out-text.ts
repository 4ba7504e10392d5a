import { ensure } from '#shared/ensure.ts';
import { wordTerm } from '../analyse.ts';
import { hash32, typoHashesOf } from '../hashes.ts';
import { soundOf } from '../sounds.ts';
import { pathMark, type TextColumns } from '../text-columns.ts';
import type { Numbered, Pairs } from './numbered.ts';
import type { PathTexts } from './path-texts.ts';

type Raw = {
  terms: Numbered;
  words: Numbered;
  wordCounts: number[];
  postings: Pairs;
  rowEnds: number[];
  /** In the order of rows. */
  keyHashes: number[];
  keyRows: number[];
  paths: PathTexts;
  rowPaths: number[];
  nameLengths: number[];
};

export function columnsOf(raw: Raw): TextColumns {
  const { terms, words, postings, rowEnds } = raw;
  const termOrder = sortedOrder(terms.texts);
  const termRank = rankOf(termOrder);
  const counts = new Uint32Array(termOrder.length + 1);
  for (const term of postings.terms.subarray(0, postings.length)) counts[termRank[term]! + 1]! += 1;
  addUp(counts);
  const next = counts.slice();
  const rows = new Uint32Array(postings.length);
  const marks = new Uint8Array(postings.length);
  let at = 0;
  rowEnds.forEach((end, row) => {
    for (; at < end; at++) {
      const to = next[termRank[postings.terms[at]!]!]!++;
      rows[to] = row;
      marks[to] = postings.marks[at]!;
    }
  });

  const wordOrder = sortedOrder(words.texts);
  const wordTerms = new Uint32Array(wordOrder.length);
  const wordCounts = new Uint32Array(wordOrder.length);
  const sounds = new HashPairs(wordOrder.length);
  const typos = new HashPairs(wordOrder.length * 16);
  wordOrder.forEach((from, to) => {
    const word = ensure(words.texts[from]);
    wordTerms[to] = termRank[terms.numberOf(wordTerm(word))]!;
    wordCounts[to] = raw.wordCounts[from] ?? 1;
    sounds.push(hash32(soundOf(word)), to);
    if (word.length >= 3) for (const hash of typoHashesOf(word)) typos.push(hash, to);
  });
  const [soundHashes, soundWords] = sounds.sorted();
  const [typoHashes, typoWords] = typos.sorted();
  const keyOrder = Uint32Array.from(raw.keyHashes.keys()).sort(
    (a, b) => raw.keyHashes[a]! - raw.keyHashes[b]! || a - b,
  );

  const paths = Uint32Array.from(raw.rowPaths);
  const runStarts: number[] = [];
  const runPaths: number[] = [];
  paths.forEach((path, row) => {
    if (row > 0 && path === paths[row - 1]) return;
    runStarts.push(row);
    runPaths.push(path);
  });
  const named = raw.paths.named
    .map((one) => ({ ...one, rank: termRank[one.term]! }))
    .sort((a, b) => a.rank - b.rank || a.path - b.path || (a.mark & pathMark.level) - (b.mark & pathMark.level));
  const pathOffsets = new Uint32Array(termOrder.length + 1);
  for (const { rank } of named) pathOffsets[rank + 1]! += 1;
  addUp(pathOffsets);

  return {
    size: paths.length,
    ...stringsOf('term', terms.texts, termOrder),
    postingOffsets: counts,
    postings: rows,
    marks,
    ...stringsOf('word', words.texts, wordOrder),
    wordTerms,
    wordCounts,
    soundHashes,
    soundWords,
    typoHashes,
    typoWords,
    keyHashes: Float64Array.from(keyOrder, (at) => raw.keyHashes[at]!),
    keyRows: Uint32Array.from(keyOrder, (at) => raw.keyRows[at]!),
    pathCount: raw.paths.count,
    paths,
    runStarts: Uint32Array.from([...runStarts, paths.length]),
    runPaths: Uint32Array.from(runPaths),
    pathOffsets,
    pathPostings: Uint32Array.from(named, ({ path }) => path),
    pathMarks: Uint8Array.from(named, ({ mark }) => mark),
    nameLengths: Uint8Array.from(raw.nameLengths),
  };
}

/** Each number and all before it, in place. */
function addUp(numbers: Uint32Array): void {
  let sum = 0;
  numbers.forEach((number, at) => {
    sum += number;
    numbers[at] = sum;
  });
}

/** Numbers of the texts, which are all different, in the order of the texts. */
function sortedOrder(texts: string[]): Uint32Array {
  return Uint32Array.from(texts.keys()).sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
}

function rankOf(order: Uint32Array): Uint32Array {
  const rank = new Uint32Array(order.length);
  order.forEach((from, to) => {
    rank[from] = to;
  });
  return rank;
}

function stringsOf<Name extends string>(name: Name, texts: string[], order: Uint32Array) {
  const offsets = new Uint32Array(order.length + 1);
  const chars = new Uint16Array(texts.reduce((sum, text) => sum + text.length, 0));
  let length = 0;
  order.forEach((from, to) => {
    const text = ensure(texts[from]);
    for (let at = 0; at < text.length; at++) chars[length++] = text.charCodeAt(at);
    offsets[to + 1] = length;
  });
  return { [`${name}Chars`]: chars, [`${name}Offsets`]: offsets } as {
    [key in `${Name}Chars`]: Uint16Array<ArrayBuffer>;
  } & { [key in `${Name}Offsets`]: Uint32Array<ArrayBuffer> };
}

/** Hash → number, to be sorted by hash. The hash stands above in one float, so that the sort is the array's own. */
class HashPairs {
  #packed: Float64Array;
  #length = 0;
  constructor(room: number) {
    this.#packed = new Float64Array(Math.max(16, room));
  }
  /** `number` below 2^21. */
  push(hash: number, number: number): void {
    if (this.#length === this.#packed.length) {
      const wider = new Float64Array(this.#length * 2);
      wider.set(this.#packed);
      this.#packed = wider;
    }
    this.#packed[this.#length++] = hash * 2_097_152 + number;
  }
  sorted(): [hashes: Uint32Array, numbers: Uint32Array] {
    const packed = this.#packed.subarray(0, this.#length).sort();
    const hashes = new Uint32Array(packed.length);
    const numbers = new Uint32Array(packed.length);
    packed.forEach((value, at) => {
      hashes[at] = Math.floor(value / 2_097_152);
      numbers[at] = value % 2_097_152;
    });
    return [hashes, numbers];
  }
}
