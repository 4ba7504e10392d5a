import { type RawBuilder, sql } from 'kysely';
import { ordersOf } from '#modules/orders/branch-scope.ts';

/** Of statements over `companies c`: firms that have ordered in one of these branches, or nowhere yet. */
export function companiesOf(branches: string[] | null): RawBuilder<unknown> {
  if (branches === null) return sql`true`;
  return sql`(exists (select from orders o where o.company_id = c.id and ${ordersOf(branches)})
    or not exists (select from orders o where o.company_id = c.id))`;
}

/** Of statements over `users u`: not erased, and not employed in the shop: whoever works here is no customer here. */
export const isCustomer = sql`u.deleted_at is null
  and not exists (select from staff w where w.user_id = u.id and w.dismissed_at is null)`;
