import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** Keeps lines of an order as they are, before they go or change; their new ids by the product. */
export async function keepFormer(db: Db, ids: number[], who: string, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; product_id: number }>`
    insert into former_order_lines (order_id, position, product_id, product_idcode, name, article, unit, store, count, price,
      discount, sum, ended_at, who)
    select order_id, position, product_id, product_idcode, name, article, unit, store, count, price, discount, sum, ${now}, ${who}
    from order_lines where id = any(${ids}::bigint[]) order by position
    returning id, product_id`.execute(db);
  return new Map(rows.map(({ id, product_id }) => [product_id, id]));
}
