import { perObject } from '#shared/per-object.ts';
import { rowsOfKey } from './dictionary.ts';
import { intentsOf, nameBegins, nameCovered, scoresOf } from './matching/scorer.ts';
import { type Scratch, type Walk, walkSource } from './matching/walk.ts';
import { bitOfMark, type NamedPaths, type Postings, type Prepared, prepare, weightOfMark } from './sources.ts';
import type { TextColumns } from './text-columns.ts';
import type { Group, TextPlan } from './text-plan.ts';

/** Rows ascending, beside each how well it fits: 0 to about 1.3. */
export type TextMatches = { rows: Uint32Array; scores: Float32Array };

const nothing: TextMatches = { rows: new Uint32Array(0), scores: new Float32Array(0) };

/** What a plan found: planning needs it before the list does. */
const resultsOf = perObject((_groups: Group[]) => new WeakMap<TextColumns, TextMatches>());

/** All rows of one segment that fulfil the plan, and how well. */
export function matchText(text: TextColumns, plan: TextPlan): TextMatches {
  const { size } = text;
  if (size === 0) return nothing;
  if (plan.keys.length > 0) return matchKeys(text, plan.keys);
  if (plan.is_everything) {
    const rows = new Uint32Array(size);
    for (let row = 0; row < size; row++) rows[row] = row;
    return { rows, scores: new Float32Array(size) };
  }
  if (plan.groups.length === 0) return nothing;
  const results = resultsOf(plan.groups);
  const known = results.get(text);
  if (known) return known;
  const found = matchGroups(text, plan.groups);
  results.set(text, found);
  return found;
}

function matchGroups(text: TextColumns, groups: Group[]): TextMatches {
  const prepared = groups.map((group) => prepare(text, group));
  if (prepared.some(({ sources }) => sources.length === 0)) return nothing;
  const only = onlyTerm(prepared);
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
type OnlyTerm = { postings: Postings | undefined; named: NamedPaths | undefined; weight: number };

function onlyTerm([first, ...others]: Prepared[]): OnlyTerm | null {
  if (!first || others.length > 0) return null;
  const { sources, weight } = first;
  const postings = sources.find((source) => source.kind === 'postings');
  const named = sources.find((source) => source.kind === 'paths');
  return sources.length === Number(postings !== undefined) + Number(named !== undefined)
    ? { postings, named, weight }
    : null;
}

/**
 * What most people type: its rows come in order and each once, so that nothing need be noted of them. Scores as by
 * `scoresOf`.
 */
function matchTerm(
  text: TextColumns,
  groups: Group[],
  { postings: own, named, weight }: OnlyTerm,
  scratch: Scratch,
): TextMatches {
  const { postings, marks, nameLengths, paths, runPaths } = text;
  const starts = named ? text.runStarts : Uint32Array.of(0, paths.length);
  const { found: rows, best: scores } = scratch;
  const gainOf = (value: number, quality: number) => Math.fround(Math.fround(value * quality) * weight) / weight;
  const gainOfMark = Float64Array.from(weightOfMark, (value) => gainOf(value, own?.quality ?? 0));
  const intents = intentsOf(text, groups);
  const end = own?.end ?? 0;
  let at = own?.first ?? 0;
  let count = 0;
  for (let run = 0; run < starts.length - 1; run++) {
    const until = starts[run + 1]!;
    const ofPath = named ? gainOf(named.values[runPaths[run]!]!, named.quality) : 0;
    let row = ofPath === 0 ? until : starts[run]!;
    while (row < until || (at < end && postings[at]! < until)) {
      if (ofPath === 0) row = postings[at]!;
      rows[count] = row;
      const intent = intents[paths[row]!]!;
      if (at < end && postings[at] === row) {
        const value = marks[at++]!;
        const bit = bitOfMark[value]!;
        const coverage = bit === 0 ? 0 : 1 / Math.max(1, nameLengths[row]!);
        scores[count++] =
          Math.max(gainOfMark[value]!, ofPath) + (bit & 1 ? nameBegins : 0) + nameCovered * coverage + intent;
      } else scores[count++] = ofPath + intent;
      row = ofPath === 0 ? until : row + 1;
    }
  }
  return { rows: rows.slice(0, count), scores: scores.slice(0, count) };
}

/** The rows in order: few are sorted, many read off bits. */
function ascending(found: Uint32Array, bits: Uint32Array): Uint32Array {
  let isSorted = true;
  for (let at = 1; at < found.length && isSorted; at++) isSorted = found[at]! > found[at - 1]!;
  if (isSorted) return found.slice();
  if (found.length < 2_000) return found.slice().sort();
  let first = bits.length;
  let last = 0;
  for (const row of found) {
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
  const { size } = text;
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
