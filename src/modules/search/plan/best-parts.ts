import { matchText } from '#modules/text-index/match-text.ts';
import { eachRow, prepare } from '#modules/text-index/sources.ts';
import type { TextColumns } from '#modules/text-index/text-columns.ts';
import type { Group } from '#modules/text-index/text-plan.ts';
import { namesCategory } from './found-in-names.ts';

/**
 * The parts of a query that some product has together and that tell most: a category's name more than a word, a word
 * more than a size; of equals those that find less. Empty when no part finds anything.
 */
export function bestParts(
  searched: readonly { text: TextColumns; isAlive?: (row: number) => boolean }[],
  groups: Group[],
): Group[] {
  const weights = groups.map(
    (group) => group.weight + (searched.some(({ text }) => namesCategory(text, group)) ? 0.6 : 0),
  );
  // Few parts have few combinations: they are tried one after the other, those that tell most first.
  return groups.length <= mostTried ? firstFound(searched, groups, weights) : bestOfAll(searched, groups, weights);
}

const mostTried = 4;
/** Combinations nearer than this tell as much as each other. */
const nearlyEqual = 1e-6;

type Searched = Parameters<typeof bestParts>[0];
type Combination = { parts: Group[]; weight: number };

function combinationOf(groups: Group[], weights: number[], mask: number): Combination {
  let sum = 0;
  for (const [bit, weight] of weights.entries()) if (mask & (1 << bit)) sum += weight;
  return { parts: groups.filter((_, bit) => mask & (1 << bit)), weight: sum };
}

/** Every part more tells more, so what has more parts than a combination that is found has been tried, and was not. */
function firstFound(searched: Searched, groups: Group[], weights: number[]): Group[] {
  const combinations = Array.from({ length: (1 << groups.length) - 1 }, (_, at) =>
    combinationOf(groups, weights, at + 1),
  ).sort((a, b) => b.weight - a.weight);
  let best: (Combination & { count: number }) | null = null;
  for (const [at, one] of combinations.entries()) {
    if (best && one.weight <= best.weight - nearlyEqual) break;
    // How many it finds matters only where another tells as much.
    const next = combinations[at + 1];
    const isTied = best !== null || (next !== undefined && next.weight > one.weight - nearlyEqual);
    const count = foundBy(searched, one.parts, isTied ? Number.POSITIVE_INFINITY : 1);
    if (count > 0 && (!best || count < best.count)) best = { ...one, count };
  }
  return best?.parts ?? [];
}

/** How many living rows have all these parts, counted up to `most`. */
function foundBy(searched: Searched, groups: Group[], most: number): number {
  let count = 0;
  for (const { text, isAlive } of searched) {
    const { rows } = matchText(text, { groups, keys: [], is_everything: false });
    for (const row of rows) {
      if (count >= most) return count;
      if (!isAlive || isAlive(row)) count++;
    }
  }
  return count;
}

/** Which parts each row has, and then the best of what there is. */
function bestOfAll(searched: Searched, groups: Group[], weights: number[]): Group[] {
  const counts = new Map<number, number>();
  for (const { text, isAlive } of searched) {
    const masks = new Uint16Array(text.size);
    groups.forEach((group, bit) => {
      for (const source of prepare(text, group).sources) {
        eachRow(text, source, (row) => {
          masks[row] = (masks[row] ?? 0) | (1 << bit);
        });
      }
    });
    const perMask = new Uint32Array(1 << groups.length);
    masks.forEach((mask, row) => {
      if (mask !== 0 && (!isAlive || isAlive(row))) perMask[mask] = (perMask[mask] ?? 0) + 1;
    });
    perMask.forEach((count, mask) => {
      if (count > 0) counts.set(mask, (counts.get(mask) ?? 0) + count);
    });
  }
  let best: (Combination & { count: number }) | null = null;
  for (const [mask, count] of counts) {
    const one = combinationOf(groups, weights, mask);
    const isBetter =
      !best || one.weight > best.weight + nearlyEqual || (one.weight > best.weight - nearlyEqual && count < best.count);
    if (isBetter) best = { ...one, count };
  }
  return best?.parts ?? [];
}
