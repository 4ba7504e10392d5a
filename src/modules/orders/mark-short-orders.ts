import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';

/**
 * After 1C wrote stock (S7-36): orders with an open reservation on one of these rows are marked short when the row
 * holds less than is reserved, and unmarked when nothing they hold is short any more. Newly marked ones are written of
 * to their branch; returns their numbers.
 */
export async function markShortOrders(db: Db, rows: { store: string; product_id: number }[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const touched = sql`
    select distinct l.order_id from reservations r
    join order_lines l on l.id = r.order_line_id
    join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (store text, product_id int)
      on t.store = r.store and t.product_id = r.product_id
    where r.ended_at is null`;
  const short = sql`
    select from reservations r
    join order_lines l on l.id = r.order_line_id
    join stock s on s.store = r.store and s.product_id = r.product_id
    where l.order_id = o.id and r.ended_at is null and s.on_hand < s.reserved`;
  await sql`
    update orders o set short_since = null
    where short_since is not null and o.id in (${touched}) and not exists (${short})`.execute(db);
  const { rows: marked } = await sql<{ id: string; number: number; short_since: Date }>`
    update orders o set short_since = now()
    where short_since is null and o.id in (${touched}) and exists (${short})
    returning o.id, o.number, o.short_since`.execute(db);
  for (const { id, short_since } of marked) {
    await enqueue(db, 'write_order_emails', { order_id: id, event: 'short', asked_at: short_since.toISOString() });
  }
  return marked.map(({ number }) => number).sort((a, b) => a - b);
}

/**
 * Orders of which every store has again what it holds for them, since others were cancelled, moved or changed, lack
 * nothing any more. One that somebody else is at is left for the next time. Returns how many.
 */
export async function unmarkShortOrders(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders set short_since = null
    where id in (
      select o.id from orders o
      where o.short_since is not null and not exists (
        select from reservations r
        join order_lines l on l.id = r.order_line_id
        join stock s on s.store = r.store and s.product_id = r.product_id
        where l.order_id = o.id and r.ended_at is null and s.on_hand < s.reserved)
      for update of o skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** An order whose goods were changed lacks nothing any more, when every store has what it holds for it. */
export async function unmarkShort(db: Db, order_id: string): Promise<void> {
  await sql`
    update orders o set short_since = null
    where o.id = ${order_id}::uuid and o.short_since is not null and not exists (
      select from reservations r
      join order_lines l on l.id = r.order_line_id
      join stock s on s.store = r.store and s.product_id = r.product_id
      where l.order_id = o.id and r.ended_at is null and s.on_hand < s.reserved)`.execute(db);
}
