import { type RawBuilder, sql } from 'kysely';
import { type OrderScope, scopeConditions } from '#modules/orders/staff-orders.ts';
import type { Db } from '#platform/database.ts';
import { beyond, type Key, keyOf, orderOf, type Term } from '#platform/keyset.ts';
import { type Attempt, isRepeated, type ReceiptView, type RefundView } from './queries.ts';
import type { AttemptState, PayMethod, ProcessState, ReceiptKind } from './schema.ts';

/** `key`: where it stands in the list (`platform/keyset.ts`). */
type OfOrder = { order_id: string; number: number; contact_name: string; city: string; key: string };
export type StaffPayment = Attempt & OfOrder & { problem: string | null };
export type StaffRefundRow = RefundView &
  OfOrder & { provider: string; method: PayMethod | 'transfer'; receipt: RefundReceipt | null };
/** The receipt by which a refund was told to the tax office; a firm's transfer has none. */
export type RefundReceipt = { state: ProcessState; fiscal_number: string | null };
export type StaffReceipt = ReceiptView & OfOrder;

export type MoneyFilter = {
  created_from?: Date;
  created_to?: Date;
  /** Number of the order. */
  number?: number;
};

type Page = { limit: number; offset: number; after?: Key | undefined; count_to: number };

const newestFirst: Term[] = [
  { value: sql`x.created_at`, isDescending: true },
  { value: sql`x.id`, isDescending: false },
];

/** A page of attempts to pay, newest first, with what those that succeeded come to, kopecks. */
export async function listStaffPayments(
  db: Db,
  scope: OrderScope,
  filter: MoneyFilter & { state?: AttemptState[]; method?: (PayMethod | 'transfer')[] },
  page: Page,
): Promise<{ rows: StaffPayment[]; count: number; sum: number }> {
  const conditions = common(scope, filter, sql`x.created_at`);
  if (filter.state) conditions.push(sql`x.state = any(${filter.state}::text[])`);
  if (filter.method) conditions.push(sql`x.method = any(${filter.method}::text[])`);
  const where = sql.join(conditions, sql` and `);
  const [{ rows }, counted] = await Promise.all([
    sql<StaffPayment>`
      select x.id, x.method, x.provider, x.provider_id, x.state, x.amount, x.refunded, x.confirmation_url,
        x.confirmation_data, x.cancellation_reason, x.created_at, x.paid_at, x.order_id, o.number, o.contact_name, d.city,
        (select e.problem from payment_events e where e.object_id = x.provider_id and e.problem is not null
          order by e.id desc limit 1) as problem, ${keyOf(newestFirst)} as key
      from payments x join orders o on o.id = x.order_id join departments d on d.id_1c = o.department_id_1c
      where ${where} and ${beyond(newestFirst, page.after)} order by ${orderOf(newestFirst)} limit ${page.limit} offset ${page.offset}`.execute(
      db,
    ),
    sql<Counted>`
      select count(*)::int as count, coalesce(sum(amount) filter (where state = 'succeeded'), 0)::bigint as sum from (
        select x.amount, x.state from payments x join orders o on o.id = x.order_id
        where ${where} limit ${page.count_to + 1}) counted`.execute(db),
  ]);
  return { rows, ...sumsOf(counted.rows) };
}

/** A page of refunds, newest first, with what they come to without the refused ones. */
export async function listStaffRefunds(
  db: Db,
  scope: OrderScope,
  filter: MoneyFilter & { state?: ProcessState[] },
  page: Page,
): Promise<{ rows: StaffRefundRow[]; count: number; sum: number }> {
  const conditions = common(scope, filter, sql`x.created_at`);
  if (filter.state) conditions.push(sql`x.state = any(${filter.state}::text[])`);
  const where = sql.join(conditions, sql` and `);
  const [{ rows }, counted] = await Promise.all([
    sql<StaffRefundRow>`
      select x.id, x.payment_id, x.amount, x.lines, x.reason, x.note, x.state, x.cancellation_reason, x.who,
        x.state = 'canceled' and not ${isRepeated(sql`x`)} as may_repeat, x.created_at, x.changed_at, y.order_id, o.number, o.contact_name, d.city, y.provider, y.method,
        (select json_build_object('state', z.state, 'fiscal_number', z.fiscal ->> 'fiscal_document_number')
          from receipts z where z.refund_id = x.id) as receipt, ${keyOf(newestFirst)} as key
      from refunds x join payments y on y.id = x.payment_id join orders o on o.id = y.order_id
      join departments d on d.id_1c = o.department_id_1c
      where ${where} and ${beyond(newestFirst, page.after)} order by ${orderOf(newestFirst)} limit ${page.limit} offset ${page.offset}`.execute(
      db,
    ),
    sql<Counted>`
      select count(*)::int as count, coalesce(sum(amount) filter (where state <> 'canceled'), 0)::bigint as sum from (
        select x.amount, x.state from refunds x join payments y on y.id = x.payment_id join orders o on o.id = y.order_id
        where ${where} limit ${page.count_to + 1}) counted`.execute(db),
  ]);
  return { rows, ...sumsOf(counted.rows) };
}

/** A page of receipts of payments that succeeded, newest first; the sum takes returns off. */
export async function listStaffReceipts(
  db: Db,
  scope: OrderScope,
  filter: MoneyFilter & { state?: ProcessState[]; kind?: ReceiptKind[] },
  page: Page,
): Promise<{ rows: StaffReceipt[]; count: number; sum: number }> {
  const conditions = [...common(scope, filter, sql`x.created_at`), sql`y.state = 'succeeded'`];
  if (filter.state) conditions.push(sql`x.state = any(${filter.state}::text[])`);
  if (filter.kind) conditions.push(sql`x.kind = any(${filter.kind}::text[])`);
  const where = sql.join(conditions, sql` and `);
  const [{ rows }, counted] = await Promise.all([
    sql<StaffReceipt>`
      select x.id, x.payment_id, x.refund_id, x.kind, x.items, x.sum, x.state, x.fiscal, x.created_at, y.order_id, o.number,
        o.contact_name, d.city, ${keyOf(newestFirst)} as key
      from receipts x join payments y on y.id = x.payment_id join orders o on o.id = y.order_id
      join departments d on d.id_1c = o.department_id_1c
      where ${where} and ${beyond(newestFirst, page.after)} order by ${orderOf(newestFirst)} limit ${page.limit} offset ${page.offset}`.execute(
      db,
    ),
    sql<Counted>`
      select count(*)::int as count,
        coalesce(sum(case kind when 'return' then -sum when 'prepayment' then sum else 0 end), 0)::bigint as sum from (
        select x.sum, x.kind from receipts x join payments y on y.id = x.payment_id join orders o on o.id = y.order_id
        where ${where} limit ${page.count_to + 1}) counted`.execute(db),
  ]);
  return { rows, ...sumsOf(counted.rows) };
}

export type StrangeEvent = {
  id: number;
  received_at: Date;
  event: string;
  object_id: string;
  problem: string;
  order_id: string | null;
  number: number | null;
};

/**
 * Notifications of the provider that did not fit in, newest first; `after`: before this id. They belong to no branch.
 */
export async function listStrangeEvents(db: Db, after: number | null, limit: number): Promise<StrangeEvent[]> {
  const { rows } = await sql<StrangeEvent>`
    select e.id, e.received_at, e.event, e.object_id, coalesce(e.problem, '') as problem, p.order_id, o.number
    from payment_events e left join payments p on p.provider_id = e.object_id left join orders o on o.id = p.order_id
    where e.problem is not null and (${after}::bigint is null or e.id < ${after}::bigint)
    order by e.id desc limit ${limit}`.execute(db);
  return rows;
}

/** What receipts of a day come to at one rate of VAT; kopecks. `vat_rate` null: the provider's own rate of services. */
export type VatDay = { day: string; kind: ReceiptKind; vat_rate: number | null; sum: number; receipts: number };

/** Receipts by day, kind and rate of VAT, by the clock of Moscow, as the tax office reads them. `to` excluded. */
export async function vatByDay(db: Db, scope: OrderScope, from: Date, to: Date): Promise<VatDay[]> {
  const { rows } = await sql<VatDay>`
    select (x.created_at at time zone 'Europe/Moscow')::date::text as day, x.kind, (i.item ->> 'vat_rate')::int as vat_rate,
      sum((i.item ->> 'count')::numeric * (i.item ->> 'price')::bigint)::bigint as sum, count(distinct x.id)::int as receipts
    from receipts x join payments y on y.id = x.payment_id join orders o on o.id = y.order_id
    cross join lateral jsonb_array_elements(x.items) as i (item)
    where y.state = 'succeeded' and x.state = 'succeeded' and x.created_at >= ${from} and x.created_at < ${to}
      and ${sql.join(scopeConditions(scope), sql` and `)}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

type Counted = { count: number; sum: number };

function sumsOf(rows: Counted[]): Counted {
  return rows[0] ?? { count: 0, sum: 0 };
}

function common(scope: OrderScope, filter: MoneyFilter, at: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const conditions = scopeConditions(scope);
  if (filter.created_from) conditions.push(sql`${at} >= ${filter.created_from}`);
  if (filter.created_to) conditions.push(sql`${at} < ${filter.created_to}`);
  if (filter.number !== undefined) conditions.push(sql`o.number = ${filter.number}`);
  return conditions;
}

/** Money that waits for somebody, each a number of refunds or receipts. */
export type MoneyQueues = { refused_refunds: number; refused_receipts: number; transfers: number };

/**
 * Refunds and receipts of the last month that were refused and not sent again since, and refunds by bank transfer that
 * the accountant has still to send.
 */
export async function countMoneyQueues(db: Db, scope: OrderScope, now = new Date()): Promise<MoneyQueues> {
  const inScope = sql.join(scopeConditions(scope), sql` and `);
  const { rows } = await sql<MoneyQueues>`
    select (select count(*) from refunds x join payments y on y.id = x.payment_id join orders o on o.id = y.order_id
        where x.state = 'canceled' and x.created_at > ${now}::timestamptz - interval '30 days'
          and not exists (select from refunds later where later.payment_id = x.payment_id and later.created_at > x.created_at)
          and ${inScope})::int as refused_refunds,
      (select count(*) from receipts x join payments y on y.id = x.payment_id join orders o on o.id = y.order_id
        where x.state = 'canceled' and x.kind = 'full' and x.created_at > ${now}::timestamptz - interval '30 days'
          and ${inScope})::int as refused_receipts,
      (select count(*) from refunds x join payments y on y.id = x.payment_id join orders o on o.id = y.order_id
        where y.provider = 'account' and x.state in ('new', 'pending') and ${inScope})::int as transfers`.execute(db);
  return rows[0] ?? { refused_refunds: 0, refused_receipts: 0, transfers: 0 };
}

/** Notifications of the provider of the last week that did not fit in, of the whole shop. */
export async function countStrangeEvents(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payment_events
    where problem is not null and received_at > ${now}::timestamptz - interval '7 days'`.execute(db);
  return rows[0]?.count ?? 0;
}
