import { evaluate } from '#modules/catalogue-index/evaluate.ts';
import type { IndexQuery, IndexResult } from '#modules/catalogue-index/query.ts';
import { type CatalogueIndex, segmentAt } from '#modules/catalogue-index/segments.ts';
import type { NearGoods } from '../listing.ts';
import { nearParts } from '../plan/near-parts.ts';
import type { SearchedText, SearchPlan } from '../plan/search-plan.ts';
import { foundBy } from './index-query.ts';

const most = { ways: 3, nearCards: 12 };

type NearCards = Omit<NearGoods, 'items'> & { cards: IndexResult['cards'] };

/**
 * The cards near to a search that found few: under the same filters, without those that are understood from the words
 * left out.
 */
export function nearCards(
  index: CatalogueIndex,
  indexQuery: IndexQuery,
  plan: SearchPlan,
  { cards: shown, total }: IndexResult,
  narrowed: (asked: IndexQuery, by: SearchPlan) => IndexQuery,
): NearCards[] {
  const near: NearCards[] = [];
  const modelOf = ({ segmentNumber, row }: IndexResult['cards'][number]) => segmentAt(index, segmentNumber).model[row];
  const seen = new Set(shown.map(modelOf));
  let left = most.nearCards - total;
  for (const { groups, dropped, query: rest } of nearParts(index.segments.map(searchedText), plan)) {
    if (near.length === most.ways || left <= 0) break;
    const way: SearchPlan = { ...plan, groups, filters: { ...plan.filters, filters: {} } };
    const limit = left + seen.size;
    const asked: IndexQuery = {
      ...indexQuery,
      found: foundBy(index, way),
      first: 0,
      limit,
      sort: 'relevance',
      actionIds: [],
    };
    const { cards } = evaluate(index, narrowed(asked, way));
    const own = cards.filter((card) => !seen.has(modelOf(card))).slice(0, left);
    if (own.length === 0) continue;
    for (const card of own) seen.add(modelOf(card));
    left -= own.length;
    near.push({ dropped, query: rest, cards: own });
  }
  return near;
}

export function searchedText({ segment, tombstones }: CatalogueIndex['segments'][number]): SearchedText {
  return { text: segment.text, isAlive: (row) => tombstones[row] === 0, carried: segment };
}
