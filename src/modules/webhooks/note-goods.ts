import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { webhookLimits } from './schema.ts';

type Follower = { id: number; events: string[]; department_id_1c: string | null; snapshot: string };

/**
 * Makes messages of the prices and stock that changed since each address was last notified, whoever changed them: their
 * rows bear the transaction that wrote them, so none is missed, however late it commits. One that changes while this
 * runs may be sent twice. Returns how many messages were made.
 */
export async function noteGoodsChanges(db: Db, now = new Date()): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from webhooks where is_on and events && array['prices.changed', 'stock.changed'] order by id`.execute(db);
  let made = 0;
  for (const { id } of rows) made += await db.transaction().execute((db) => noteFor(db, id, now));
  return made;
}

async function noteFor(db: Db, id: number, now: Date): Promise<number> {
  // The new moment is taken in the same statement as the old one, before anything is read.
  const { rows } = await sql<Follower & { next: string }>`
    select id, events, department_id_1c, goods_snapshot::text as snapshot, pg_current_snapshot()::text as next
    from webhooks where id = ${id} and is_on for update skip locked`.execute(db);
  const [follower] = rows;
  if (!follower) return 0;
  const prices = follower.events.includes('prices.changed') ? await notePrices(db, follower, now) : 0;
  const stock = follower.events.includes('stock.changed') ? await noteStock(db, follower, now) : 0;
  await sql`update webhooks set goods_snapshot = ${follower.next}::pg_snapshot where id = ${id}`.execute(db);
  if (prices + stock > 0) await enqueue(db, 'send_webhooks');
  return prices + stock;
}

async function notePrices(db: Db, { id, department_id_1c, snapshot }: Follower, now: Date): Promise<number> {
  const { rows } = await sql<{ event_id: string }>`
    with columns as materialized (
      select c.price_column from price_columns c
      where not c.is_cost and (${department_id_1c}::text is null or exists (
        select from departments d where d.id_1c = ${department_id_1c} and c.price_column in (d.base_price, d.b2b_price)))
    ), changed as (
      select p.id_1c, p.idcode, r.price_column, r.price / 100.0 as price, r.old_price / 100.0 as old_price,
        (row_number() over (order by r.price_column, r.product_id) - 1) / ${webhookLimits.rows}::int as batch
      from prices r join columns using (price_column) join products p on p.id = r.product_id
      where r.changed_xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(r.changed_xid, ${snapshot}::pg_snapshot)
    ) ${asMessages(id, 'prices.changed', now)}`.execute(db);
  return rows.length;
}

async function noteStock(db: Db, { id, department_id_1c, snapshot }: Follower, now: Date): Promise<number> {
  const { rows } = await sql<{ event_id: string }>`
    with wanted as materialized (
      select s.store from stores s
      where ${department_id_1c}::text is null or exists (
        select from departments d
        where d.store = s.store and (d.id_1c = ${department_id_1c} or d.branch_id_1c = ${department_id_1c}))
    ), changed as (
      select p.id_1c, p.idcode, r.store, greatest(r.on_hand - r.reserved, 0) as available, r.on_hand, r.reserved,
        (row_number() over (order by r.store, r.product_id) - 1) / ${webhookLimits.rows}::int as batch
      from stock r join wanted using (store) join products p on p.id = r.product_id
      where r.changed_xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(r.changed_xid, ${snapshot}::pg_snapshot)
    ) ${asMessages(id, 'stock.changed', now)}`.execute(db);
  return rows.length;
}

/** What `changed` holds, as messages, one a `batch`, and their deliveries to the follower. */
function asMessages(id: number, event: string, now: Date) {
  return sql`, made as (
      insert into webhook_events (at, event, data)
      select ${now}, ${event}, jsonb_build_object('rows', jsonb_agg(to_jsonb(c) - 'batch'))
      from changed c group by batch order by batch
      returning id
    )
    insert into webhook_deliveries (webhook_id, event_id, asked_at, next_try_at)
    select ${id}, made.id, ${now}, ${now} from made
    returning event_id`;
}
