import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { From1c } from './order-of-document.ts';

/** SQL: what the shop holds for the order `o`, as jsonb; the base that gets it is to hold the same. */
export const reservesOfOrder = sql<object[]>`coalesce((
  select jsonb_agg(jsonb_build_object('product_id', r.product_id, 'store', r.store, 'count', r.count) order by r.product_id)
  from order_lines l join reservations r on r.order_line_id = l.id and r.ended_at is null where l.order_id = o.id), '[]')`;

/**
 * The base has confirmed the orders of a query: it holds for them what they were handed over with. What it held before
 * in the same way, it holds since then.
 */
export async function keepConfirmedReserves(db: Db, query_id: number, now: Date): Promise<void> {
  await keep(db, now, sql`x.handed_in = ${query_id} and x.handed_reserves is not null`, sql`x.handed_reserves`);
}

/** The base has reported itself what the order is of, and knows its newest state: it holds what the shop holds now. */
export async function keepReportedReserves(db: Db, order_id: string, { node_id, now }: From1c): Promise<void> {
  const isKnown = sql`x.node_id = ${node_id} and x.order_id = ${order_id}::uuid and x.confirmed_revision = o.revision`;
  await keep(db, now, isKnown, reservesOfOrder);
}

async function keep(
  db: Db,
  now: Date,
  isMeant: ReturnType<typeof sql>,
  reserves: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    with meant as (
      select x.node_id, x.order_id, (${reserves})::jsonb as reserves
      from onec_orders x join orders o on o.id = x.order_id where ${isMeant}
    ), held as (
      select m.node_id, m.order_id, h.product_id, h.store, h.count
      from meant m, jsonb_to_recordset(m.reserves) as h (product_id int, store text, count int)
    ), gone as (
      delete from onec_reserves r using meant m
      where r.node_id = m.node_id and r.order_id = m.order_id and not exists (
        select from held h where h.node_id = r.node_id and h.order_id = r.order_id and h.product_id = r.product_id)
    )
    insert into onec_reserves as r (node_id, order_id, product_id, store, count, since)
    select node_id, order_id, product_id, store, count, ${now}::timestamptz from held
    on conflict (node_id, order_id, product_id) do update
      set store = excluded.store, count = excluded.count, since = excluded.since
    where (r.store, r.count) is distinct from (excluded.store, excluded.count)`.execute(db);
}
