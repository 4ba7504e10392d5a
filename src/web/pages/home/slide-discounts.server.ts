import { currentActions } from '#modules/catalogue/actions.ts';
import type { Slide } from '#modules/content/queries.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { actionsUrl, actionUrl } from '#shared/urls.ts';
import { largestDiscount } from '#web/parts/listing/largest-discounts.server.ts';

type Asked = { priceContext: PriceContext; links: string[] };

/** Percents by the link of a slide. */
type Discounts = Record<string, number>;

// Asked of all goods of a promotion, as the lists of the home page are asked of the assortment.
const cached = cachedRead<Discounts>({
  name: 'slide_discounts',
  freshMs: 20_000,
  maxMs: 300_000,
  tags: ['catalogue'],
  whileFollowed: true,
  read: (db, key) => readDiscounts(db, JSON.parse(key), new Date()),
});

/**
 * The largest discount, in percent, of each promotion that runs and that a slide leads to: by the prices of the
 * visitor's branch, as the page of the promotion says it.
 */
export async function slideDiscounts(
  db: Db,
  priceContext: PriceContext,
  slides: readonly Slide[],
  now: Date,
): Promise<Discounts> {
  const links = slides.map(({ link }) => link).filter((link) => link.startsWith(actionsUrl()));
  if (links.length === 0) return {};
  const asked = { priceContext, links };
  // A look at planned prices or at another moment has promotions of its own.
  const isLook = priceContext.planned || priceContext.shown_at;
  return isLook ? readDiscounts(db, asked, now) : cached(db, JSON.stringify(asked));
}

async function readDiscounts(db: Db, { priceContext, links }: Asked, now: Date): Promise<Discounts> {
  const current = await currentActions(db, priceContext.department_id_1c, now);
  const linked = current.filter(({ slug }) => links.includes(actionUrl(slug)));
  const found = linked.map(async ({ slug }) => [actionUrl(slug), await largestDiscount(db, priceContext, slug)]);
  return Object.fromEntries(await Promise.all(found));
}
