import { sql } from 'kysely';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import { customersOf, ordersOf } from '#modules/orders/branch-scope.ts';
import type { Db } from '#platform/database.ts';
import { isUuid } from '#shared/uuid.ts';
import { isCustomer } from './scope.ts';

/** A customer for their page in the back office. Money in kopecks, orders of the scope alone. */
export type CustomerView = {
  id: string;
  full_name: string;
  created_at: Date;
  deletion_due_at: Date | null;
  companies: { id: number; name: string; inn: string; role: CompanyRole }[];
  orders: number;
  /** Without cancelled ones. */
  total: number;
  cancelled: number;
  last_order_at: Date | null;
};

/** null: no such customer, or none of these branches (id_1c; null: of all); staff and erased ones are none. */
export async function readCustomer(db: Db, id: string, branches: string[] | null): Promise<CustomerView | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<CustomerView>`
    select u.id, u.full_name, u.created_at, u.deletion_due_at,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'inn', c.inn, 'role', m.role)
          order by c.name, c.id), '[]'::json)
        from company_members m join companies c on c.id = m.company_id where m.user_id = u.id) as companies,
      own.orders, own.total, own.cancelled, own.last_order_at
    from users u cross join lateral (
      select count(*)::int as orders, coalesce(sum(o.total) filter (where o.state <> 'cancelled'), 0)::int8 as total,
        count(*) filter (where o.state = 'cancelled')::int as cancelled, max(o.created_at) as last_order_at
      from orders o
      where o.user_id = u.id and ${ordersOf(branches)}
    ) own
    where u.id = ${id}::uuid and ${isCustomer} and ${customersOf(branches)}`.execute(db);
  return rows[0] ?? null;
}
