import { sql } from 'kysely';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import { deferralDays, endOfDeferral } from '#modules/orders/deferral-days.ts';
import { reservedUntil } from '#modules/orders/list-own-orders.ts';
import { isUnpaidSql } from '#modules/orders/unpaid.ts';
import type { Db } from '#platform/database.ts';
import { localTime, momentOf } from '#shared/zoned-time.ts';
import { readReconciliation } from './reconciliation.ts';

/**
 * An invoice that waits for money; kopecks. `last_day`: 'YYYY-MM-DD' by the clock of its branch (`zone`), the last on
 * which it is to be paid; null: no term runs. What is paid behind the goods has one once they have left.
 */
export type DueInvoice = {
  order_id: string;
  number: number;
  sum: number;
  last_day: string | null;
  zone: string;
  /** It is paid behind the goods, and its last day is over. */
  is_late: boolean;
  /** The number of its paper as it was issued last; null: there is none yet. */
  paper: string | null;
};

/** What a member of a firm has to know at a glance; kopecks, null where no row says it. */
export type FirmSummary = {
  id: number;
  name: string;
  role: CompanyRole;
  /**
   * Invoices that wait for money: of a purchaser their own, else the firm's. `first`: the five to be paid first, of
   * those with no term the oldest. `late`: how many are, and for how much.
   */
  unpaid: {
    count: number;
    sum: number;
    first: [DueInvoice, ...DueInvoice[]];
    late: { count: number; sum: number } | null;
  } | null;
  /** Orders above a limit that wait for an owner's word: an owner may give it, a purchaser waits with their own. */
  waiting: { count: number; sum: number; oldest: { id: string; number: number } } | null;
  /** How long after it was received an order may wait for its money, and how much may be owed; told to the same. */
  deferral: { days: number; credit_limit: number | null } | null;
  /** What a purchaser orders alone. */
  limit: { order: number | null; month: { whole: number; left: number } | null } | null;
  /** Who of the shop looks after the firm. */
  manager: { name: string; phone: string | null; email: string | null } | null;
};

type Row = {
  id: number;
  name: string;
  role: CompanyRole;
  order_limit: number | null;
  month_limit: number | null;
  ordered: number;
  unpaid_count: number;
  unpaid_sum: number;
  unpaid_first: DueInvoice[] | null;
  late_count: number;
  late_sum: number;
  waiting_count: number;
  waiting_sum: number;
  waiting_oldest: { id: string; number: number } | null;
  deferral_days: number | null;
  credit_limit: number | null;
  manager_name: string | null;
  manager_phone: string | null;
  manager_email: string | null;
};

/** Of unpaid invoices `due`, the five to be paid first. */
const firstByTerm = sql`jsonb_path_query_array(jsonb_agg(jsonb_build_object('order_id', due.id, 'number', due.number,
  'sum', due.sum, 'last_day', due.last_day, 'zone', due.time_zone, 'is_late', coalesce(due.is_late, false),
  'paper', due.paper) order by due.last_day nulls last, due.created_at), '$[0 to 4]')`;

/**
 * The firms a person buys for, whose business prices are open. `zone`: of the branch, by whose clock a month begins, as
 * `limitPassed` counts it.
 */
export async function firmSummaries(db: Db, user_id: string, zone: string, now = new Date()): Promise<FirmSummary[]> {
  const today = localTime(now, zone).date;
  const first = momentOf(`${today.slice(0, 8)}01`, 0, zone);
  const { rows } = await sql<Row>`
    select c.id, c.name, m.role, m.order_limit_kopecks as order_limit, m.month_limit_kopecks as month_limit,
      c.deferral_days, c.credit_limit_kopecks as credit_limit, c.manager_name, c.manager_phone, c.manager_email,
      (select coalesce(sum(o.total), 0)::int8 from orders o
        where o.user_id = m.user_id and o.company_id = c.id and o.state <> 'cancelled' and o.created_at >= ${first}) as ordered,
      unpaid.count as unpaid_count, unpaid.sum as unpaid_sum, unpaid.first as unpaid_first, unpaid.late_count,
      unpaid.late_sum, waiting.count as waiting_count, waiting.sum as waiting_sum, waiting.oldest as waiting_oldest
    from company_members m join companies c on c.id = m.company_id
    cross join lateral (
      select count(*)::int as count, coalesce(sum(due.sum), 0)::int8 as sum,
        count(*) filter (where due.is_late)::int as late_count,
        coalesce(sum(due.sum) filter (where due.is_late), 0)::int8 as late_sum,
        ${firstByTerm} as first
      from (
        select o.id, o.number, o.total as sum, o.created_at, d.time_zone, ${endOfDeferral} < ${now} as is_late,
          ((case when ${deferralDays} is null then ${reservedUntil(sql`o.id`)} - interval '1 microsecond'
            else ${endOfDeferral} end) at time zone d.time_zone)::date::text as last_day,
          (select p.content ->> 'number' from documents p where p.order_id = o.id and p.kind = 'invoice'
            order by p.revision desc limit 1) as paper
        from orders o join departments d on d.id_1c = o.department_id_1c
        where o.company_id = c.id and (m.role <> 'purchaser' or o.user_id = m.user_id) and o.state <> 'cancelled'
          and o.payment_method = 'invoice' and ${isUnpaidSql} and not awaits_approval(o.id)
      ) due
    ) unpaid
    cross join lateral (
      select count(*)::int as count, coalesce(sum(o.total), 0)::int8 as sum,
        json_agg(json_build_object('id', o.id, 'number', o.number) order by o.created_at) -> 0 as oldest
      from orders o
      where o.company_id = c.id and (m.role = 'owner' or m.role = 'purchaser' and o.user_id = m.user_id)
        and o.state <> 'cancelled' and awaits_approval(o.id)
    ) waiting
    where m.user_id = ${user_id}::uuid and c.activated_at is not null
    order by c.name, c.id`.execute(db);
  return rows.map(summaryOf);
}

function summaryOf(row: Row): FirmSummary {
  const { id, name, role, order_limit, month_limit, ordered, deferral_days } = row;
  const [nearest, ...others] = row.unpaid_first ?? [];
  return {
    id,
    name,
    role,
    unpaid: nearest
      ? {
          count: row.unpaid_count,
          sum: row.unpaid_sum,
          first: [nearest, ...others],
          late: row.late_count > 0 ? { count: row.late_count, sum: row.late_sum } : null,
        }
      : null,
    waiting: row.waiting_oldest && {
      count: row.waiting_count,
      sum: row.waiting_sum,
      oldest: row.waiting_oldest,
    },
    deferral:
      role === 'purchaser' || deferral_days === null ? null : { days: deferral_days, credit_limit: row.credit_limit },
    limit:
      order_limit === null && month_limit === null
        ? null
        : {
            order: order_limit,
            month: month_limit === null ? null : { whole: month_limit, left: Math.max(month_limit - ordered, 0) },
          },
    manager:
      row.manager_name === null ? null : { name: row.manager_name, phone: row.manager_phone, email: row.manager_email },
  };
}

/**
 * By the shop's books so much is owed for what left the shop, kopecks by the firm's id; told to owners and accountants,
 * a firm that owes nothing is absent. Each is a reconciliation of its own, so only the page that shows debts asks.
 */
export async function firmDebts(
  db: Db,
  user_id: string,
  firms: FirmSummary[],
  zone: string,
  now = new Date(),
): Promise<Map<number, number>> {
  const today = localTime(now, zone).date;
  const ofMoney = firms.filter(({ role }) => role !== 'purchaser');
  const debts = await Promise.all(
    ofMoney.map(async ({ id }) => {
      const { closing } = await readReconciliation(db, user_id, id, { from: today, to: today });
      return [id, closing] as const;
    }),
  );
  return new Map(debts.filter(([, closing]) => closing > 0));
}
