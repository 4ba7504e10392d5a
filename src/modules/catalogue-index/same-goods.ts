import type { ProductCard } from '#modules/catalogue/card.ts';
import { loadTree } from '#modules/catalogue/categories.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { readBestOfCategory, readSpecs } from '#modules/catalogue/product-rows.ts';
import { thingOf } from '#modules/catalogue/substitutes.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { catalogueIndexIfRead } from './catalogue-index.ts';
import { bestOfCategory } from './evaluate/best-of-category.ts';
import { pricedFor } from './segments.ts';

/** So many of a category are looked at, the best-selling. */
const mostLooked = 24;

/** Other models that are the same kind of goods as each of these, by their ids; of those that can be bought now. */
export async function sameGoods(
  db: Db,
  priceContext: PriceContext,
  own: Pick<ProductCard, 'id' | 'model_id' | 'category_code' | 'base_unit'>[],
): Promise<Map<number, ProductCard[]>> {
  if (own.length === 0) return new Map();
  const [tree, index] = await Promise.all([loadTree(db), catalogueIndexIfRead(db)]);
  const priced = index && pricedFor(index, priceContext);
  const found = await Promise.all(
    own.map(async ({ model_id, category_code }) => {
      const category = category_code === null ? undefined : tree.byCode.get(category_code);
      if (!category) return [];
      return priced
        ? bestOfCategory(priced, priceContext, category.id, model_id, mostLooked)
        : readBestOfCategory(db, priceContext, category.id, model_id, mostLooked);
    }),
  );
  const ids = [...new Set(found.flat())];
  const [cards, specs] = await Promise.all([
    productCards(db, priceContext, { ids }),
    readSpecs(db, [...own.map(({ id }) => id), ...ids]),
  ]);
  const things = new Map([...specs].map(([id, of]) => [id, thingOf(tree.attributes, of)]));
  return new Map(
    own.map(({ id, base_unit }, at) => [
      id,
      cards.filter(
        (card) =>
          card.is_on_sale_now &&
          card.base_unit === base_unit &&
          found[at]?.includes(card.id) &&
          things.get(card.id) === things.get(id),
      ),
    ]),
  );
}
