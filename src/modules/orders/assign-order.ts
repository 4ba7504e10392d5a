import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type OrderScope, scopeConditions } from './staff-orders.ts';

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

/** Who looks after orders of the scope, by name: of staff, those who are dismissed too while orders name them. */
export async function listAssignees(
  db: Db,
  scope: OrderScope,
): Promise<{ user_id: string; full_name: string; dismissed_at: Date | null }[]> {
  const { rows } = await sql<{ user_id: string; full_name: string; dismissed_at: Date | null }>`
    select s.user_id, u.full_name, s.dismissed_at from staff s join users u on u.id = s.user_id
    where exists (
      select from orders o
      where o.assigned_to = s.user_id and ${sql.join(scopeConditions(scope), sql` and `)})
    order by s.dismissed_at is not null, u.full_name collate russian, s.user_id`.execute(db);
  return rows;
}

/**
 * Whoever looked after these orders works here no more: those that are still worked on are nobody's again. Returns
 * their numbers. Call in the transaction that dismisses the person.
 */
export async function freeOrdersOf(db: Db, user_id: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    update orders set assigned_to = null
    where assigned_to = ${user_id}::uuid and state in ('new', 'assembling', 'ready', 'in_delivery')
    returning number`.execute(db);
  return rows.map(({ number }) => number).sort((a, b) => a - b);
}

/** Of these orders those that nobody looks after; returns how many were taken. */
export async function assignFree(db: Db, order_ids: string[], to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update orders set assigned_to = ${to}::uuid where id = any(${order_ids}::uuid[]) and assigned_to is null`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
