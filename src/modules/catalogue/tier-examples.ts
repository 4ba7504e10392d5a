import { sql } from 'kysely';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { type Offer, offersOf } from './offers.ts';

/**
 * Goods of this branch that are cheaper by number for everybody: the most wanted of each category, with the tiers of
 * the branch's own column, those of different sections of the catalogue in turn. A business column is not looked at,
 * whoever asks.
 */
export async function tierExamples(db: Db, priceContext: PriceContext, limit: number): Promise<Offer[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select id, parent_id, id as root_id, id as leaf_id from categories
      union all
      select c.id, c.parent_id, c.id, a.leaf_id from above a join categories c on c.id = a.parent_id
    )
    select id from (
      select found.id, popularity, row_number() over (
        partition by r.root_id order by popularity desc, found.id
      ) as turn
      from (
      select distinct on (pc.category_id) p.id, p.popularity, pc.category_id from products p
      join product_categories pc on pc.product_id = p.id and pc.is_main
      join stock s on s.store = ${priceContext.store} and s.product_id = p.id and s.on_hand - s.reserved >= p.min_count
      where p.switched_off_at is null
        and exists (select from price_tiers t where t.price_column = ${priceContext.price_column} and t.product_id = p.id)
      order by pc.category_id, p.popularity desc, p.id
      ) found
      join above r on r.leaf_id = found.category_id and r.parent_id is null
    ) turns order by turn, popularity desc, id limit ${limit}`.execute(db);
  const offers = await offersOf(
    db,
    { ...priceContext, buyer_price_column: null },
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id }) => {
    const offer = offers.get(id);
    return offer?.is_on_sale_now && offer.tiers.length > 0 ? offer : [];
  });
}
