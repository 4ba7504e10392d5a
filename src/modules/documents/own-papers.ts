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

type Found = OrderPapers & { found: number };

/**
 * Orders a signed-in person may read that have papers, the newest first: invoices and УПД in their last revision, and
 * receipts that the cash desk has registered. An invoice counts by the rule of `hasInvoice`, so that every address
 * opens. One statement, over the indexes of a person's and a firm's orders: a receipt of a return is found by its
 * refund, the others by their payment. A return has a receipt before it. Page from 1.
 */
export async function listOwnPapers(
  db: Db,
  user_id: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ orders: OrderPapers[]; found: number }> {
  const { rows } = await ownPapersQuery(user_id, page, limit).execute(db);
  return { orders: rows.map(({ found: _found, ...order }) => order), found: rows[0]?.found ?? 0 };
}

export function ownPapersQuery(user_id: string, page: number, limit: number) {
  const opens = sql<boolean>`(d.kind = 'upd' or d.kind = 'invoice' and o.payment_method = 'invoice'
    and o.state <> 'cancelled' and not awaits_approval(o.id))`;
  return sql<Found>`
    select page.order_id, page.number, page.state, page.payment_state, page.payment_method, page.total, page.company_name, page.deferral_days, page.created_at, page.completed_at, page.time_zone, page.found,
      ${reservedUntil(sql`page.order_id`)} as reserved_until,
      (select json_agg(json_build_object('kind', d.kind, 'part', d.part, 'number', d.number, 'issued_at', d.issued_at)
          order by d.kind, d.part)
        from (select distinct on (d.kind, d.part) d.kind, d.part, d.content ->> 'number' as number, d.issued_at
          from documents d join orders o on o.id = d.order_id where o.id = page.order_id and ${opens}
          order by d.kind, d.part, d.revision desc) d) as issued,
      (select json_agg(json_build_object('kind', r.kind, 'sum', r.sum, 'created_at', r.created_at) order by r.created_at)
        from (
          select r.kind, r.sum, r.created_at from payments p join receipts r on r.payment_id = p.id and r.kind <> 'return'
            where p.order_id = page.order_id and p.state = 'succeeded' and r.state = 'succeeded'
          union all
          select r.kind, r.sum, r.created_at
            from payments p join refunds b on b.payment_id = p.id join receipts r on r.refund_id = b.id
            where p.order_id = page.order_id and p.state = 'succeeded' and r.state = 'succeeded'
        ) r) as receipts
    from (
      select o.id as order_id, o.number, o.state, o.payment_state, o.payment_method, o.total, o.company_name, ${deferralDays} as deferral_days, o.created_at, o.completed_at, branch.time_zone, count(*) over ()::int as found
      from orders o join departments branch on branch.id_1c = o.department_id_1c
      where ${readableBy(user_id)} and (
        (select bool_or(${opens}) from documents d where d.order_id = o.id)
        or (select bool_or(r.state = 'succeeded') from payments p
          join receipts r on r.payment_id = p.id and r.kind <> 'return'
          where p.order_id = o.id and p.state = 'succeeded'))
      order by o.created_at desc, o.number desc
      limit ${limit} offset ${(page - 1) * limit}
    ) page
    order by page.created_at desc, page.number desc`;
}
