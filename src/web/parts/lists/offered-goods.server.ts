import type { ListedCard } from '#modules/catalogue/card.ts';
import { forJobWith } from '#modules/catalogue/for-job.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { listLimits } from '#shared/constants.ts';
import { readIds, viewedCookie } from '#shared/lists.ts';
import { listed } from '#web/parts/goods/listed-card.ts';
import { popularProducts } from '#web/parts/goods/popular-products.server.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** Rows that stand under a list that holds little. */
export type OfferedGoods = { title: string; products: ListedCard[] }[];

/** Under so many nothing has to be offered. */
const manyListed = 8;
const inRow = 5;
/** Fewer make no row. */
const fewest = 3;

/**
 * What is of use with the goods of the list, where the shop names enough of it; else what its owner looked at lately,
 * and what the branch often sells: two whole rows, or one of both. `own`: what the list holds, offered nowhere on its
 * page.
 */
export async function offeredGoods(site: Shop, own: readonly number[]): Promise<OfferedGoods> {
  if (own.length >= manyListed) return [];
  const { db, requestContext } = site;
  const found = await forJobWith(db, own, fewest * inRow);
  const useful = found.length < fewest ? [] : await productCards(db, requestContext.priceContext, { ids: found });
  const needed = useful.filter(({ is_on_sale_now }) => is_on_sale_now).slice(0, inRow);
  if (needed.length >= fewest) return [{ title: 'Пригодится вместе с этим', products: needed.map(listed) }];
  const seen = readIds(requestContext.cookies[viewedCookie], listLimits.viewed).filter((id) => !own.includes(id));
  const cards = seen.length === 0 ? [] : await productCards(db, requestContext.priceContext, { ids: seen });
  const viewed = cards.filter(({ is_on_sale_now }) => is_on_sale_now).slice(0, inRow);
  const popular = await popularProducts(site, [...own, ...viewed.map(({ id }) => id)]);
  const isMixed = viewed.length > 0 && viewed.length < inRow && popular.length > 0;
  const rows = isMixed
    ? [{ title: 'Просмотренное и популярное', products: [...viewed, ...popular].slice(0, inRow) }]
    : [
        { title: 'Вы смотрели', products: viewed },
        { title: 'Часто покупают', products: popular },
      ];
  return rows.flatMap(({ title, products }) =>
    products.length === 0 ? [] : { title, products: products.map(listed) },
  );
}
