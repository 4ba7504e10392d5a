import { type RawBuilder, sql } from 'kysely';

/**
 * Of statements over `orders o`: an order belongs to the branch that it was placed in and to the branch where it is
 * picked up; those of these branches (id_1c), null: all.
 */
export function ordersOf(branches: string[] | null): RawBuilder<unknown> {
  if (branches === null) return sql`true`;
  return sql`(o.department_id_1c = any(${branches}::text[]) or ${pickedUpIn(branches)})`;
}

/**
 * Of statements over `orders o`: picked up in one of these branches (id_1c), or at a point of theirs; null: anywhere.
 */
export function pickedUpIn(branches: string[] | null): RawBuilder<unknown> {
  if (branches === null) return sql`o.pickup_department_id_1c is not null`;
  return sql`o.pickup_department_id_1c in (
    select place.id_1c from departments place where coalesce(place.branch_id_1c, place.id_1c) = any(${branches}::text[]))`;
}

/**
 * Of statements over `users u`: who has ordered in one of these branches, or nowhere yet (decision 538); null:
 * everybody.
 */
export function customersOf(branches: string[] | null): RawBuilder<unknown> {
  if (branches === null) return sql`true`;
  return sql`(exists (select from orders o where o.user_id = u.id and ${ordersOf(branches)})
    or not exists (select from orders o where o.user_id = u.id))`;
}
