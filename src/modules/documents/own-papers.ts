import { sql } from 'kysely';
import { deferralDays } from '#modules/orders/deferral-days.ts';
import { readableBy, reservedUntil } from '#modules/orders/list-own-orders.ts';
import type { Db } from '#platform/database.ts';
import type { OrderState, PaymentMethod, PaymentState } from '#shared/order-states.ts';

type Issued = { kind: 'invoice' | 'upd'; part: number; number: string; issued_at: string };
type Receipt = { kind: 'prepayment' | 'full' | 'return'; sum: number; created_at: string };

/** An order with the papers it has; money in kopecks, times as the database writes them in JSON. */
export type OrderPapers = {
  order_id: string;
  number: number;
  state: OrderState;
  payment_state: PaymentState;
  payment_method: PaymentMethod;
  total: number;
  company_name: string | null;
  /** `deferralDays`. */
  deferral_days: number | null;
  created_at: Date;
  completed_at: Date | null;
  /** Until when the goods stay reserved; null: no term runs. */
  reserved_until: Date | null;
  /** Of the branch: the clock of its orders. */
  time_zone: string;
  issued: Issued[] | null;
  receipts: Receipt[] | null;
};

/** Of the papers a person may read: of which kind, issued on which days by the clock of the branch; null: any. */
export type PapersFilter = { kind: 'invoice' | 'upd' | 'receipt' | null; from: string | null; to: string | null };

/** How many papers of each kind the days hold, and how many orders have one of the kind that is asked for. */
export type PapersFound = { invoice: number; upd: number; receipt: number; orders: number };

/** An invoice counts by the rule of `hasInvoice`, so that every address opens. */
const opens = sql<boolean>`(d.kind = 'upd' or d.kind = 'invoice' and o.payment_method = 'invoice'
  and o.state <> 'cancelled' and not awaits_approval(o.id))`;

/** Of `documents d` of `orders o`: each paper in its last revision. */
const issuedPapers = sql`select distinct on (d.kind, d.part) d.kind, d.part, d.content ->> 'number' as number, d.issued_at as at
  from documents d where d.order_id = o.id and ${opens} order by d.kind, d.part, d.revision desc`;

/** Of `orders o`: what the cash desk registered. A receipt of a return is found by its refund, others by payment. */
const cashReceipts = sql`select r.kind, r.sum, r.created_at as at
  from payments p join receipts r on r.payment_id = p.id and r.kind <> 'return'
  where p.order_id = o.id and p.state = 'succeeded' and r.state = 'succeeded'
  union all
  select r.kind, r.sum, r.created_at
  from payments p join refunds b on b.payment_id = p.id join receipts r on r.refund_id = b.id
  where p.order_id = o.id and p.state = 'succeeded' and r.state = 'succeeded'`;

/** Whether the paper `one` is of the days asked for, by the clock of `branch`. */
function isOfDays({ from, to }: PapersFilter) {
  return sql<boolean>`(one.at at time zone branch.time_zone)::date
    between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`;
}

/** How many papers of each kind order `o` has; an aggregate asks per order, by the index of its papers. */
function paperCounts(filter: PapersFilter) {
  return sql`
    cross join lateral (
      select count(*) filter (where one.kind = 'invoice')::int as invoices, count(*) filter (where one.kind = 'upd')::int as upds
      from (${issuedPapers}) one where ${isOfDays(filter)}
    ) issued
    cross join lateral (
      select count(*)::int as receipts from (${cashReceipts}) one where ${isOfDays(filter)}
    ) cashed`;
}

/** Whether an order with these counts has a paper of the kind asked for. */
function hasKind({ kind }: PapersFilter) {
  return sql<boolean>`case ${kind ?? ''} when 'invoice' then issued.invoices > 0 when 'upd' then issued.upds > 0
    when 'receipt' then cashed.receipts > 0 else issued.invoices + issued.upds + cashed.receipts > 0 end`;
}

/** `PapersFound` of the orders a signed-in person may read. */
export async function countOwnPapers(db: Db, user_id: string, filter: PapersFilter): Promise<PapersFound> {
  const { rows } = await papersFoundQuery(user_id, filter).execute(db);
  return rows[0] ?? { invoice: 0, upd: 0, receipt: 0, orders: 0 };
}

export function papersFoundQuery(user_id: string, filter: PapersFilter) {
  return sql<PapersFound>`
    select coalesce(sum(issued.invoices), 0)::int as invoice, coalesce(sum(issued.upds), 0)::int as upd,
      coalesce(sum(cashed.receipts), 0)::int as receipt, count(*) filter (where ${hasKind(filter)})::int as orders
    from orders o join departments branch on branch.id_1c = o.department_id_1c ${paperCounts(filter)}
    where ${readableBy(user_id)}`;
}

/**
 * Orders a signed-in person may read that have papers, the newest first: invoices and УПД in their last revision, and
 * receipts that the cash desk has registered, of the kind and the days asked for alone. One statement, over the indexes
 * of a person's and a firm's orders. Page from 1.
 */
export async function listOwnPapers(
  db: Db,
  user_id: string,
  filter: PapersFilter,
  { page, limit }: { page: number; limit: number },
): Promise<OrderPapers[]> {
  return (await ownPapersQuery(user_id, filter, page, limit).execute(db)).rows;
}

export function ownPapersQuery(user_id: string, filter: PapersFilter, page: number, limit: number) {
  const { kind } = filter;
  return sql<OrderPapers>`
    select page.order_id, page.number, page.state, page.payment_state, page.payment_method, page.total, page.company_name,
      page.deferral_days, page.created_at, page.completed_at, page.time_zone,
      ${reservedUntil(sql`page.order_id`)} as reserved_until, issued.papers as issued, cashed.papers as receipts
    from (
      select o.id as order_id, o.number, o.state, o.payment_state, o.payment_method, o.total, o.company_name,
        ${deferralDays} as deferral_days, o.created_at, o.completed_at, branch.time_zone
      from orders o join departments branch on branch.id_1c = o.department_id_1c ${paperCounts(filter)}
      where ${readableBy(user_id)} and ${hasKind(filter)}
      order by o.created_at desc, o.number desc
      limit ${limit} offset ${(page - 1) * limit}
    ) page
    join orders o on o.id = page.order_id
    join departments branch on branch.id_1c = o.department_id_1c
    cross join lateral (
      select json_agg(json_build_object('kind', one.kind, 'part', one.part, 'number', one.number, 'issued_at', one.at)
        order by one.kind, one.part) as papers
      from (${issuedPapers}) one
      where ${isOfDays(filter)} and coalesce(${kind}::text, one.kind) = one.kind
    ) issued
    cross join lateral (
      select json_agg(json_build_object('kind', one.kind, 'sum', one.sum, 'created_at', one.at) order by one.at) as papers
      from (${cashReceipts}) one
      where ${isOfDays(filter)} and coalesce(${kind}::text, 'receipt') = 'receipt'
    ) cashed
    order by page.created_at desc, page.number desc`;
}
