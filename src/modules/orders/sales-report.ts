import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { conditionsOf, type OrderScope, overdue } from './staff-orders.ts';
import { isUnpaidSql } from './unpaid.ts';

/** Orders placed on a day, without cancelled ones; `sum` in kopecks. */
export type SalesOfDay = { day: string; count: number; sum: number };

/** What a branch sold; `sum_before` and `count_before`: in the period before. Kopecks. */
export type SalesOfBranch = {
  department_id_1c: string;
  name: string;
  count: number;
  sum: number;
  count_before: number;
  sum_before: number;
};

/**
 * What a branch has at work, and how it kept its word: `overdue` and `unpaid` orders now; of those placed in a period,
 * `promised`, whose time is over, and `kept`, those that were there by then.
 */
export type WorkOfBranch = {
  department_id_1c: string;
  overdue: number;
  unpaid: number;
  promised: number;
  kept: number;
};

/** Over `orders o` with its branch `d`: the end of the day, or of its hours, that was promised; null: none was. */
export const promisedAt: RawBuilder<Date | null> = sql`case when o.receiving_date is not null
  then (o.receiving_date + make_interval(mins => coalesce(o.receiving_to, 1440))) at time zone d.time_zone end`;

/** Over `orders o`: when the goods were ready for pickup, or brought; null: not yet. */
export const thereAt: RawBuilder<Date | null> = sql`case when o.receiving_type = 'pickup'
  then (select min(m.at) from order_moves m where m.order_id = o.id and m.state in ('ready', 'completed'))
  else o.completed_at end`;

/** From one moment to another, the last excluded. */
export type Period = { from: Date; to: Date };

/** Sales by the day they were placed on, in `zone`; days without any are absent. */
export async function salesByDay(
  db: Db,
  scope: OrderScope,
  { from, to }: Period,
  zone: string,
  now = new Date(),
): Promise<SalesOfDay[]> {
  const { rows } = await sql<SalesOfDay>`
    select ((o.created_at at time zone ${zone})::date)::text as day, count(*)::int as count, sum(o.total)::bigint as sum
    from orders o join departments d on d.id_1c = o.department_id_1c
    where o.state <> 'cancelled' and ${sql.join(conditionsOf(scope, { created_from: from, created_to: to }, now), sql` and `)}
    group by 1 order by 1`.execute(db);
  return rows;
}

/**
 * Sales by the branch the orders were placed in, the largest first; branches that sold in neither period are absent.
 */
export async function salesByBranch(
  db: Db,
  scope: OrderScope,
  { now: current, before }: { now: Period; before: Period },
  now = new Date(),
): Promise<SalesOfBranch[]> {
  const isNow = sql`o.created_at >= ${current.from}`;
  const isBefore = sql`o.created_at < ${before.to}`;
  const within = conditionsOf(scope, { created_from: before.from, created_to: current.to }, now);
  const { rows } = await sql<SalesOfBranch>`
    select o.department_id_1c, min(d.name_for_site) as name,
      count(*) filter (where ${isNow})::int as count, coalesce(sum(o.total) filter (where ${isNow}), 0)::bigint as sum,
      count(*) filter (where ${isBefore})::int as count_before,
      coalesce(sum(o.total) filter (where ${isBefore}), 0)::bigint as sum_before
    from orders o join departments d on d.id_1c = o.department_id_1c
    where o.state <> 'cancelled' and (${isNow} or ${isBefore}) and ${sql.join(within, sql` and `)}
    group by o.department_id_1c order by sum desc, sum_before desc, o.department_id_1c`.execute(db);
  return rows;
}

/** By the branch the orders were placed in; branches without any such order are absent. */
export async function workByBranch(
  db: Db,
  scope: OrderScope,
  { from, to }: Period,
  now = new Date(),
): Promise<WorkOfBranch[]> {
  const { rows } = await sql<WorkOfBranch>`
    select department_id_1c, count(*) filter (where is_overdue)::int as overdue,
      count(*) filter (where is_unpaid)::int as unpaid,
      count(*) filter (where is_asked and (there_at is not null or promised_at <= ${now}))::int as promised,
      count(*) filter (where is_asked and there_at <= promised_at)::int as kept
    from (
      select o.department_id_1c, ${overdue(now)} as is_overdue,
        o.state in ('new', 'assembling', 'ready', 'in_delivery') and o.payment_method <> 'on_receipt'
          and ${isUnpaidSql} as is_unpaid,
        o.created_at >= ${from} and o.created_at < ${to} and o.state <> 'cancelled' and o.receiving_date is not null
          as is_asked,
        ${promisedAt} as promised_at, ${thereAt} as there_at
      from orders o join departments d on d.id_1c = o.department_id_1c
      where (o.state in ('new', 'assembling', 'ready', 'in_delivery') or (o.created_at >= ${from} and o.created_at < ${to}))
        and ${sql.join(conditionsOf(scope, {}, now), sql` and `)}
    ) work group by department_id_1c`.execute(db);
  return rows;
}
