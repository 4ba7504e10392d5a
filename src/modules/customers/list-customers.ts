import { type RawBuilder, sql } from 'kysely';
import { readCardNumber } from '#modules/loyalty/schema.ts';
import { customersOf, ordersOf } from '#modules/orders/branch-scope.ts';
import type { Db } from '#platform/database.ts';
import { beyond, type Key, keyOf, orderOf, type Term, termsThenId } from '#platform/keyset.ts';
import type { Sort } from '#platform/order-by.ts';
import { folded } from '#shared/folded.ts';
import { phoneDigits } from '#shared/phone.ts';
import { isCustomer } from './scope.ts';

export type CustomerFilter = {
  /** Words of the name from their beginnings, phone, beginning of the email, number of a card or of an order. */
  q?: string;
  /** Buys for a firm now, or does not. */
  is_business?: boolean;
  no_pay_on_receipt?: boolean;
  /** Asked to have the account erased. */
  is_leaving?: boolean;
  ids?: string[];
};

export const customerSorts = ['created_at', 'full_name', 'orders', 'total', 'last_order_at'] as const;
export type CustomerSort = Sort<(typeof customerSorts)[number]>;

/** A customer as a row of the list. Money in kopecks; orders of the scope alone, cancelled ones not in the sum. */
export type CustomerRow = {
  id: string;
  full_name: string;
  created_at: Date;
  deletion_due_at: Date | null;
  email: string | null;
  phone: string | null;
  company: string | null;
  no_pay_on_receipt: boolean;
  orders: number;
  total: number;
  last_order_at: Date | null;
  /** Where it stands in the list (`platform/keyset.ts`). */
  key: string;
};

/**
 * A page of customers, with how many there are, counted to `count_to` + 1. `branches`: id_1c of those whose customers
 * are seen, null: of all.
 */
export async function listCustomers(
  db: Db,
  branches: string[] | null,
  filter: CustomerFilter,
  page: { sort: CustomerSort[]; limit: number; offset: number; after?: Key | undefined; count_to: number },
): Promise<{ customers: CustomerRow[]; count: number }> {
  const terms = termsOf(page.sort);
  const where = sql.join(conditionsOf(branches, filter), sql` and `);
  // Sums of everybody are made only when they order the list.
  const isPlain = page.sort.every(({ column }) => column === 'created_at' || column === 'full_name');
  const sums = isPlain
    ? sql``
    : sql`left join (
        select o.user_id, count(*) as orders, sum(o.total) filter (where o.state <> 'cancelled') as total,
          max(o.created_at) as last_order_at
        from orders o
        where o.user_id is not null and ${ordersOf(branches)} group by o.user_id
      ) own on own.user_id = u.id`;
  const [customers, counts] = await Promise.all([
    sql<CustomerRow>`
      with page as materialized (
        select u.id, row_number() over (order by ${orderOf(terms)}) as place, ${keyOf(terms)} as key from users u ${sums}
        where ${where} and ${beyond(terms, page.after)} order by ${orderOf(terms)} limit ${page.limit} offset ${page.offset}
      )
      select u.id, u.full_name, u.created_at, u.deletion_due_at, c.name as company,
        (select k.value from contacts k where k.user_id = u.id and k.type = 'email'
          order by k.confirmed_at is null, k.purpose <> 'main', k.id limit 1) as email,
        (select k.value from contacts k where k.user_id = u.id and k.type = 'phone'
          order by k.purpose <> 'main', k.id limit 1) as phone,
        exists (select from customer_flags f where f.user_id = u.id and f.flag = 'no_pay_on_receipt') as no_pay_on_receipt,
        own.orders, own.total, own.last_order_at, page.key
      from page join users u on u.id = page.id left join companies c on c.id = u.company_id
      cross join lateral (
        select count(*)::int as orders, coalesce(sum(o.total) filter (where o.state <> 'cancelled'), 0)::int8 as total,
          max(o.created_at) as last_order_at
        from orders o
        where o.user_id = u.id and ${ordersOf(branches)}
      ) own
      order by page.place`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (
        select from users u where ${where} limit ${page.count_to + 1}) counted`.execute(db),
  ]);
  return { customers: customers.rows, count: counts.rows[0]?.count ?? 0 };
}

function conditionsOf(branches: string[] | null, filter: CustomerFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [isCustomer, customersOf(branches)];
  if (filter.ids) conditions.push(sql`u.id = any(${filter.ids}::uuid[])`);
  if (filter.is_business !== undefined) conditions.push(sql`(u.company_id is not null) = ${filter.is_business}`);
  if (filter.is_leaving !== undefined) conditions.push(sql`(u.deletion_due_at is not null) = ${filter.is_leaving}`);
  if (filter.no_pay_on_receipt !== undefined)
    conditions.push(sql`exists (select from customer_flags f
      where f.user_id = u.id and f.flag = 'no_pay_on_receipt') = ${filter.no_pay_on_receipt}`);
  if (filter.q?.trim()) conditions.push(searched(filter.q.trim()));
  return conditions;
}

/** Thirteen digits of a card, ten or eleven of a phone, fewer of an order; else an email's beginning and the name. */
function searched(typed: string): RawBuilder<unknown> {
  const card = readCardNumber(typed);
  if (card) return sql`u.id in (select d.user_id from cards d where d.number = ${card})`;
  if (/^[\d\s()+\-\u00a0]+$/.test(typed)) {
    const digits = phoneDigits(typed);
    if (digits.length >= 10) {
      const phone = `+${digits.length === 10 ? `7${digits}` : digits}`;
      return sql`u.id in (select k.user_id from contacts k where k.type = 'phone' and k.value = ${phone})`;
    }
    return sql`u.id in (select o.user_id from orders o where o.number = ${Number(typed.replace(/\D/g, '')) || 0})`;
  }
  const start = `${typed.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const byEmail = sql`u.id in (select k.user_id from contacts k where k.type = 'email' and k.value like ${start})`;
  const names = folded(typed).match(/[\p{L}\d]+/gu);
  if (typed.includes('@') || !names) return byEmail;
  const query = names.map((name) => `'${name}':*`).join(' & ');
  // Not joined by `or`: each of the two has an index of its own.
  return sql`u.id in (
    select n.id from users n where n.deleted_at is null
      and to_tsvector('simple', translate(lower(n.full_name), 'ё', 'е')) @@ to_tsquery('simple', ${query})
    union all select k.user_id from contacts k where k.type = 'email' and k.value like ${start})`;
}

function termsOf(sort: CustomerSort[]): Term[] {
  const columns = {
    created_at: sql`u.created_at`,
    full_name: sql`u.full_name collate russian`,
    orders: sql`coalesce(own.orders, 0)`,
    total: sql`coalesce(own.total, 0)`,
    last_order_at: sql`coalesce(own.last_order_at, '-infinity')`,
  };
  return termsThenId(sort, columns, 'created_at', sql`u.id`);
}
