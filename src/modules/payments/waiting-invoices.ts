import { type RawBuilder, sql } from 'kysely';
import { deferralDays, endOfDeferral } from '#modules/orders/deferral-days.ts';
import { type OrderScope, scopeConditions } from '#modules/orders/staff-orders.ts';
import { isUnpaidSql } from '#modules/orders/unpaid.ts';
import type { Db } from '#platform/database.ts';
import { hasGiven } from '#platform/has-given.ts';
import type { OrderState, ReceivingType } from '#shared/order-states.ts';

/** An order of a firm that is to be paid by invoice and is not paid yet. Money in kopecks. */
export type WaitingInvoice = {
  order_id: string;
  number: number;
  created_at: Date;
  company_name: string;
  company_inn: string | null;
  company_id: number | null;
  city: string;
  /** Of the branch. */
  time_zone: string;
  total: number;
  state: OrderState;
  receiving_type: ReceivingType;
  /** Goods of it have left; whether others are waited for, its state says. */
  has_given: boolean;
  /**
   * When it has to be paid: counted from the handover by the firm's deferral, before it the end of the reservation;
   * null: no term is agreed.
   */
  due_at: Date | null;
  /** By which the firm pays it; null: none. */
  deferral_days: number | null;
  is_overdue: boolean;
  /** When the newest revision of the invoice was issued; null: nobody has asked for it. */
  issued_at: Date | null;
};

export type InvoiceFilter = {
  is_overdue?: boolean;
  /** Number of the order, a part of the firm's name or the beginning of its ИНН. */
  q?: string;
};

/** Over `orders o` with its branch `d`. */
const dueAt = sql<Date | null>`case when o.state = 'completed' then ${endOfDeferral}
  else (select min(r.expires_at) from reservations r join order_lines l on l.id = r.order_line_id
    where l.order_id = o.id and r.ended_at is null) end`;

/**
 * A page of invoices that wait for money, the first due first, with how many there are, counted to `count_to` + 1, and
 * what they come to. Of an order that waits for the word of the firm's owner no money is asked yet.
 */
export async function listWaitingInvoices(
  db: Db,
  scope: OrderScope,
  filter: InvoiceFilter,
  page: { limit: number; offset: number; count_to: number },
  now: Date,
): Promise<{ rows: WaitingInvoice[]; count: number; sum: number }> {
  const waiting = waitingOf(scope, filter, now);
  const [{ rows }, counted] = await Promise.all([
    sql<WaitingInvoice>`
      select w.*, w.due_at is not null and w.due_at < ${now}::timestamptz as is_overdue,
        (select max(d.issued_at) from documents d where d.order_id = w.order_id and d.kind = 'invoice') as issued_at
      from (${waiting}) w
      order by w.due_at nulls last, w.created_at, w.order_id limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ count: number; sum: number }>`
      select count(*)::int as count, coalesce(sum(total), 0)::bigint as sum
      from (select w.total from (${waiting}) w limit ${page.count_to + 1}) counted`.execute(db),
  ]);
  return { rows, count: 0, sum: 0, ...counted.rows[0] };
}

/** How many invoices wait for money, and how many of them past their day. */
export async function countWaitingInvoices(
  db: Db,
  scope: OrderScope,
  now: Date,
): Promise<{ count: number; late: number }> {
  const { rows } = await sql<{ count: number; late: number }>`
    select count(*)::int as count, (count(*) filter (where w.due_at < ${now}::timestamptz))::int as late
    from (${waitingOf(scope, {}, now)}) w`.execute(db);
  return rows[0] ?? { count: 0, late: 0 };
}

type Waiting = Omit<WaitingInvoice, 'is_overdue' | 'issued_at'>;

function waitingOf(scope: OrderScope, { is_overdue, q }: InvoiceFilter, now: Date): RawBuilder<Waiting> {
  const conditions = scopeConditions(scope);
  if (is_overdue !== undefined) conditions.push(sql`coalesce(${dueAt} < ${now}::timestamptz, false) = ${is_overdue}`);
  if (q) conditions.push(searched(q));
  return sql<Waiting>`
    select o.id as order_id, o.number, o.created_at, coalesce(o.company_name, '') as company_name, o.company_inn,
      o.company_id, d.city, d.time_zone, o.total, o.state, o.receiving_type,
      ${hasGiven(sql`o.id`)} as has_given, ${dueAt} as due_at, ${deferralDays} as deferral_days
    from orders o join departments d on d.id_1c = o.department_id_1c
    where o.payment_method = 'invoice' and ${isUnpaidSql} and o.state <> 'cancelled'
      and o.company_name is not null and not awaits_approval(o.id) and ${sql.join(conditions, sql` and `)}`;
}

function searched(typed: string): RawBuilder<unknown> {
  const words = typed.trim().replace(/[\\%_]/g, '\\$&');
  const number = /^\d{1,15}$/.test(words) ? Number(words) : null;
  return sql`(o.number = ${number}::bigint or o.company_inn like ${`${words}%`} or o.company_name ilike ${`%${words}%`})`;
}
