import { perObject } from '#shared/per-object.ts';
import { findTerm, lowerBound, rowsOfKey, termCount, termsBeginning } from './dictionary.ts';
import { mark, pathMark, type TextColumns } from './text-columns.ts';

/** One way to satisfy a part of a query: all of `terms`, any term that begins with `prefix`, or the article, barcode or code `key`. */
export type Alternative = {
  terms: string[];
  /** Instead of terms: whatever begins so. */
  prefix?: string;
  /** Instead of both: as `keyOf` gives it. */
  key?: string;
  /** 1: as typed; less: a synonym, another spelling, a beginning. */
  quality: number;
};

/** One part of a query: a word, a size, or several words that mean one thing. All parts must be found. */
export type Group = {
  text: string;
  alternatives: Alternative[];
  weight: number;
  /** Says what the thing goes with: «на ёлку». */
  is_complement?: boolean;
  /** Further ways that are tried when all parts together find nothing. */
  loose?: Alternative[];
};

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

/** Behind the brand a name says which of its kind a thing is. */
const weightOfPlace = [1, 0.95, 0.9, 0.88, 0.8];
/** How much a hit tells by where it stands. Words of a name tell less the later they come; 256 marks are few enough for a table. */
const weightOfMark = Float32Array.from({ length: 256 }, (_, value) => {
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
const bitOfMark = Uint16Array.from({ length: 256 }, (_, value) =>
  value >> 4 === mark.noPlace ? 0 : 1 << (value >> 4),
);

/** How many bits of 16 are set. */
const bitCounts = countBits(65_536);

function countBits(size: number): Uint8Array {
  const counts = new Uint8Array(size);
  for (let value = 1; value < size; value++) counts[value] = counts[value >> 1]! + (value & 1);
  return counts;
}

/** Kept per segment; levels, places and bits all zero between two questions. */
type Scratch = {
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
/** What a plan found; planning has asked already when the list asks. */
const answersOf = perObject((_groups: Group[]) => new WeakMap<TextColumns, TextMatches>());

/** All rows of one segment that fulfil the plan, and how well. */
export function matchText(text: TextColumns, plan: TextPlan): TextMatches {
  const size = text.size[0]!;
  if (size === 0) return nothing;
  if (plan.keys.length > 0) return matchKeys(text, plan.keys);
  if (plan.is_everything) {
    const rows = new Uint32Array(size);
    for (let row = 0; row < size; row++) rows[row] = row;
    return { rows, scores: new Float32Array(size) };
  }
  if (plan.groups.length === 0) return nothing;
  const answers = answersOf(plan.groups);
  const known = answers.get(text);
  if (known) return known;
  const found = matchGroups(text, plan.groups);
  answers.set(text, found);
  return found;
}

function matchGroups(text: TextColumns, groups: Group[]): TextMatches {
  const prepared = groups.map((group) => prepare(text, group));
  if (prepared.some(({ sources }) => sources.length === 0)) return nothing;
  const only = prepared.length === 1 ? onlyTerm(prepared[0]!) : null;
  if (only) return matchTerm(text, groups, only, scratchOf(text));
  prepared.sort((a, b) => a.count - b.count);
  const scratch = scratchOf(text);
  const { level, score, best, places, found } = scratch;
  let count = 0;
  prepared.forEach(({ sources, weight }, done) => {
    const before = done === 0 ? -1 : count;
    const walk: Walk = { text, scratch, done, before, count: 0 };
    for (const source of sources) walkSource(walk, source);
    if (before === -1) {
      count = walk.count;
      for (let at = 0; at < count; at++) {
        const row = found[at]!;
        score[row] = best[row]! * weight;
      }
      return;
    }
    // Those that fulfil this part too, in the order they had; the others are as if they had never been met.
    let kept = 0;
    for (let at = 0; at < before; at++) {
      const row = found[at]!;
      if (level[row] === done + 1) {
        found[kept++] = row;
        score[row]! += best[row]! * weight;
      } else {
        level[row] = 0;
        places[row] = 0;
      }
    }
    count = kept;
  });
  const rows = ascending(found.subarray(0, count), scratch.bits);
  return { rows, scores: scoresOf(text, groups, rows, scratch) };
}

/** One word that stands in goods, names categories, or both. */
type OnlyTerm = { postings: Postings | undefined; named: NamedPaths | undefined };

function onlyTerm({ sources }: Prepared): OnlyTerm | null {
  const postings = sources.find((source) => source.kind === 'postings');
  const named = sources.find((source) => source.kind === 'paths');
  return sources.length === Number(postings !== undefined) + Number(named !== undefined) ? { postings, named } : null;
}

/** What most people type: its rows come in order and each once, so that nothing need be noted of them. Scores as by `scoresOf`. */
function matchTerm(
  text: TextColumns,
  groups: Group[],
  { postings: own, named }: OnlyTerm,
  scratch: Scratch,
): TextMatches {
  const { postings, marks, nameLengths, paths, runPaths } = text;
  const starts = named ? text.runStarts : Uint32Array.of(0, paths.length);
  const { found: rows, best: scores } = scratch;
  const { weight } = groups[0]!;
  const tells = (value: number, quality: number) => Math.fround(Math.fround(value * quality) * weight) / weight;
  const tellsOfMark = Float64Array.from(weightOfMark, (value) => tells(value, own?.quality ?? 0));
  const intents = intentsOf(text, groups);
  const end = own?.end ?? 0;
  let at = own?.first ?? 0;
  let count = 0;
  for (let run = 0; run < starts.length - 1; run++) {
    const until = starts[run + 1]!;
    const ofPath = named ? tells(named.values[runPaths[run]!]!, named.quality) : 0;
    let row = ofPath === 0 ? until : starts[run]!;
    while (row < until || (at < end && postings[at]! < until)) {
      if (ofPath === 0) row = postings[at]!;
      rows[count] = row;
      const intent = intents[paths[row]!]!;
      if (at < end && postings[at] === row) {
        const value = marks[at++]!;
        const bit = bitOfMark[value]!;
        const coverage = bit === 0 ? 0 : 1 / Math.max(1, nameLengths[row]!);
        scores[count++] = Math.max(tellsOfMark[value]!, ofPath) + (bit & 1 ? 0.06 : 0) + 0.05 * coverage + intent;
      } else scores[count++] = ofPath + intent;
      row = ofPath === 0 ? until : row + 1;
    }
  }
  return { rows: rows.slice(0, count), scores: scores.slice(0, count) };
}

/** How well each row fits as a whole. What was noted of the rows is forgotten. */
function scoresOf(text: TextColumns, groups: Group[], rows: Uint32Array, scratch: Scratch): Float32Array {
  const { level, score, places } = scratch;
  const { nameLengths, paths } = text;
  const intents = intentsOf(text, groups);
  const whole = groups.reduce((sum, group) => sum + group.weight, 0);
  const pairs = groups.length - 1;
  const scores = new Float32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const own = places[row]!;
    const coverage = Math.min(1, bitCounts[own]! / Math.max(1, nameLengths[row]!));
    const adjacent = pairs > 0 ? Math.min(bitCounts[own & (own >> 1)]!, pairs) / pairs : 0;
    scores[at] = score[row]! / whole + 0.08 * adjacent + (own & 1 ? 0.06 : 0) + 0.05 * coverage + intents[paths[row]!]!;
    level[row] = 0;
    places[row] = 0;
  }
  return scores;
}

/** The rows in order: few are sorted, many read off bits. */
function ascending(found: Uint32Array, bits: Uint32Array): Uint32Array {
  let isSorted = true;
  for (let at = 1; at < found.length && isSorted; at++) isSorted = found[at]! > found[at - 1]!;
  if (isSorted) return found.slice();
  if (found.length < 2_000) return found.slice().sort();
  let first = bits.length;
  let last = 0;
  for (let at = 0; at < found.length; at++) {
    const row = found[at]!;
    const word = row >>> 5;
    bits[word]! |= 1 << (row & 31);
    if (word < first) first = word;
    if (word > last) last = word;
  }
  const rows = new Uint32Array(found.length);
  let to = 0;
  for (let word = first; word <= last; word++) {
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) rows[to++] = (word << 5) + 31 - Math.clz32(rest & -rest);
    bits[word] = 0;
  }
  return rows;
}

const scratchOf = perObject((text: TextColumns): Scratch => {
  const size = text.size[0]!;
  return {
    level: new Uint8Array(size),
    score: new Float32Array(size),
    best: new Float32Array(size),
    places: new Uint16Array(size),
    found: new Uint32Array(size),
    bits: new Uint32Array((size >>> 5) + 1),
  };
});

function matchKeys(text: TextColumns, keys: string[]): TextMatches {
  const found = new Set<number>();
  for (const key of keys) for (const row of rowsOfKey(text, key)) found.add(row);
  const rows = Uint32Array.from(found).sort();
  return { rows, scores: new Float32Array(rows.length).fill(1) };
}

/** Where the rows of a part come from: a stretch of postings, the goods of categories, or rows found beforehand. */
type NamedPaths = { kind: 'paths'; values: Float32Array; quality: number };
type Postings = { kind: 'postings'; first: number; end: number; quality: number };
export type Source = Postings | NamedPaths | { kind: 'rows'; rows: Map<number, { value: number; bits: number }> };
type Prepared = { sources: Source[]; count: number; weight: number };

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
    if (numbers.includes(-1) || numbers.length === 0) continue;
    if (numbers.length === 1) {
      count += termCount(text, numbers[0]!);
      addTerm(sources, text, numbers[0]!, quality);
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
  if (text.pathOffsets[term + 1]! > text.pathOffsets[term]!) {
    sources.push({ kind: 'paths', values: pathValues(text, term), quality });
  }
}

/** Per path: how much naming it by this term tells; 0: it is not named so. */
function pathValues(text: TextColumns, term: number): Float32Array {
  const values = new Float32Array(text.pathCount[0]!);
  for (let at = text.pathOffsets[term]!; at < text.pathOffsets[term + 1]!; at++) {
    const path = text.pathPostings[at]!;
    values[path] = Math.max(values[path]!, weightOfPath(text.pathMarks[at]!));
  }
  return values;
}

/** `before`: how many rows of `found` fulfil the parts before; -1: this is the first. */
type Walk = { text: TextColumns; scratch: Scratch; done: number; before: number; count: number };

/** A list so much longer than the candidates is searched for each of them, instead of being walked. */
const skipFactor = 16;

// The loops stand apart and touch typed arrays only: they run over every posting of a common word.
function walkSource(walk: Walk, source: Source): void {
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
    if (at < end && postings[at] === row) put(walk, row, weightOfMark[marks[at]!]! * quality, bitOfMark[marks[at]!]!);
  }
}

function walkRuns(walk: Walk, values: Float32Array, quality: number): void {
  const { runStarts, runPaths } = walk.text;
  for (let run = 0; run < runPaths.length; run++) {
    const value = values[runPaths[run]!]! * quality;
    if (value === 0) continue;
    for (let row = runStarts[run]!; row < runStarts[run + 1]!; row++) put(walk, row, value, 0);
  }
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

export function eachRow(
  text: TextColumns,
  source: Source,
  see: (row: number, value: number, bits: number) => void,
): void {
  if (source.kind === 'rows') for (const [row, { value, bits }] of source.rows) see(row, value, bits);
  else if (source.kind === 'postings') {
    for (let at = source.first; at < source.end; at++) {
      const value = text.marks[at]!;
      see(text.postings[at]!, weightOfMark[value]! * source.quality, bitOfMark[value]!);
    }
  } else {
    for (let run = 0; run < text.runPaths.length; run++) {
      const value = source.values[text.runPaths[run]!]! * source.quality;
      if (value === 0) continue;
      for (let row = text.runStarts[run]!; row < text.runStarts[run + 1]!; row++) see(row, value, 0);
    }
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

/** How much a path is preferred: the more of the name of a category was asked for, the more. */
function intentsOf(text: TextColumns, groups: Group[]): Float32Array {
  const intents = new Float32Array(text.pathCount[0]!);
  const named = new Map<number, { isHead: boolean; words: number; of: number }>();
  for (const group of groups) {
    const counted = new Set<number>();
    for (const { terms, prefix, quality } of group.alternatives) {
      if (prefix !== undefined || quality < 0.8) continue;
      for (const one of terms) {
        const term = findTerm(text, one);
        if (term === -1) continue;
        for (let at = text.pathOffsets[term]!; at < text.pathOffsets[term + 1]!; at++) {
          const value = text.pathMarks[at]!;
          const key = text.pathPostings[at]! * 4 + (value & pathMark.level);
          if (counted.has(key)) continue;
          counted.add(key);
          const known = named.get(key) ?? { isHead: false, words: 0, of: value >> pathMark.wordsShift };
          known.words++;
          known.isHead ||= (value & pathMark.head) !== 0 && !(value & pathMark.complement);
          named.set(key, known);
        }
      }
    }
  }
  for (const [key, { isHead, words, of }] of named) {
    if (!isHead) continue;
    const path = Math.floor(key / 4);
    intents[path] = Math.max(intents[path]!, 0.25 * Math.min(1, words / Math.max(1, of)));
  }
  return intents;
}
