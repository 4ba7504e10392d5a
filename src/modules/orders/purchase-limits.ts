import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { localTime, momentOf } from '#shared/zoned-time.ts';
import type { OrderView } from './queries.ts';

/** A purchaser's limit that an order is above, and what was compared with it; kopecks. */
export type LimitPassed = { reason: 'order' | 'month'; limit: number; sum: number };

/**
 * Whether an order of `total` kopecks is above what this member of a firm orders alone: its own sum, or with everything
 * they have ordered for the firm in the calendar month of `zone`, cancelled orders and `except` left out. Null: it is
 * not. The member's row is locked, so that two orders at once do not both fit into what is left.
 */
export async function limitPassed(
  db: Db,
  buyer: { user_id: string; company_id: number },
  total: number,
  { zone, now, except = null }: { zone: string; now: Date; except?: string | null },
): Promise<LimitPassed | null> {
  const { user_id, company_id } = buyer;
  await sql`
    select from company_members where company_id = ${company_id} and user_id = ${user_id}::uuid for no key update`.execute(
    db,
  );
  return limitAhead(db, buyer, total, { zone, now, except });
}

/** The same before an order is placed, to tell the buyer; nothing is locked. */
export async function limitAhead(
  db: Db,
  buyer: { user_id: string; company_id: number },
  total: number,
  { zone, now, except = null }: { zone: string; now: Date; except?: string | null },
): Promise<LimitPassed | null> {
  const { rows } = await sql<{ order_limit: number | null; month_limit: number | null }>`
    select order_limit_kopecks as order_limit, month_limit_kopecks as month_limit from company_members
    where company_id = ${buyer.company_id} and user_id = ${buyer.user_id}::uuid`.execute(db);
  const { order_limit = null, month_limit = null } = rows[0] ?? {};
  if (order_limit !== null && total > order_limit) return { reason: 'order', limit: order_limit, sum: total };
  if (month_limit === null) return null;
  const sum = total + (await orderedInMonth(db, buyer, { zone, now, except }));
  return sum > month_limit ? { reason: 'month', limit: month_limit, sum } : null;
}

/**
 * A purchaser does not make an own order dearer above the limit afterwards, an owner does (decision 172). `total`:
 * kopecks that it would come to. Throws over_limit.
 */
export async function refuseAboveLimit(
  db: Db,
  order: Pick<OrderView, 'id' | 'total' | 'user_id' | 'company_id' | 'branch' | 'reader_role'>,
  total: number,
  now: Date,
): Promise<void> {
  if (order.reader_role !== 'purchaser' || total <= order.total || !order.user_id || !order.company_id) return;
  const buyer = { user_id: order.user_id, company_id: order.company_id };
  const of = { zone: order.branch.time_zone, now, except: order.id };
  if (await limitPassed(db, buyer, total, of)) throw new Refusal('over_limit', { total });
}

/**
 * What a member has ordered for the firm in the calendar month of `zone`, in kopecks, cancelled orders and `except`
 * left out: what the limit of the month is compared with.
 */
export async function orderedInMonth(
  db: Db,
  { user_id, company_id }: { user_id: string; company_id: number },
  { zone, now, except = null }: { zone: string; now: Date; except?: string | null },
): Promise<number> {
  const first = momentOf(`${localTime(now, zone).date.slice(0, 8)}01`, 0, zone);
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(total), 0)::int8 as sum from orders
    where user_id = ${user_id}::uuid and company_id = ${company_id} and state <> 'cancelled' and created_at >= ${first}
      and id is distinct from ${except}::uuid`.execute(db);
  return rows[0]?.sum ?? 0;
}
