import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import type { OrderState } from '#shared/order-states.ts';
import { awaitsMoney, conditionsOf, type OrderScope, overdue, type StaffOrderFilter } from './staff-orders.ts';

/** A column of the board: how many orders it has in all and what they come to, kopecks. */
export type BoardColumn = { state: OrderState; count: number; sum: number };

/** Orders at work that need somebody, by what they need. */
export type BoardCounts = {
  active: number;
  overdue: number;
  short: number;
  consent: number;
  unpaid: number;
  /** What the unpaid come to, kopecks. */
  unpaid_sum: number;
  mine: number;
};

/** Sums of the columns of the board: what is at work, and what was handed over since `day_start`. */
export async function boardColumns(
  db: Db,
  scope: OrderScope,
  filter: StaffOrderFilter,
  day_start: Date,
  now = new Date(),
): Promise<BoardColumn[]> {
  const { rows } = await sql<BoardColumn>`
    select o.state, count(*)::int as count, sum(o.total)::bigint as sum
    from orders o join departments d on d.id_1c = o.department_id_1c
    where ${sql.join(conditionsOf(scope, filter, now), sql` and `)}
      and (o.state in ('new', 'assembling', 'ready', 'in_delivery') or o.state = 'completed' and o.completed_at >= ${day_start})
    group by o.state`.execute(db);
  return rows;
}

/** How many orders at work are late, short, await an answer or money, or are this person's. */
export async function boardCounts(db: Db, scope: OrderScope, user_id: string, now = new Date()): Promise<BoardCounts> {
  const { rows } = await sql<BoardCounts>`
    select count(*)::int as active, count(*) filter (where ${overdue(now)})::int as overdue,
      count(*) filter (where o.short_since is not null)::int as short,
      count(*) filter (where exists (select from order_proposals w where w.order_id = o.id and w.state = 'open'))::int as consent,
      count(*) filter (where ${awaitsMoney})::int as unpaid,
      coalesce(sum(o.total) filter (where ${awaitsMoney}), 0)::bigint as unpaid_sum,
      count(*) filter (where o.assigned_to = ${user_id}::uuid)::int as mine
    from orders o join departments d on d.id_1c = o.department_id_1c
    where o.state in ('new', 'assembling', 'ready', 'in_delivery')
      and ${sql.join(conditionsOf(scope, {}, now), sql` and `)}`.execute(db);
  return ensure(rows[0]);
}

/**
 * What waits at the counters of the scope: buyers who arrived within half an hour, the other ready orders, and how many
 * of both are kept no longer than today by the clock of their branch.
 */
export async function countAtCounter(
  db: Db,
  scope: OrderScope,
  now = new Date(),
): Promise<{ arrived: number; ready: number; expiring: number }> {
  const { rows } = await sql<{ arrived: number; ready: number; expiring: number }>`
    select count(*) filter (where has_come)::int as arrived, count(*) filter (where not has_come)::int as ready,
      count(*) filter (where is_last_day)::int as expiring from (
      select exists (select from order_arrivals a where a.order_id = o.id
          and a.at > ${now}::timestamptz - interval '30 minutes') as has_come,
        (select max(r.expires_at) from reservations r join order_lines l on l.id = r.order_line_id
          where l.order_id = o.id and r.ended_at is null) at time zone d.time_zone
          < date_trunc('day', ${now}::timestamptz at time zone d.time_zone) + interval '1 day' as is_last_day
      from orders o join departments d on d.id_1c = o.department_id_1c
      where o.state = 'ready' and o.receiving_type = 'pickup'
        and ${sql.join(conditionsOf(scope, {}, now), sql` and `)}) waiting`.execute(db);
  return ensure(rows[0]);
}
