import { setImmediate } from 'node:timers/promises';
import { loadTree } from '#modules/catalogue/categories.ts';
import { homeDelivery } from '#modules/catalogue/home-delivery.ts';
import { brandsBySlug, namedActions, valuesOf } from '#modules/catalogue/named-values.ts';
import type { Listing } from '#modules/catalogue/schema.ts';
import { catalogueIndex } from '#modules/catalogue-index/catalogue-index.ts';
import { hasCards } from '#modules/catalogue-index/evaluate.ts';
import { pricedFor } from '#modules/catalogue-index/segments.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { chosenGroups, indexQueryOf, isId, runningActions, withUnderstood } from './listing/index-query.ts';
import { duePins, noPins, withPins } from './listing/pinned.ts';
import { planOf } from './listing/plan-of-list.ts';
import { searchRules } from './plan/read-rules.ts';

/**
 * In how many of these branches each list has no card, as `query` would find it there. What the lists name is looked up
 * once for all of them; in memory a list of a branch ends at its first card and nothing of it is counted, so that only
 * those without goods are read to the end. Between two lists other work of the process goes on.
 */
export async function countEmptyBranches(
  db: Db,
  branches: PriceContext[],
  listings: Listing[],
  now = new Date(),
): Promise<number[]> {
  if (listings.length === 0 || branches.length === 0) return listings.map(() => 0);
  const isSearched = listings.some(({ q }) => q);
  const isDelivered = listings.some((listing) => listing.delivery_tomorrow);
  const [tree, rules, deliveries] = await Promise.all([
    loadTree(db),
    Promise.all(branches.map((branch) => (isSearched ? searchRules(db, branch.department_id_1c) : null))),
    Promise.all(branches.map((branch) => (isDelivered ? homeDelivery(db, branch) : null))),
  ]);
  const named = listings.flatMap(({ filters }) => Object.values(filters).flat()).filter(isId);
  const [actions, brands, values] = await Promise.all([
    namedActions(db, tree, null),
    brandsBySlug(db, tree),
    valuesOf(db, tree, [...new Set(named.map(Number))]),
  ]);
  const counts: number[] = [];
  for (const listing of listings) {
    const category = listing.category === undefined ? null : tree.byCode.get(listing.category);
    if (category === undefined) {
      counts.push(branches.length);
      continue;
    }
    const groups = chosenGroups(tree, listing, values, brands);
    // Its own moment of the catalogue, which changes between two awaits.
    await setImmediate();
    let index = await catalogueIndex(db);
    const plans = () => rules.map((own) => (own && listing.q ? planOf(index, own, tree, listing, false) : null));
    let planned = plans();
    const unread = planned.flatMap((plan) => plan?.unread ?? []);
    if (unread.length > 0) {
      await valuesOf(db, tree, [...new Set(unread)]);
      index = await catalogueIndex(db);
      planned = plans();
    }
    const empty = branches.filter((branch, at) => {
      const plan = planned[at] ?? null;
      const priced = pricedFor(index, branch);
      const pins = plan ? duePins(priced, ensure(rules[at]), plan, listing, branch, now) : noPins;
      const running = runningActions(actions, branch, now);
      const looked = { category, actions, brands, groups, delivery: deliveries[at] ?? null, running, plan };
      const asked = indexQueryOf(priced, branch, listing, looked, now);
      return !hasCards(priced, withPins(plan ? withUnderstood(asked, plan, listing, tree, brands) : asked, pins));
    });
    counts.push(empty.length);
  }
  return counts;
}
