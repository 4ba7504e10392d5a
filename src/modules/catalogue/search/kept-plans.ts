import type { Tree } from '../categories.ts';
import type { Listing } from '../schema.ts';
import { matchText } from './match-text.ts';
import { planSearch, type SearchedText, type SearchPlan } from './plan-search.ts';
import type { SearchRules } from './rules.ts';

/** So many plans, and so many rows found by them (8 bytes each), are kept: those of the queries that are narrowed, sorted and turned over now. */
const most = { plans: 500, rows: 1_000_000 };

type Kept = { tree: Tree; rules: SearchRules; plans: Map<string, { plan: SearchPlan; rows: number }>; rows: number };
const kept = new WeakMap<object, Kept>();

/**
 * `planSearch`, once per query: its filters, sorts and further pages are answered by the same plan, and what that finds is kept with it
 * (`matchText`). `texts` stands for the searched: another object, other texts. Prices and stock play no part in a plan.
 */
export function keptPlan(
  texts: object,
  searched: () => SearchedText[],
  rules: SearchRules,
  tree: Tree,
  { q, exact }: Pick<Listing, 'q' | 'exact'>,
): SearchPlan {
  let own = kept.get(texts);
  if (own?.tree !== tree || own.rules !== rules) {
    own = { tree, rules, plans: new Map(), rows: 0 };
    kept.set(texts, own);
  }
  const key = `${exact ? 1 : 0}${q}`;
  const known = own.plans.get(key);
  if (known) return known.plan;
  const asked = searched();
  const plan = planSearch(asked, rules, tree, { q, exact });
  if (plan.unread.length > 0 || plan.is_everything) return plan;
  const rows = asked.reduce((sum, { text }) => sum + matchText(text, plan).rows.length, 0);
  own.plans.set(key, { plan, rows });
  own.rows += rows;
  for (const [oldest, { rows: less }] of own.plans) {
    if (own.plans.size <= most.plans && own.rows <= most.rows) break;
    own.plans.delete(oldest);
    own.rows -= less;
  }
  return plan;
}
