import type { PriceContext } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import type { ProductCard } from './card.ts';
import { productCards } from './product-card.ts';

const selectPacks = preparedStatement<{ id: number }>(
  'other_packs',
  `select distinct p.id from products own
  join products p on p.model_id = own.model_id and p.base_unit = own.base_unit
    and p.factor_base * own.factor_sales <> own.factor_base * p.factor_sales
  where own.id = any($1::int[]) and p.switched_off_at is null`,
);

/** The same goods in another pack, of those that can be bought now. */
export async function otherPacks(db: Db, priceContext: PriceContext, ids: number[]): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  const found = await selectPacks(db, [ids]);
  const cards = await productCards(db, priceContext, { ids: found.map(({ id }) => id) });
  return cards.filter((card) => card.is_on_sale_now);
}
