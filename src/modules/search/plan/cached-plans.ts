import type { Tree } from '#modules/catalogue/categories.ts';
import type { Listing } from '#modules/catalogue/schema.ts';
import { matchText } from '#modules/text-index/match-text.ts';
import { createCache } from '#platform/cache.ts';
import { perObject } from '#shared/per-object.ts';
import { planSearch } from './plan-search.ts';
import type { SearchRules } from './read-rules.ts';
import type { SearchedText, SearchPlan } from './search-plan.ts';

/**
 * Room for 500 plans, or a million rows found by them: those of the queries that are narrowed, sorted and turned over
 * now.
 */
const mostBytes = 8_000_000;
const planBytes = 16_000;
const rowBytes = 8;

type CachedPlans = { tree: Tree; rules: SearchRules; plans: ReturnType<typeof openPlans> };
const plansOf = perObject((_texts: object): { latest: CachedPlans | null } => ({ latest: null }));

/**
 * `planSearch`, once per query: its filters, sorts and further pages come from the same plan, and what that finds is
 * cached with it (`matchText`). `texts` stands for the searched: another object, other texts. Prices and stock play no
 * part in a plan.
 */
export function cachedPlan(
  texts: object,
  searched: () => SearchedText[],
  rules: SearchRules,
  tree: Tree,
  { q, exact }: Pick<Listing, 'q' | 'exact'>,
): SearchPlan {
  const cached = plansOf(texts);
  const isSame = cached.latest?.tree === tree && cached.latest.rules === rules;
  const own = isSame && cached.latest ? cached.latest : { tree, rules, plans: openPlans() };
  cached.latest = own;
  const { plans } = own;
  const key = `${exact ? 1 : 0}${q}`;
  const known = plans.get(key);
  if (known) return known.plan;
  const asked = searched();
  const plan = planSearch(asked, rules, tree, { q, exact });
  if (plan.unread.length > 0 || plan.is_everything) return plan;
  const rows = asked.reduce((sum, { text }) => sum + matchText(text, plan).rows.length, 0);
  plans.set(key, { plan, rows });
  return plan;
}

function openPlans() {
  return createCache<string, { plan: SearchPlan; rows: number }>({
    name: 'search_plans',
    maxBytes: mostBytes,
    bytesOf: ({ rows }) => planBytes + rows * rowBytes,
  });
}
