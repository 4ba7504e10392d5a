import { matchText } from '#modules/text-index/match-text.ts';
import type { Group } from '#modules/text-index/text-plan.ts';
import { namesCategory } from './found-in-names.ts';
import { typedAs } from './plan-search.ts';
import type { SearchedText, SearchPlan } from './search-plan.ts';

/** A way to look for goods near to those asked for. */
export type NearParts = {
  groups: Group[];
  /** The words left out, and the query without them. */
  dropped: string[];
  query: string;
};

/** Fewer cards than this, and goods that match most of the words are looked for. */
export const fewCards = 6;
const mostParts = 8;

/**
 * Which words to leave out to find goods near to what was asked for, the least telling first: one word at a time, then
 * two. The word that names the goods stays. Only ways that find some living row.
 */
export function* nearParts(searched: readonly SearchedText[], plan: SearchPlan): Generator<NearParts> {
  const { parts, groups: own } = plan;
  if (parts.length < 2 || parts.length > mostParts) return;
  const isHead = new Map(parts.map((group) => [group, searched.some(({ text }) => namesCategory(text, group))]));
  const weightOf = (group: Group) => group.weight + (isHead.get(group) ? 0.6 : 0);
  // When every part names goods («клей», «плитка»), each may be left out; else the name of the goods stays.
  const hasHead = parts.some((group) => isHead.get(group)) && parts.some((group) => !isHead.get(group));
  const spared = parts.filter((group) => !hasHead || !isHead.get(group)).sort((a, b) => weightOf(a) - weightOf(b));
  const isOwn = (groups: Group[]) => groups.length === own.length && groups.every((group) => own.includes(group));
  const without = (dropped: Group[]): NearParts => ({
    groups: parts.filter((group) => !dropped.includes(group)),
    ...withoutWords(
      plan,
      parts.filter((group) => dropped.includes(group)),
    ),
  });
  const finds = ({ groups }: NearParts) =>
    groups.length > 0 &&
    !isOwn(groups) &&
    searched.some(({ text, isAlive }) => {
      const { rows } = matchText(text, { groups, keys: [], is_everything: false });
      return isAlive ? rows.some(isAlive) : rows.length > 0;
    });
  for (const group of spared) {
    const way = without([group]);
    if (finds(way)) yield way;
  }
  const pairs = spared.flatMap((one, at) => spared.slice(at + 1).map((other) => [one, other] as const));
  pairs.sort(([a, b], [c, d]) => weightOf(a) + weightOf(b) - weightOf(c) - weightOf(d));
  for (const pair of pairs) {
    const way = without([...pair]);
    if (finds(way)) yield way;
  }
}

function withoutWords(plan: SearchPlan, dropped: Group[]): Pick<NearParts, 'dropped' | 'query'> {
  const words: string[] = [];
  let query = dropped.every((group) => typedAs(plan.query, [group])) ? plan.query : plan.used;
  for (const group of dropped) {
    const typed = typedAs(query, [group]);
    words.push(typed?.text ?? group.text);
    query = typed?.remove ?? query;
  }
  return { dropped: words, query };
}
