import { hash53, mark, pathMark, type TextColumns } from './text-columns.ts';

/** One way to satisfy a part of a query: all of `terms`, or any term that begins with `prefix`. */
export type Alternative = {
  terms: string[];
  /** Instead of terms: whatever begins so. */
  prefix?: string;
  /** 1: as typed; less: a synonym, another spelling, a beginning. */
  quality: number;
};

/** One part of a query: a word, a size, or several words that mean one thing. All parts must be found. */
export type Group = { text: string; alternatives: Alternative[]; weight: number };

export type TextPlan = {
  groups: Group[];
  /** Instead of groups: exactly these articles, barcodes or codes (`keyOf`). */
  keys: string[];
  /** Instead of both: all rows, the query being filters only. */
  is_everything: boolean;
};

/** Rows ascending, beside each how well it fits: 0 to about 1.3. */
export type TextMatches = { rows: Uint32Array; scores: Float32Array };

const nothing: TextMatches = { rows: new Uint32Array(0), scores: new Float32Array(0) };

/** How much a hit tells by where it stands. Words of a name tell less the later they come; 256 marks are few enough for a table. */
const weightOfMark = Float32Array.from({ length: 256 }, (_, value) => {
  const place = value >> 4;
  let weight = 0;
  if (place !== mark.noPlace) weight = value & mark.complement ? 0.5 : place === 0 ? 1 : place === 1 ? 0.95 : 0.85;
  if (value & mark.brand) weight = Math.max(weight, 0.8);
  if (value & mark.value) weight = Math.max(weight + 0.02, 0.62);
  if (value & mark.text) weight = Math.max(weight + 0.01, 0.35);
  return weight;
});

/** A name of the category: its own or one above; the word that says what it is, another, or what it is for. */
function weightOfPath(value: number): number {
  const level = value & pathMark.level;
  if (value & pathMark.complement) return level === 0 ? 0.5 : 0.3;
  if (value & pathMark.head) return level === 0 ? 0.72 : level === 1 ? 0.6 : 0.52;
  return level === 0 ? 0.66 : 0.42;
}

type Scratch = {
  /** How many parts of the query a row has fulfilled. */
  level: Uint8Array;
  score: Float32Array;
  /** The best of the part at work. */
  best: Float32Array;
  /** Bit n: a part stands at place n of the name. */
  places: Uint16Array;
};
const scratches = new WeakMap<TextColumns, Scratch>();

/** What a plan found; planning has asked already when the list asks. */
const answers = new WeakMap<Group[], WeakMap<TextColumns, TextMatches>>();

/** All rows of one segment that fulfil the plan, and how well. */
export function matchText(text: TextColumns, plan: TextPlan): TextMatches {
  const known = answers.get(plan.groups)?.get(text);
  if (known && plan.groups.length > 0) return known;
  const found = match(text, plan);
  const own = answers.get(plan.groups) ?? new WeakMap<TextColumns, TextMatches>();
  answers.set(plan.groups, own.set(text, found));
  return found;
}

function match(text: TextColumns, plan: TextPlan): TextMatches {
  const size = text.size[0]!;
  if (size === 0) return nothing;
  if (plan.keys.length > 0) return matchKeys(text, plan.keys);
  if (plan.is_everything)
    return { rows: Uint32Array.from({ length: size }, (_, row) => row), scores: new Float32Array(size) };
  if (plan.groups.length === 0) return nothing;
  const scratch = scratchOf(text, size);
  const intents = new Map<number, number>();
  const prepared = plan.groups.map((group) => prepare(text, group));
  if (prepared.some(({ sources }) => sources.length === 0)) return nothing;
  const order = [...prepared].sort((a, b) => a.count - b.count);

  let candidates: number[] | Uint32Array = [];
  let touched: number[] = [];
  order.forEach(({ sources, weight }, level) => {
    const found: number[] = [];
    const put = (row: number, value: number, bits: number) => {
      if (scratch.level[row] === level) {
        scratch.level[row] = level + 1;
        scratch.best[row] = value;
        scratch.places[row]! |= bits;
        found.push(row);
      } else if (scratch.level[row] === level + 1) {
        if (value > scratch.best[row]!) scratch.best[row] = value;
        scratch.places[row]! |= bits;
      }
    };
    for (const source of sources) source(put, level === 0 ? null : (candidates as number[]));
    for (const row of found) scratch.score[row]! += scratch.best[row]! * weight;
    if (level === 0) touched = found;
    candidates = found;
  });
  intentsOf(text, plan.groups, intents);
  const whole = plan.groups.reduce((sum, group) => sum + group.weight, 0);
  const rows = Uint32Array.from(candidates).sort();
  const scores = new Float32Array(rows.length);
  const parts = plan.groups.length;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const places = scratch.places[row]!;
    const adjacent = bitsOf(places & (places >> 1));
    const coverage = Math.min(1, bitsOf(places) / Math.max(1, text.nameLengths[row]!));
    scores[at] =
      scratch.score[row]! / whole +
      (parts > 1 ? (0.08 * Math.min(adjacent, parts - 1)) / (parts - 1) : 0) +
      (places & 1 ? 0.06 : 0) +
      0.05 * coverage +
      (intents.get(text.paths[row]!) ?? 0);
  }
  for (const row of touched) {
    scratch.level[row] = 0;
    scratch.score[row] = 0;
    scratch.places[row] = 0;
  }
  return { rows, scores };
}

function scratchOf(text: TextColumns, size: number): Scratch {
  let found = scratches.get(text);
  if (!found) {
    found = {
      level: new Uint8Array(size),
      score: new Float32Array(size),
      best: new Float32Array(size),
      places: new Uint16Array(size),
    };
    scratches.set(text, found);
  }
  return found;
}

function matchKeys(text: TextColumns, keys: string[]): TextMatches {
  const found = new Set<number>();
  for (const key of keys) for (const row of rowsOfKey(text, key)) found.add(row);
  const rows = Uint32Array.from(found).sort();
  return { rows, scores: new Float32Array(rows.length).fill(1) };
}

/** Rows whose article, barcode or code this is. Takes what `keyOf` gives. */
export function rowsOfKey(text: TextColumns, key: string): number[] {
  const hash = hash53(key);
  const rows: number[] = [];
  for (let at = lowerBound(text.keyHashes, hash); text.keyHashes[at] === hash; at++) rows.push(text.keyRows[at]!);
  return rows;
}

/**
 * The parts of a query that some product has together and that tell most: a category's name more than a word, a word more than a size;
 * of equals those that find less. Empty when no part finds anything.
 */
export function bestParts(
  searched: readonly { text: TextColumns; isAlive?: (row: number) => boolean }[],
  groups: Group[],
): Group[] {
  const counts = new Map<number, number>();
  const isHead = groups.map(() => false);
  for (const { text, isAlive } of searched) {
    const masks = new Uint16Array(text.size[0]!);
    groups.forEach((group, bit) => {
      for (const { terms } of group.alternatives) {
        const term = terms.length === 1 ? findTerm(text, terms[0]!) : -1;
        if (term === -1) continue;
        for (let at = text.pathOffsets[term]!; at < text.pathOffsets[term + 1]!; at++) {
          const value = text.pathMarks[at]!;
          if (value & pathMark.head && !(value & pathMark.complement)) isHead[bit] = true;
        }
      }
      for (const source of prepare(text, group).sources) {
        source((row) => {
          masks[row]! |= 1 << bit;
        }, null);
      }
    });
    masks.forEach((mask, row) => {
      if (mask !== 0 && (!isAlive || isAlive(row))) counts.set(mask, (counts.get(mask) ?? 0) + 1);
    });
  }
  let best: { parts: Group[]; tells: number; count: number } | null = null;
  for (const [mask, count] of counts) {
    const parts = groups.filter((_, bit) => mask & (1 << bit));
    const tells = groups.reduce(
      (sum, group, bit) => sum + (mask & (1 << bit) ? group.weight + (isHead[bit] ? 0.6 : 0) : 0),
      0,
    );
    if (!best || tells > best.tells + 1e-6 || (tells > best.tells - 1e-6 && count < best.count))
      best = { parts, tells, count };
  }
  return best?.parts ?? [];
}

type Put = (row: number, value: number, bits: number) => void;
/** Gives its rows to `put`: all of them, or only those among `candidates`. */
type Source = (put: Put, candidates: number[] | null) => void;
type Prepared = { sources: Source[]; count: number; weight: number };

function prepare(text: TextColumns, group: Group): Prepared {
  const sources: Source[] = [];
  let count = 0;
  for (const { terms, prefix, quality } of group.alternatives) {
    if (prefix !== undefined) {
      for (const term of termsBeginning(text, prefix)) {
        count += termCount(text, term);
        addTerm(sources, text, term, quality);
      }
      continue;
    }
    const numbers = terms.map((term) => findTerm(text, term));
    if (numbers.includes(-1) || numbers.length === 0) continue;
    if (numbers.length === 1) {
      count += termCount(text, numbers[0]!);
      addTerm(sources, text, numbers[0]!, quality);
      continue;
    }
    count += Math.min(...numbers.map((number) => termCount(text, number)));
    sources.push(together(text, numbers, quality));
  }
  return { sources, count, weight: group.weight };
}

function addTerm(sources: Source[], text: TextColumns, term: number, quality: number): void {
  const first = text.postingOffsets[term]!;
  const end = text.postingOffsets[term + 1]!;
  if (end > first) sources.push((put, candidates) => eachPosting(text, first, end, quality, put, candidates));
  if (text.pathOffsets[term + 1]! > text.pathOffsets[term]!) {
    sources.push((put, candidates) => eachOfPaths(text, term, quality, put, candidates));
  }
}

/** A list so much longer than the candidates is searched for each of them, instead of being walked. */
const skipFactor = 16;

function eachPosting(
  text: TextColumns,
  first: number,
  end: number,
  quality: number,
  put: Put,
  candidates: number[] | null,
): void {
  const { postings, marks } = text;
  if (candidates && candidates.length * skipFactor < end - first) {
    for (const row of candidates) {
      const at = lowerBound(postings, row, first, end);
      if (at < end && postings[at] === row) putMark(put, row, marks[at]!, quality);
    }
    return;
  }
  for (let at = first; at < end; at++) putMark(put, postings[at]!, marks[at]!, quality);
}

function putMark(put: Put, row: number, value: number, quality: number): void {
  const place = value >> 4;
  put(row, weightOfMark[value]! * quality, place === mark.noPlace ? 0 : 1 << place);
}

function eachOfPaths(text: TextColumns, term: number, quality: number, put: Put, candidates: number[] | null): void {
  const values = new Map<number, number>();
  for (let at = text.pathOffsets[term]!; at < text.pathOffsets[term + 1]!; at++) {
    const path = text.pathPostings[at]!;
    values.set(path, Math.max(values.get(path) ?? 0, weightOfPath(text.pathMarks[at]!) * quality));
  }
  if (candidates) {
    for (const row of candidates) {
      const value = values.get(text.paths[row]!);
      if (value !== undefined) put(row, value, 0);
    }
    return;
  }
  for (let run = 0; run < text.runPaths.length; run++) {
    const value = values.get(text.runPaths[run]!);
    if (value === undefined) continue;
    for (let row = text.runStarts[run]!; row < text.runStarts[run + 1]!; row++) put(row, value, 0);
  }
}

/** Rows that have all of these terms, as well as the worst of them fits. */
function together(text: TextColumns, numbers: number[], quality: number): Source {
  return (put) => {
    let rows: Map<number, { value: number; bits: number }> | null = null;
    const sorted = [...numbers].sort((a, b) => termCount(text, a) - termCount(text, b));
    for (const number of sorted) {
      const own: Source[] = [];
      addTerm(own, text, number, quality);
      const found: Map<number, { value: number; bits: number }> = new Map();
      const before = rows;
      const gather: Put = (row, value, bits) => {
        const known = found.get(row);
        if (known) {
          known.value = Math.max(known.value, value);
          known.bits |= bits;
        } else if (!before || before.has(row)) found.set(row, { value, bits });
      };
      const candidates = before ? [...before.keys()] : null;
      for (const source of own) source(gather, candidates);
      if (before) {
        for (const [row, one] of found) {
          const other = before.get(row)!;
          one.value = Math.min(one.value, other.value);
          one.bits |= other.bits;
        }
      }
      rows = found;
    }
    for (const [row, { value, bits }] of rows ?? []) put(row, value, bits);
  };
}

/** A query that names a category prefers its goods: the more of the category's name was asked for, the more. */
function intentsOf(text: TextColumns, groups: Group[], intents: Map<number, number>): void {
  const named = new Map<number, { head: boolean; words: number; of: number }>();
  for (const group of groups) {
    const counted = new Set<number>();
    for (const { terms, prefix, quality } of group.alternatives) {
      if (prefix !== undefined || terms.length !== 1 || quality < 0.8) continue;
      const term = findTerm(text, terms[0]!);
      if (term === -1) continue;
      for (let at = text.pathOffsets[term]!; at < text.pathOffsets[term + 1]!; at++) {
        const value = text.pathMarks[at]!;
        const key = text.pathPostings[at]! * 4 + (value & pathMark.level);
        if (counted.has(key)) continue;
        counted.add(key);
        const known = named.get(key) ?? { head: false, words: 0, of: value >> pathMark.wordsShift };
        known.words++;
        known.head ||= (value & pathMark.head) !== 0 && !(value & pathMark.complement);
        named.set(key, known);
      }
    }
  }
  for (const [key, { head, words, of }] of named) {
    if (!head) continue;
    const path = Math.floor(key / 4);
    intents.set(path, Math.max(intents.get(path) ?? 0, 0.2 * Math.min(1, words / Math.max(1, of))));
  }
}

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

function bitsOf(value: number): number {
  let rest = value;
  let count = 0;
  for (; rest; rest &= rest - 1) count++;
  return count;
}
