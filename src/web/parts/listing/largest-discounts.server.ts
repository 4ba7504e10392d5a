import type { ListedAction } from '#modules/catalogue/actions.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import type { Db } from '#platform/database.ts';
import { orNothing, quietly } from '#platform/failures.ts';
import type { Shop } from '#web/parts/request/context.ts';

/**
 * The largest discount, in percent, among the goods of each promotion that runs, by its slug: of today's prices in the
 * visitor's branch, as the cards of the goods say it. One that could not be read is left out.
 */
export async function largestDiscounts(
  { db, requestContext, log }: Pick<Shop, 'db' | 'requestContext' | 'log'>,
  actions: readonly Pick<ListedAction, 'slug' | 'state'>[],
): Promise<Map<string, number>> {
  const failed = quietly(log, 'product', 'the discounts of a promotion were not read');
  const current = actions.filter(({ state }) => state === 'current');
  const read = async ({ slug }: Pick<ListedAction, 'slug'>) =>
    [slug, await largestDiscount(db, requestContext.priceContext, slug)] as const;
  return new Map(
    (await Promise.all(current.map((one) => orNothing(read(one), null, failed)))).filter((one) => one !== null),
  );
}

/** Of one promotion, whether it runs or not; 0: none of its goods is cheaper. */
export async function largestDiscount(db: Db, priceContext: PriceContext, action: string): Promise<number> {
  const wanted = Listing.parse({ action, discounted: true, sort: 'discount', limit: 1 });
  const { items } = await query(db, priceContext, wanted);
  return items[0]?.discount_percent ?? 0;
}
