import { sql } from 'kysely';
import { deferralDays } from '#modules/orders/deferral-days.ts';
import { readableBy, reservedUntil } from '#modules/orders/list-own-orders.ts';
import { isUnpaidSql } from '#modules/orders/unpaid.ts';
import type { Db } from '#platform/database.ts';
import type { OrderState, PaymentMethod, PaymentState } from '#shared/order-states.ts';

/** A paper with what its row says of its order; money in kopecks. */
export type OwnPaper = {
  kind: 'invoice' | 'upd' | 'receipt';
  /** Of an invoice or an УПД: which of the order's it is, and its number; null: a receipt. */
  part: number | null;
  number: string | null;
  /** Which receipt it is. */
  receipt: 'prepayment' | 'full' | 'return' | null;
  /** The day it bears, of a receipt the day it was registered: 'YYYY-MM-DD' by the clock of the branch. */
  day: string;
  /** What it is made out for, as it was issued last. */
  sum: number;
  order_id: string;
  order_number: number;
  state: OrderState;
  payment_state: PaymentState;
  payment_method: PaymentMethod;
  company_name: string | null;
  /** `deferralDays`. */
  deferral_days: number | null;
  completed_at: Date | null;
  /** Until when the goods stay reserved; null: no term runs. */
  reserved_until: Date | null;
  /** Of the branch: the clock of its orders. */
  time_zone: string;
};

/** One that is a file of its order. */
export type PaperFile = OwnPaper & { kind: 'invoice' | 'upd'; part: number; number: string };

export function isFile(paper: OwnPaper): paper is PaperFile {
  return paper.kind !== 'receipt';
}

/** Of the papers a person may read: of these kinds, of which days; null: no bound. */
export type PapersFilter = {
  kinds: readonly OwnPaper['kind'][];
  /** Invoices whose money has not come, alone. */
  is_unpaid: boolean;
  from: string | null;
  to: string | null;
};

/** How many papers of each kind the days hold, how many the whole filter leaves; unpaid invoices are of all days. */
export type PapersFound = {
  invoice: number;
  upd: number;
  receipt: number;
  found: number;
  unpaid: number;
  unpaid_sum: number;
};

/** An invoice counts by the rule of `hasInvoice`, so that every address opens. */
const opens = sql<boolean>`(d.kind = 'upd' or d.kind = 'invoice' and o.payment_method = 'invoice'
  and o.state <> 'cancelled' and not awaits_approval(o.id))`;

/**
 * The papers of order `o` of `branch`: what was issued in its last revision, and what the cash desk registered; a
 * receipt of a return is found by its refund, others by payment. Asked per order, by the index of its papers.
 */
const papers = sql`(
    select issued.* from (
      select distinct on (d.kind, d.part) d.kind, d.part, d.content ->> 'number' as number, null as receipt,
        (d.content ->> 'date')::date as day, (d.content ->> 'total')::bigint as sum
      from documents d where d.order_id = o.id and ${opens} order by d.kind, d.part, d.revision desc
    ) issued
    union all
    select 'receipt', null, null, r.kind, (r.created_at at time zone branch.time_zone)::date, r.sum
    from payments p join receipts r on r.payment_id = p.id and r.kind <> 'return'
    where p.order_id = o.id and p.state = 'succeeded' and r.state = 'succeeded'
    union all
    select 'receipt', null, null, r.kind, (r.created_at at time zone branch.time_zone)::date, r.sum
    from payments p join refunds b on b.payment_id = p.id join receipts r on r.refund_id = b.id
    where p.order_id = o.id and p.state = 'succeeded' and r.state = 'succeeded'
    offset 0
  )`;

/** Of `orders o` and paper `one`: the money has not come. */
const isUnpaidInvoice = sql<boolean>`(one.kind = 'invoice' and ${isUnpaidSql})`;

function isOfDays({ from, to }: PapersFilter) {
  return sql<boolean>`one.day between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`;
}

function isFound(filter: PapersFilter) {
  const { kinds, is_unpaid } = filter;
  return sql<boolean>`(${isOfDays(filter)} and one.kind = any(${[...kinds]}::text[]) and (${isUnpaidInvoice} or not ${is_unpaid}))`;
}

/** `PapersFound` of the orders a signed-in person may read. */
export async function countOwnPapers(db: Db, user_id: string, filter: PapersFilter): Promise<PapersFound> {
  const { rows } = await papersFoundQuery(user_id, filter).execute(db);
  return rows[0] ?? { invoice: 0, upd: 0, receipt: 0, found: 0, unpaid: 0, unpaid_sum: 0 };
}

export function papersFoundQuery(user_id: string, filter: PapersFilter) {
  const isOf = isOfDays(filter);
  return sql<PapersFound>`
    select count(*) filter (where one.kind = 'invoice' and ${isOf})::int as invoice,
      count(*) filter (where one.kind = 'upd' and ${isOf})::int as upd,
      count(*) filter (where one.kind = 'receipt' and ${isOf})::int as receipt,
      count(*) filter (where ${isFound(filter)})::int as found, count(*) filter (where ${isUnpaidInvoice})::int as unpaid,
      coalesce(sum(one.sum) filter (where ${isUnpaidInvoice}), 0)::bigint as unpaid_sum
    from orders o join departments branch on branch.id_1c = o.department_id_1c cross join lateral ${papers} one
    where ${readableBy(user_id)}`;
}

/**
 * Papers of the orders a signed-in person may read, those of the latest day first: invoices and УПД in their last
 * revision, and receipts that the cash desk has registered. One statement, over the indexes of a person's and a firm's
 * orders. Page from 1.
 */
export async function listOwnPapers(
  db: Db,
  user_id: string,
  filter: PapersFilter,
  { page, limit }: { page: number; limit: number },
): Promise<OwnPaper[]> {
  return (await ownPapersQuery(user_id, filter, page, limit).execute(db)).rows;
}

export function ownPapersQuery(user_id: string, filter: PapersFilter, page: number, limit: number) {
  return sql<OwnPaper>`
    select page.*, ${reservedUntil(sql`page.order_id`)} as reserved_until
    from (
      select one.kind, one.part, one.number, one.receipt, one.day::text as day, one.sum, o.id as order_id,
        o.number as order_number, o.state, o.payment_state, o.payment_method, o.company_name,
        ${deferralDays} as deferral_days, o.completed_at, branch.time_zone
      from orders o join departments branch on branch.id_1c = o.department_id_1c cross join lateral ${papers} one
      where ${readableBy(user_id)} and ${isFound(filter)}
      order by one.day desc, o.number desc, one.kind desc, one.part
      limit ${limit} offset ${(page - 1) * limit}
    ) page
    order by page.day desc, page.order_number desc, page.kind desc, page.part`;
}
