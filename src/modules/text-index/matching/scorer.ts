import { eachPath, findTerm } from '../dictionary.ts';
import { pathMark, type TextColumns } from '../text-columns.ts';
import type { Group } from '../text-plan.ts';
import type { Scratch } from './walk.ts';

/**
 * What a candidate's score is made of beside its words: words that stand together, a name that begins with the first
 * of them, how much of the name was asked for, a category that was named. They decide between goods with equal words.
 */
const adjacency = 0.08;
export const nameBegins = 0.06;
export const nameCovered = 0.05;
const categoryNamed = 0.25;

/** How many bits of 16 are set. */
const bitCounts = countBits(65_536);

function countBits(size: number): Uint8Array {
  const counts = new Uint8Array(size);
  for (let value = 1; value < size; value++) counts[value] = counts[value >> 1]! + (value & 1);
  return counts;
}

/** How well each row fits as a whole. What was noted of the rows is forgotten. */
export function scoresOf(text: TextColumns, groups: Group[], rows: Uint32Array, scratch: Scratch): Float32Array {
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
    scores[at] =
      score[row]! / whole +
      adjacency * adjacent +
      (own & 1 ? nameBegins : 0) +
      nameCovered * coverage +
      intents[paths[row]!]!;
    level[row] = 0;
    places[row] = 0;
  }
  return scores;
}

/** How much a path is preferred: the more of the name of a category was asked for, the more. */
export function intentsOf(text: TextColumns, groups: Group[]): Float32Array {
  const intents = new Float32Array(text.pathCount);
  const named = new Map<number, { isHead: boolean; words: number; of: number }>();
  for (const group of groups) {
    const counted = new Set<number>();
    for (const { terms, prefix, quality } of group.alternatives) {
      if (prefix !== undefined || quality < 0.8) continue;
      for (const one of terms) {
        const term = findTerm(text, one);
        if (term === -1) continue;
        eachPath(text, term, (path, value) => {
          const key = path * 4 + (value & pathMark.level);
          if (counted.has(key)) return;
          counted.add(key);
          const known = named.get(key) ?? { isHead: false, words: 0, of: value >> pathMark.wordsShift };
          known.words++;
          known.isHead ||= (value & pathMark.head) !== 0 && !(value & pathMark.complement);
          named.set(key, known);
        });
      }
    }
  }
  for (const [key, { isHead, words, of }] of named) {
    if (!isHead) continue;
    const path = Math.floor(key / 4);
    intents[path] = Math.max(intents[path] ?? 0, categoryNamed * Math.min(1, words / Math.max(1, of)));
  }
  return intents;
}
