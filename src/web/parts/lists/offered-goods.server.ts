import type { ProductCard } from '#modules/catalogue/card.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { listLimits } from '#shared/constants.ts';
import { readIds, viewedCookie } from '#shared/lists.ts';
import { popularProducts } from '#web/parts/goods/popular-products.server.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** What stands under a list that holds little: what its owner looked at lately, and what the branch often sells. */
export type OfferedGoods = { viewed: ProductCard[]; popular: ProductCard[] };

/** Fewer leave most of a row empty. */
const fewListed = 5;
const inRow = 5;

/** `listed`: what the list holds, offered nowhere on its page. */
export async function offeredGoods(site: Shop, listed: readonly number[]): Promise<OfferedGoods> {
  if (listed.length >= fewListed) return { viewed: [], popular: [] };
  const { db, requestContext } = site;
  const seen = readIds(requestContext.cookies[viewedCookie], listLimits.viewed).filter((id) => !listed.includes(id));
  const cards = seen.length === 0 ? [] : await productCards(db, requestContext.priceContext, { ids: seen });
  const viewed = cards.filter(({ is_on_sale_now }) => is_on_sale_now).slice(0, inRow);
  return { viewed, popular: await popularProducts(site, [...listed, ...viewed.map(({ id }) => id)]) };
}
