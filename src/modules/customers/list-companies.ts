import { type RawBuilder, sql } from 'kysely';
import { ordersOf } from '#modules/orders/branch-scope.ts';
import { isUnpaidSql } from '#modules/orders/unpaid.ts';
import type { Db } from '#platform/database.ts';
import { orderByThenId, type Sort } from '#platform/order-by.ts';
import { companiesOf } from './scope.ts';

export const companyStates = ['waiting', 'active', 'suspended'] as const;
export type CompanyState = (typeof companyStates)[number];

export type CompanyFilter = {
  /** Name in part, ИНН from its beginning, contract in part. */
  q?: string;
  state?: CompanyState[];
  /** Somebody asks to join. */
  has_requests?: boolean;
  ids?: number[];
};

export const companySorts = ['created_at', 'name', 'total'] as const;
export type CompanySort = Sort<(typeof companySorts)[number]>;

/** A firm as a row of the list. Money in kopecks; orders of the scope alone, cancelled ones not in the sum. */
export type CompanyRow = {
  id: number;
  inn: string;
  name: string;
  state: CompanyState;
  price_column: string | null;
  contract: string | null;
  created_at: Date;
  members: number;
  requests: number;
  orders: number;
  total: number;
  /** Invoices that wait for money. */
  unpaid: number;
};

/** Of statements over `companies c`. */
export const stateOf = sql<CompanyState>`case when c.activated_at is not null then 'active'
  when c.suspended_at is not null then 'suspended' else 'waiting' end`;

const openRequests = sql`(select count(*)::int from company_requests r where r.company_id = c.id and r.decided_at is null)`;

/**
 * A page of firms, those that wait for a check or for an answer first unless another order is asked for; with how many
 * there are, counted to `count_to` + 1. `branches`: id_1c of those whose firms are seen, null: of all.
 */
export async function listStaffCompanies(
  db: Db,
  branches: string[] | null,
  filter: CompanyFilter,
  page: { sort: CompanySort[]; limit: number; offset: number; count_to: number },
): Promise<{ companies: CompanyRow[]; count: number }> {
  const where = sql.join(conditionsOf(branches, filter), sql` and `);
  const isPlain = page.sort.every(({ column }) => column !== 'total');
  const sums = isPlain
    ? sql``
    : sql`left join (
        select o.company_id, sum(o.total) filter (where o.state <> 'cancelled') as total
        from orders o
        where o.company_id is not null and ${ordersOf(branches)} group by o.company_id
      ) own on own.company_id = c.id`;
  const [companies, counts] = await Promise.all([
    sql<CompanyRow>`
      with page as materialized (
        select c.id from companies c ${sums}
        where ${where} order by ${orderOf(page.sort)} limit ${page.limit} offset ${page.offset}
      )
      select c.id, c.inn, c.name, ${stateOf} as state, c.price_column, c.contract, c.created_at,
        (select count(*)::int from company_members m where m.company_id = c.id) as members, ${openRequests} as requests,
        own.orders, own.total, own.unpaid
      from page join companies c on c.id = page.id cross join lateral (
        select count(*)::int as orders, coalesce(sum(o.total) filter (where o.state <> 'cancelled'), 0)::int8 as total,
          coalesce(sum(o.total) filter (where o.state <> 'cancelled' and o.payment_method = 'invoice'
            and ${isUnpaidSql}), 0)::int8 as unpaid
        from orders o
        where o.company_id = c.id and ${ordersOf(branches)}
      ) own
      order by ${orderOf(page.sort)}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (
        select from companies c where ${where} limit ${page.count_to + 1}) counted`.execute(db),
  ]);
  return { companies: companies.rows, count: counts.rows[0]?.count ?? 0 };
}

/** How many firms wait for a check or have somebody who asks to join. */
export async function countWaitingCompanies(db: Db, branches: string[] | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from companies c where ${waits} and ${companiesOf(branches)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const waits = sql`((c.activated_at is null and c.suspended_at is null)
  or exists (select from company_requests r where r.company_id = c.id and r.decided_at is null))`;

function conditionsOf(branches: string[] | null, filter: CompanyFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [companiesOf(branches)];
  if (filter.ids) conditions.push(sql`c.id = any(${filter.ids}::bigint[])`);
  if (filter.state) conditions.push(sql`${stateOf} = any(${filter.state}::text[])`);
  if (filter.has_requests !== undefined) conditions.push(sql`(${openRequests} > 0) = ${filter.has_requests}`);
  if (filter.q?.trim()) conditions.push(searched(filter.q.trim()));
  return conditions;
}

function searched(words: string): RawBuilder<unknown> {
  const plain = words.replace(/[\\%_]/g, '\\$&');
  const digits = words.replace(/\s/g, '');
  if (/^\d{3,12}$/.test(digits)) return sql`(c.inn like ${`${digits}%`} or c.contract ilike ${`%${plain}%`})`;
  return sql`(c.name ilike ${`%${plain}%`} or c.contract ilike ${`%${plain}%`})`;
}

function orderOf(sort: CompanySort[]): RawBuilder<unknown> {
  const columns = {
    created_at: sql`c.created_at`,
    name: sql`c.name collate russian`,
    total: sql`coalesce(own.total, 0)`,
  };
  if (sort.length === 0) return sql`${waits} desc, c.created_at desc, c.id desc`;
  return orderByThenId(sort, columns, 'created_at', sql`c.id`);
}
