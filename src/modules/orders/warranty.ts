import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** A line's warranty: its last day, 'YYYY-MM-DD' by the clock of the order's branch. */
export type Warranty = { position: number; name: string; months: number; until: string };

/** How much of a line `l` came back: through the shop's own refunds, or at a till. */
const returned = sql<number>`(
  coalesce((select sum(b.count) from order_returns b where b.order_line_id = l.id), 0) +
  coalesce((select sum((back->>'count')::int)
    from payments y join refunds f on f.payment_id = y.id cross join jsonb_array_elements(f.lines) back
    where y.order_id = l.order_id and f.reason = 'returned' and f.state <> 'canceled'
      and (back->>'position')::int = l.position), 0))`;

/**
 * Warranties of an order `o` of a branch `d`: of lines that were handed over and did not come back whole, counted by
 * calendar months from the day on which the first of a line's goods left.
 */
const warranties = sql<Warranty>`(
  select w.position, w.name, w.months, ((w.given_on + make_interval(months => w.months))::date)::text as until
  from (
    select l.position, l.name, l.warranty_months as months,
      (select (min(r.ended_at) at time zone d.time_zone)::date from reservations r
        where r.order_line_id = l.id and r.why = 'handed_over') as given_on
    from order_lines l where l.order_id = o.id and l.warranty_months is not null and l.count > ${returned}
  ) w
  where w.given_on is not null)`;

export async function warrantiesOf(db: Db, order_id: string): Promise<Warranty[]> {
  const { rows } = await sql<Warranty>`
    select w.* from orders o join departments d on d.id_1c = o.department_id_1c cross join lateral ${warranties} w
    where o.id = ${order_id}::uuid order by w.position`.execute(db);
  return rows;
}

/** For statements over `orders o` of a branch `d`: those of its warranties that last on the day of `now`, as JSON. */
export function lastingWarranties(now: Date): RawBuilder<Warranty[]> {
  return sql<Warranty[]>`(
    select coalesce(json_agg(w order by w.until, w.position), '[]'::json) from ${warranties} w
    where w.until >= (${now}::timestamptz at time zone d.time_zone)::date::text)`;
}

/** For statements over `orders o` of a branch `d`: goods of it are under warranty on the day of `now`. */
export function isUnderWarranty(now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from ${warranties} w where w.until >= (${now}::timestamptz at time zone d.time_zone)::date::text)`;
}
