import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** A product that a text names by its code, as branches sell it. `name` null: there is none. */
export type NamedProduct = {
  idcode: string;
  name: string | null;
  is_switched_off: boolean;
  /** Branches, of those asked for, in which it has no price. */
  without_price: number;
  /** Those in which it has a price, less than can be bought is left, and it is not brought on order. */
  sold_out: number;
};

/** Goods with these codes, in these branches (id_1c). */
export async function readNamedProducts(db: Db, idcodes: string[], branches: string[]): Promise<NamedProduct[]> {
  if (idcodes.length === 0) return [];
  const { rows } = await sql<NamedProduct>`
    select asked.idcode, p.name, coalesce(p.switched_off_at is not null, false) as is_switched_off,
      count(*) filter (where prices.price is null)::int as without_price,
      count(*) filter (where prices.price is not null and p.lead_days_max is null
        and coalesce(stock.on_hand - stock.reserved, 0) < p.min_count)::int as sold_out
    from unnest(${idcodes}::text[]) as asked (idcode)
    left join products p on p.idcode = asked.idcode
    left join departments d on d.id_1c = any(${branches}::text[])
    left join prices on prices.product_id = p.id and prices.price_column = d.base_price
    left join stock on stock.product_id = p.id and stock.store = d.store
    group by asked.idcode, p.id`.execute(db);
  return rows;
}
