import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

/**
 * Who looks after the order; null: nobody. `seen`: who did when it was looked at, so that two who press at once do not
 * take it from each other without knowing. Throws not_found, order_assigned.
 */
export async function assignOrder(
  db: Db,
  order_id: string,
  to: string | null,
  seen: string | null | undefined = undefined,
): Promise<void> {
  const { rows } = await sql<{ assigned_to: string | null; full_name: string | null }>`
    select o.assigned_to, u.full_name from orders o left join users u on u.id = o.assigned_to
    where o.id = ${order_id}::uuid for update of o`.execute(db);
  const [order] = rows;
  if (!order) throw new Refusal('not_found');
  if (order.assigned_to === to) return;
  if (seen !== undefined && order.assigned_to !== seen)
    throw new Refusal('order_assigned', {}, `Заказ уже взял ${order.full_name ?? 'другой сотрудник'}`);
  await sql`update orders set assigned_to = ${to}::uuid where id = ${order_id}::uuid`.execute(db);
}

/** Of these orders those that nobody looks after; returns how many were taken. */
export async function assignFree(db: Db, order_ids: string[], to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders set assigned_to = ${to}::uuid where id = any(${order_ids}::uuid[]) and assigned_to is null`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
