import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { type CalendarRow, type CalendarSpan, mostCalendarRows } from '#shared/calendar-row.ts';

const ofBranch = sql`case when c.department_id_1c is not null then array[c.department_id_1c] end`;

/** `is_group`: a batch, whose coupons the save of one of them does not date. */
export type CalendarCoupon = CalendarRow & { is_group: boolean };

/** Coupons with dates that are nobody's own; a batch stands as one. */
export async function calendarCoupons(db: Db, { from, to, branches }: CalendarSpan): Promise<CalendarCoupon[]> {
  const { rows } = await sql<CalendarCoupon>`
    select * from (
      select distinct on (coalesce(c.batch_id::text, c.code)) c.code as id,
        case when c.batch_id is null then c.code else 'Серия ' || left(c.code, 12) || '…' end as title,
        ${ofBranch} as branches, c.starts_at, c.ends_at, c.is_draft, c.batch_id is not null as is_group
      from coupons c
      where ${commonOrInBranches('c', branches)}
        and not c.is_personal and coalesce(c.starts_at < ${to}, true) and coalesce(c.ends_at > ${from}, true)
        and (c.starts_at is not null or c.ends_at is not null)
      order by coalesce(c.batch_id::text, c.code), c.code
    ) once order by starts_at nulls first, id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

/** Everybody's coupons of these codes, whenever they are good. */
export async function couponsOf(db: Db, codes: string[]): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select c.code as id, c.code as title, ${ofBranch} as branches, c.starts_at, c.ends_at, c.is_draft
    from coupons c where c.code = any(${codes}::text[]) and not c.is_personal`.execute(db);
  return rows;
}

/**
 * Plans of prices, but those given up or taken back, whose cells are due within the span; `starts_at` is the first of
 * them; a draft is not confirmed yet. `isCostShown`: those of purchase prices too.
 */
export async function calendarPlans(db: Db, span: CalendarSpan & { isCostShown: boolean }): Promise<CalendarRow[]> {
  const { from, to, branches, isCostShown } = span;
  const { rows } = await sql<CalendarRow>`
    select p.id::text, p.name as title, of.branches, due.starts_at, null::timestamptz as ends_at,
      p.state = 'rehearsed' as is_draft
    from price_plans p
    cross join lateral (
      select coalesce(min(due_at), (p.starts_on + make_interval(mins => p.starts_minute)) at time zone 'Europe/Moscow') as starts_at
      from price_plan_rows where plan_id = p.id
    ) due
    cross join lateral (
      select array_agg(distinct d.id_1c order by d.id_1c) as branches from departments d
      where d.branch_id_1c is null and (d.base_price = any(p.columns) or d.b2b_price = any(p.columns))
    ) of
    where due.starts_at >= ${from} and due.starts_at < ${to} and p.state not in ('cancelled', 'undoing', 'undone')
      and (${isCostShown} or not p.uses_cost)
      and (${branches}::text[] is null or of.branches && ${branches}::text[])
    order by due.starts_at, p.id limit ${mostCalendarRows}`.execute(db);
  return rows;
}

export type PlanInAction = { plan_id: string; action_id: string; goods: number; due_at: Date };

/**
 * Where a plan is to change prices of a promotion's goods, in a branch of both, while the promotion runs; of a draft at
 * the moment it would begin.
 */
export async function plansInActions(db: Db, plans: string[], actions: string[]): Promise<PlanInAction[]> {
  const { rows } = await sql<PlanInAction>`
    select r.plan_id::text, a.id::text as action_id, count(distinct r.product_id)::int as goods, min(due.at) as due_at
    from price_plans p
    join price_plan_rows r on r.plan_id = p.id
    cross join lateral (
      select coalesce(r.due_at, (
        select min((p.starts_on + make_interval(mins => p.starts_minute)) at time zone d.time_zone) from departments d
        where d.branch_id_1c is null and r.price_column in (d.base_price, d.b2b_price))) as at
    ) due
    join action_products ap on ap.product_id = r.product_id
    join actions a on a.id = ap.action_id and due.at > a.starts_at and due.at < a.ends_at
    where p.id = any(${plans}::int[]) and (r.state = 'waiting' or p.state = 'rehearsed' and r.kind = 'change') and a.id = any(${actions}::int[])
      and (a.department_id_1c is null or exists (
        select from departments d
        where d.id_1c = a.department_id_1c and r.price_column in (d.base_price, d.b2b_price)))
    group by r.plan_id, a.id order by r.plan_id, a.id`.execute(db);
  return rows;
}

export type PlansOnOnePrice = { former_id: string; plan_id: string; goods: number };

/**
 * Of these plans, in the order of their time: which two are to change the same prices, drafts too. Of more plans for
 * one price each is paired with the one before it: every cell is read once, however many plans there are.
 */
export async function plansOnOnePrice(db: Db, plans: string[]): Promise<PlansOnOnePrice[]> {
  const { rows } = await sql<PlansOnOnePrice>`
    with due as materialized (
      select p.id, p.columns, given.place from unnest(${plans}::int[]) with ordinality as given (id, place)
      join price_plans p on p.id = given.id and p.state in ('rehearsed', 'waiting', 'running')
    ), cells as (
      select r.plan_id, r.product_id,
        lag(r.plan_id) over (partition by r.product_id, r.price_column order by due.place) as former_id
      from due join price_plan_rows r on r.plan_id = due.id
      where (r.state = 'waiting' or r.state is null and r.kind = 'change')
        and exists (select from due other where other.id <> due.id and other.columns && due.columns)
    )
    select former_id::text, plan_id::text, count(distinct product_id)::int as goods from cells
    where former_id is not null group by former_id, plan_id order by former_id, plan_id`.execute(db);
  return rows;
}
