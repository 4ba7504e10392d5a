import { type RawBuilder, sql } from 'kysely';
import { scopeConditions } from '#modules/orders/staff-orders.ts';

/** Orders of these branches (id_1c), of statements over `orders o` with its point `p`; null: of all. */
export function ordersOf(branches: string[] | null): RawBuilder<unknown> {
  return sql.join(scopeConditions({ branches, isOwnPointsOnly: false }), sql` and `);
}

/** Of statements over `users u`: who has ordered in one of these branches, or nowhere yet; null: everybody. */
export function customersOf(branches: string[] | null): RawBuilder<unknown> {
  if (branches === null) return sql`true`;
  return sql`(not exists (select from orders o where o.user_id = u.id) or exists (
    select from orders o left join departments p on p.id_1c = o.pickup_department_id_1c
    where o.user_id = u.id and ${ordersOf(branches)}))`;
}

/** Of statements over `companies c`: firms that have ordered in one of these branches, or nowhere yet. */
export function companiesOf(branches: string[] | null): RawBuilder<unknown> {
  if (branches === null) return sql`true`;
  return sql`(not exists (select from orders o where o.company_id = c.id) or exists (
    select from orders o left join departments p on p.id_1c = o.pickup_department_id_1c
    where o.company_id = c.id and ${ordersOf(branches)}))`;
}

/** Of statements over `users u`: not erased, and not employed in the shop: whoever works here is no customer here. */
export const isCustomer = sql`u.deleted_at is null
  and not exists (select from staff w where w.user_id = u.id and w.dismissed_at is null)`;
