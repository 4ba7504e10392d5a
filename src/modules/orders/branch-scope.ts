import { type RawBuilder, sql } from 'kysely';

/**
 * Of statements over `orders o`: placed in one of these branches (id_1c) or picked up at a point of theirs, as
 * `listStaffOrders` has it; null: all.
 */
export function ordersOf(branches: string[] | null): RawBuilder<unknown> {
  if (branches === null) return sql`true`;
  return sql`(o.department_id_1c = any(${branches}::text[]) or o.pickup_department_id_1c in (
    select p.id_1c from departments p where coalesce(p.branch_id_1c, p.id_1c) = any(${branches}::text[])))`;
}

/** Of statements over `users u`: who has ordered in one of these branches, or nowhere yet; null: everybody. */
export function customersOf(branches: string[] | null): RawBuilder<unknown> {
  if (branches === null) return sql`true`;
  return sql`(exists (select from orders o where o.user_id = u.id and ${ordersOf(branches)})
    or not exists (select from orders o where o.user_id = u.id))`;
}
