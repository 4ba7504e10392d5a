import { eachRun, lowerBound } from '../dictionary.ts';
import { bitOfMark, type Source, weightOfMark } from '../sources.ts';
import type { TextColumns } from '../text-columns.ts';

/** One per segment; levels, places and bits are all zero between two queries. */
export type Scratch = {
  /** How many parts of the query a row has fulfilled. */
  level: Uint8Array;
  /** Of the parts so far. */
  score: Float32Array;
  /** The best of the part at work. */
  best: Float32Array;
  /** Bit n: a part stands at place n of the name. */
  places: Uint16Array;
  /** Rows that fulfil all parts so far; of the others nothing is left behind. */
  found: Uint32Array;
  /** A bit per row, to bring rows in order. */
  bits: Uint32Array;
};

/** `before`: how many rows of `found` fulfil the parts before; -1: this is the first. */
export type Walk = { text: TextColumns; scratch: Scratch; done: number; before: number; count: number };

/** A list so much longer than the candidates is searched for each of them, instead of being walked. */
const skipFactor = 16;

// The loops stand apart and touch typed arrays only: they run over every posting of a common word.
export function walkSource(walk: Walk, source: Source): void {
  if (source.kind === 'rows') {
    for (const [row, { value, bits }] of source.rows) put(walk, row, value, bits);
  } else if (source.kind === 'paths') {
    if (walk.before === -1) walkRuns(walk, source.values, source.quality);
    else walkCandidatesByPath(walk, source.values, source.quality);
  } else if (walk.before === -1) walkFirst(walk, source.first, source.end, source.quality);
  else if (walk.before * skipFactor < source.end - source.first) {
    walkCandidates(walk, source.first, source.end, source.quality);
  } else walkPostings(walk, source.first, source.end, source.quality);
}

function walkFirst(walk: Walk, first: number, end: number, quality: number): void {
  const { postings, marks } = walk.text;
  const { level, best, places, found } = walk.scratch;
  let count = walk.count;
  for (let at = first; at < end; at++) {
    const row = postings[at]!;
    const value = marks[at]!;
    const weight = weightOfMark[value]! * quality;
    if (level[row] === 0) {
      level[row] = 1;
      best[row] = weight;
      places[row] = bitOfMark[value]!;
      found[count++] = row;
    } else {
      if (weight > best[row]!) best[row] = weight;
      places[row]! |= bitOfMark[value]!;
    }
  }
  walk.count = count;
}

function walkPostings(walk: Walk, first: number, end: number, quality: number): void {
  const { postings, marks } = walk.text;
  const { level, best, places } = walk.scratch;
  const { done } = walk;
  for (let at = first; at < end; at++) {
    const row = postings[at]!;
    if (level[row]! < done) continue;
    const value = marks[at]!;
    const weight = weightOfMark[value]! * quality;
    if (level[row] === done) {
      level[row] = done + 1;
      best[row] = weight;
    } else if (weight > best[row]!) best[row] = weight;
    places[row]! |= bitOfMark[value]!;
  }
}

function walkCandidates(walk: Walk, first: number, end: number, quality: number): void {
  const { postings, marks } = walk.text;
  const { found } = walk.scratch;
  for (let place = 0; place < walk.before; place++) {
    const row = found[place]!;
    const at = lowerBound(postings, row, first, end);
    if (at === end || postings[at] !== row) continue;
    const value = marks[at]!;
    put(walk, row, weightOfMark[value]! * quality, bitOfMark[value]!);
  }
}

function walkRuns(walk: Walk, values: Float32Array, quality: number): void {
  eachRun(walk.text, (path, from, until) => {
    const value = values[path]! * quality;
    if (value !== 0) for (let row = from; row < until; row++) put(walk, row, value, 0);
  });
}

function walkCandidatesByPath(walk: Walk, values: Float32Array, quality: number): void {
  const { found } = walk.scratch;
  for (let place = 0; place < walk.before; place++) {
    const row = found[place]!;
    const value = values[walk.text.paths[row]!]! * quality;
    if (value !== 0) put(walk, row, value, 0);
  }
}

function put(walk: Walk, row: number, value: number, bits: number): void {
  const { level, best, places, found } = walk.scratch;
  const own = level[row]!;
  if (own < walk.done) return;
  if (own === walk.done) {
    level[row] = walk.done + 1;
    best[row] = value;
    if (walk.before === -1) found[walk.count++] = row;
  } else if (value > best[row]!) best[row] = value;
  places[row]! |= bits;
}
