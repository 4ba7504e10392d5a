import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * Orders of an account that becomes another (`to`), with what the person asked and decided in a firm's. Their history
 * says so; to 1C nothing changes. Call in a transaction.
 */
export async function moveOrdersOf(db: Db, from: string, to: string, now = new Date()): Promise<void> {
  await sql`
    with moved as (
      update orders set user_id = ${to}::uuid, changed_at = ${now} where user_id = ${from}::uuid returning id
    )
    insert into order_moves (order_id, at, who, why)
    select id, ${now}, 'магазин', 'кабинет покупателя объединён с другим его кабинетом' from moved`.execute(db);
  await sql`update orders set placed_by = ${to}::uuid where placed_by = ${from}::uuid`.execute(db);
  // Nobody decides of what they asked for: an approval by one's own other account stands without its name.
  await sql`
    update order_approvals set asked_by = case when asked_by = ${from}::uuid then ${to}::uuid else asked_by end,
      decided_by = case when (asked_by, decided_by) in ((${from}::uuid, ${to}::uuid), (${to}::uuid, ${from}::uuid)) then null
        when decided_by = ${from}::uuid then ${to}::uuid else decided_by end
    where ${from}::uuid in (asked_by, decided_by)`.execute(db);
}
