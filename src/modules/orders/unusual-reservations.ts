import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { isUnpaidSql } from './unpaid.ts';

/** What unpaid orders hold of a store: products of which they hold more than half, of products in stock there. */
export type UnusualStore = { store: string; held: number; products: number };

/** Fewer products than this, or a smaller share of the store, are an ordinary day. */
const fewestProducts = 20;
const leastPercent = 5;

/**
 * The stores whose goods are held by orders that are neither paid nor handed over, in an unusual measure: of at least
 * 20 products, and of 5 % of those in stock, more than half is reserved by them. Who ordered, and whether it was
 * confirmed, is no matter: one person may do both. Somebody should look whether the orders are meant.
 */
export async function unusualReservations(db: Db): Promise<UnusualStore[]> {
  const { rows } = await sql<UnusualStore>`
    with held as (
      select r.store, r.product_id, sum(r.count) as count
      from orders o join order_lines l on l.order_id = o.id
      join reservations r on r.order_line_id = l.id and r.ended_at is null
      where ${isUnpaidSql} and o.state in ('new', 'assembling', 'ready', 'in_delivery')
      group by r.store, r.product_id
    ), much as (
      select h.store, count(*)::int as held from held h join stock s using (store, product_id)
      where h.count * 2 > s.on_hand group by h.store having count(*) >= ${fewestProducts}
    )
    select store, held, products from much
    cross join lateral (
      -- Counted no further than a store is unusual to.
      select count(*)::int as products from (
        select from stock s where s.store = much.store and s.on_hand > 0 limit held * 100 / ${leastPercent}::int + 1) counted
    ) as s
    where held * 100 >= products * ${leastPercent}
    order by store`.execute(db);
  return rows;
}
