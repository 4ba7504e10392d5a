import type { Tree } from '#modules/catalogue/categories.ts';
import type { Listing } from '#modules/catalogue/schema.ts';
import type { CatalogueIndex } from '#modules/catalogue-index/segments.ts';
import { cachedPlan } from '../plan/cached-plans.ts';
import { planSearch } from '../plan/plan-search.ts';
import type { SearchRules } from '../plan/read-rules.ts';
import type { SearchPlan } from '../plan/search-plan.ts';
import { searchedText } from './near-cards.ts';

/** Plans by rules that are only tried are not cached: they would drive out those by which people search now. */
export function planOf(
  { segments }: CatalogueIndex,
  rules: SearchRules,
  tree: Tree,
  { q, exact }: Listing,
  isTried: boolean,
): SearchPlan {
  const searched = () => segments.map(searchedText);
  return isTried
    ? planSearch(searched(), rules, tree, { q, exact })
    : cachedPlan(segments, searched, rules, tree, { q, exact });
}
