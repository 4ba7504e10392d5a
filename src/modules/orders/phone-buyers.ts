import { sql } from 'kysely';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import { type Department, type PriceContext, priceContextOf } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { toE164 } from '#shared/phone.ts';
import { customersOf, ordersOf } from './branch-scope.ts';

type Company = {
  id: number;
  name: string;
  inn: string;
  role: CompanyRole;
  price_column: string | null;
  is_active: boolean;
};
type LastOrder = {
  number: number;
  created_at: string;
  total: number;
  lines: { product_id: number; count: number }[];
};

/** Who may be on the phone: somebody with an account, or a guest by what they ordered before. Money in kopecks. */
export type PhoneBuyer = {
  user_id: string | null;
  name: string;
  phone: string;
  email: string | null;
  company: Company | null;
  orders: number;
  /** Where was delivered to before, the last first. */
  addresses: string[];
  last: LastOrder[];
};

/**
 * Whoever of these branches (null: of all) has this phone, accounts first; guests by the name of their last order.
 * Orders and addresses of these branches alone. Throws bad_input.
 */
export async function findPhoneBuyers(db: Db, branches: string[] | null, typed: string): Promise<PhoneBuyer[]> {
  const phone = toE164(typed);
  if (!phone) throw new Refusal('bad_input', { fields: { phone: 'Телефон: +7 и десять цифр' } });
  // Each of the two has an index of its own.
  const placedByFound = sql`${ordersOf(branches)} and (o.user_id = f.user_id
    or f.user_id is null and o.user_id is null and o.contact_phone = ${phone})`;
  const { rows } = await sql<PhoneBuyer>`
    with people as (
      select u.id as user_id, u.full_name as name, (select c.value from contacts c
          where c.user_id = u.id and c.type = 'email' order by c.confirmed_at nulls last, c.id limit 1) as email, u.company_id
      from users u where u.deleted_at is null and ${customersOf(branches)} and u.id in (
        select k.user_id from contacts k where k.type = 'phone' and k.value = ${phone})
      order by u.full_name, u.id limit 5
    ), guest as (
      select null::uuid as user_id, o.contact_name as name, o.contact_email as email, null::bigint as company_id
      from orders o where o.user_id is null and o.contact_phone = ${phone} and ${ordersOf(branches)} order by o.created_at desc limit 1
    ), found as (select * from people union all select * from guest)
    select f.user_id, coalesce(f.name, '') as name, ${phone} as phone, f.email,
      (select json_build_object('id', c.id, 'name', c.name, 'inn', c.inn, 'role', m.role, 'price_column', c.price_column,
          'is_active', c.activated_at is not null and c.suspended_at is null)
        from companies c join company_members m on m.company_id = c.id and m.user_id = f.user_id
        where c.id = f.company_id) as company,
      own.orders, own.addresses, own.last
    from found f cross join lateral (
      select count(*)::int as orders,
        coalesce((array_agg(distinct o.delivery_address) filter (where o.delivery_address is not null))[1:5], '{}') as addresses,
        coalesce((select json_agg(l) from (
          select o.number, o.created_at, o.total, (
              select json_agg(json_build_object('product_id', n.product_id, 'count', n.count) order by n.position)
              from order_lines n where n.order_id = o.id) as lines
          from orders o where ${placedByFound} order by o.created_at desc limit 3) l), '[]'::json) as last
      from orders o where ${placedByFound}) own`.execute(db);
  return rows;
}

/** One of them, by account; null: there is none within these branches. */
export async function readPhoneBuyer(
  db: Db,
  branches: string[] | null,
  user_id: string,
): Promise<{ user_id: string; name: string; company: Company | null } | null> {
  const { rows } = await sql<{ user_id: string; name: string; company: Company | null }>`
    select u.id as user_id, u.full_name as name,
      (select json_build_object('id', c.id, 'name', c.name, 'inn', c.inn, 'role', m.role, 'price_column', c.price_column,
          'is_active', c.activated_at is not null and c.suspended_at is null)
        from companies c join company_members m on m.company_id = c.id and m.user_id = u.id where c.id = u.company_id) as company
    from users u where u.id = ${user_id}::uuid and u.deleted_at is null and ${customersOf(branches)}`.execute(db);
  return rows[0] ?? null;
}

/** What the branch asks this buyer: the firm's own column, else the branch's business column, else the retail one. */
export function phonePrices(department: Department, company: Company | null): PriceContext {
  const retail = priceContextOf(department);
  return company?.is_active ? { ...retail, buyer_price_column: company.price_column ?? department.b2b_price } : retail;
}
