import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { demandCauses, demandRules } from '#shared/demand-causes.ts';
import { addDays } from '#shared/zoned-time.ts';

/** Days that each hour are counted again: a cart is left after a day, and the clocks of branches differ. */
const freshDays = 3;
/** Once a day so many: a cart that was left may have been taken up again. */
export const settledDays = 14;

/** The days that are counted now, the latest first: 'YYYY-MM-DD'. At night, by UTC, more of them. */
export function daysToCount(now: Date): string[] {
  const count = now.getUTCHours() === 1 ? settledDays : freshDays;
  // A branch whose clock is ahead of UTC may already have tomorrow.
  const last = addDays(now.toISOString().slice(0, 10), 1);
  return Array.from({ length: count + 1 }, (_, ago) => addDays(last, -ago));
}

/**
 * Makes the losses of a day ('YYYY-MM-DD' by each branch's clock) from what the shop knows now, by the formulas of
 * `demandCauseWords`: counted twice it is the same. Prices are the branch's at this moment. Kopecks are rounded half up
 * in each row, so that any sum of rows agrees. Returns how many rows there are.
 */
export function countLossesOf(db: Db, day: string, now = new Date()): Promise<number> {
  return db.transaction().execute(async (db) => {
    // Two workers that count the same day would meet at the unique keys.
    await sql`select pg_advisory_xact_lock(hashtext('count_losses'))`.execute(db);
    await sql`delete from demand_losses where day = ${day}::date`.execute(db);
    const { numAffectedRows } = await sql`
      with branch as (${branches()}),
      line as materialized (${linesBefore(day)}),
      goods as (
        ${outOfStock(day)}
        union all ${askedMore(day)}
        union all ${leftCarts(day, now)}
        union all ${waitedFor(day)}
      ), counted as (
        select distinct on (department_id_1c, product_id) department_id_1c, cause, product_id, times, units, sum, detail
        from goods where sum > 0
        order by department_id_1c, product_id, sum desc, array_position(${[...demandCauses]}::text[], cause)
      )
      insert into demand_losses (day, department_id_1c, cause, product_id, words, times, units, sum, detail)
      select ${day}::date, department_id_1c, cause, product_id, null::text, times, units, sum, detail from counted
      union all
      select ${day}::date, department_id_1c, cause, null::int, words, times, units, sum, detail from (${notFound(day)}) missed
      `.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}

function branches(): RawBuilder<unknown> {
  return sql`select id_1c, store, base_price, time_zone from departments where branch_id_1c is null`;
}

/** Lines of orders of the 56 days before, cancelled orders aside, by the branch that sold them. */
function linesBefore(day: string): RawBuilder<unknown> {
  return sql`
    select o.department_id_1c, l.product_id, l.count, l.sum
    from orders o join branch b on b.id_1c = o.department_id_1c join order_lines l on l.order_id = o.id
    where o.state <> 'cancelled' and ${within(sql`o.created_at`, day, demandRules.window_days, 1)}`;
}

/**
 * The moment lies on a day of the branch's clock, from `first` to `last` days before `day`. The other condition is for
 * the index: no clock is a day from another.
 */
function within(moment: RawBuilder<unknown>, day: string, first: number, last: number): RawBuilder<unknown> {
  return sql`(${moment} at time zone b.time_zone)::date between ${addDays(day, -first)}::date and ${addDays(day, -last)}::date
    and ${moment} >= ${`${addDays(day, -first - 1)}T00:00:00Z`}::timestamptz
    and ${moment} < ${`${addDays(day, 2 - last)}T00:00:00Z`}::timestamptz`;
}

/** Half up, exactly: a quotient of numeric is cut off somewhere. */
function rounded(above: RawBuilder<unknown>, below: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`div(2 * (${above})::numeric + (${below}), 2 * (${below})::numeric)::bigint`;
}

function outOfStock(day: string): RawBuilder<unknown> {
  const { window_days } = demandRules;
  const above = sql`a.price::numeric * sold.units * n.out`;
  const below = sql`n.checked * n.days`;
  return sql`
    select s.department_id_1c, 'out_of_stock' as cause, s.product_id, coalesce(w.views_out, 0) as times,
      round(sold.units::numeric * n.out / (${below}), 3) as units, ${rounded(above, below)} as sum,
      jsonb_build_object('hours', n.out, 'checked', n.checked, 'sold', sold.units, 'days', n.days, 'price', a.price) as detail
    from stock_outs s
    join branch b on b.id_1c = s.department_id_1c
    join stock_checks c on c.day = s.day and c.department_id_1c = s.department_id_1c
    join (select department_id_1c, product_id, sum(count)::bigint as units from line group by department_id_1c, product_id) sold
      on sold.department_id_1c = s.department_id_1c and sold.product_id = s.product_id
    join prices a on a.price_column = b.base_price and a.product_id = s.product_id and a.price is not null
    left join wanted_days w on w.day = s.day and w.department_id_1c = s.department_id_1c and w.product_id = s.product_id
    cross join lateral (
      select bit_count(s.hours) as out, bit_count(c.hours) as checked, greatest(${window_days}::int - (
        select count(*) from stock_outs e join stock_checks f on f.day = e.day and f.department_id_1c = e.department_id_1c
        where e.product_id = s.product_id and e.department_id_1c = s.department_id_1c and e.hours = f.hours
          and e.day between ${addDays(day, -window_days)}::date and ${addDays(day, -1)}::date), 1) as days
    ) n
    where s.day = ${day}::date`;
}

function askedMore(day: string): RawBuilder<unknown> {
  return sql`
    select department_id_1c, 'asked_more' as cause, product_id, sum(times)::int as times, sum(units)::numeric as units,
      sum(sum)::bigint as sum, jsonb_build_object('units', sum(units)) as detail
    from (
      select w.department_id_1c, w.product_id, w.left_times as times, w.left_units as units, w.left_units * a.price as sum
      from wanted_days w join branch b on b.id_1c = w.department_id_1c
      join prices a on a.price_column = b.base_price and a.product_id = w.product_id and a.price is not null
      where w.day = ${day}::date and w.left_units > 0
      union all
      ${agreedToLess(day)}
      union all
      ${closedShort(day)}
    ) lacking
    group by department_id_1c, product_id`;
}

/** Lines that the buyer gave up or made smaller, because there was too little, without what stands for them now. */
function agreedToLess(day: string): RawBuilder<unknown> {
  return sql`
    select o.department_id_1c, g.product_id, 1 as times, (g.count_before - g.count_after)::bigint as units,
      greatest(g.sum_before - g.sum_after - coalesce((
        select sum(i.sum_after) from jsonb_to_recordset(q.lines) i(instead_of int, sum_after bigint)
        where i.instead_of = g.product_id), 0), 0) as sum
    from order_proposals q join orders o on o.id = q.order_id join branch b on b.id_1c = o.department_id_1c
    cross join lateral jsonb_to_recordset(q.lines)
      g(product_id int, count_before int, count_after int, sum_before bigint, sum_after bigint, available int)
    join products p on p.id = g.product_id
    where q.state = 'accepted' and ${within(sql`q.answered_at`, day, 0, 0)}
      and g.count_after < g.count_before and g.available < g.count_before`;
}

/**
 * What an order was ended without (`closeShort`): of one paid at the desk the former lines of that moment say it, of a
 * paid one the reservations that were given back then.
 */
function closedShort(day: string): RawBuilder<unknown> {
  return sql`
    select o.department_id_1c, f.product_id, 1 as times, (f.count - coalesce(l.count, 0))::bigint as units,
      (f.count - coalesce(l.count, 0))::bigint * f.price as sum
    from orders o join branch b on b.id_1c = o.department_id_1c
    join former_order_lines f on f.order_id = o.id and f.ended_at = o.completed_at
    left join order_lines l on l.order_id = o.id and l.product_id = f.product_id
    where o.state = 'completed' and ${within(sql`o.completed_at`, day, 0, 0)} and f.count > coalesce(l.count, 0)
    union all
    select o.department_id_1c, l.product_id, 1 as times, r.count::bigint as units, r.count::bigint * l.price as sum
    from orders o join branch b on b.id_1c = o.department_id_1c
    join order_lines l on l.order_id = o.id
    join reservations r on r.order_line_id = l.id and r.why = 'cancelled' and r.ended_at = o.completed_at
    where o.state = 'completed' and ${within(sql`o.completed_at`, day, 0, 0)}
      and not exists (
        select from former_order_lines f
        where f.order_id = o.id and f.ended_at = o.completed_at and f.product_id = l.product_id)`;
}

/**
 * Carts of accounts that nobody has touched for a day, by the day of their last change; how many carts become orders is
 * asked of the whole shop: a branch has too few of them.
 */
function leftCarts(day: string, now: Date): RawBuilder<unknown> {
  const { window_days, left_hours } = demandRules;
  const left = new Date(now.getTime() - left_hours * 3_600_000);
  const above = sql`a.price::numeric * g.units * share.orders`;
  const below = sql`(share.orders + share.carts)`;
  return sql`
    select g.department_id_1c, 'left_cart' as cause, g.product_id, g.times, g.units::numeric as units,
      ${rounded(above, below)} as sum,
      jsonb_build_object('units', g.units, 'orders', share.orders, 'carts', share.carts, 'price', a.price) as detail
    from (
      select b.id_1c as department_id_1c, b.base_price, l.product_id, count(*)::int as times, sum(l.count)::bigint as units
      from carts c join branch b on b.id_1c = c.department_id_1c join cart_lines l on l.cart_id = c.id
      where c.changed_at <= ${left} and ${within(sql`c.changed_at`, day, 0, 0)}
      group by b.id_1c, b.base_price, l.product_id
    ) g
    join prices a on a.price_column = g.base_price and a.product_id = g.product_id and a.price is not null
    cross join (
      select (
        select count(*) from orders o join branch b on b.id_1c = o.department_id_1c
        where o.user_id is not null and o.state <> 'cancelled' and not o.is_by_phone
          and ${within(sql`o.created_at`, day, window_days, 1)}
      ) as orders, (
        select count(*) from carts c join branch b on b.id_1c = c.department_id_1c
        where c.changed_at <= ${left} and ${within(sql`c.changed_at`, day, window_days, 1)}
          and exists (select from cart_lines l where l.cart_id = c.id)
      ) as carts
    ) share
    where share.orders > 0`;
}

/** Wishes to be told that goods are back, on the day they were confirmed. */
function waitedFor(day: string): RawBuilder<unknown> {
  const above = sql`a.price::numeric * g.times`;
  return sql`
    select g.department_id_1c, 'waiting' as cause, g.product_id, g.times, g.times::numeric as units,
      ${rounded(above, sql`${demandRules.waiting_divisor}::int`)} as sum,
      jsonb_build_object('units', g.times, 'price', a.price) as detail
    from (
      select b.id_1c as department_id_1c, b.base_price, s.product_id, count(*)::int as times
      from subscriptions s join branch b on b.id_1c = s.department_id_1c
      where s.topic = 'back_in_stock' and s.product_id is not null and ${within(sql`s.confirmed_at`, day, 0, 0)}
        and (s.ended_at is null or (s.ended_at at time zone b.time_zone)::date > ${day}::date)
      group by b.id_1c, b.base_price, s.product_id
    ) g
    join prices a on a.price_column = g.base_price and a.product_id = g.product_id and a.price is not null`;
}

/**
 * Queries in vain. How many visits end in an order is known of the days on which visits were counted; without any, or
 * without an order, the queries are listed and their sum is 0.
 */
function notFound(day: string): RawBuilder<unknown> {
  const { window_days, doubtful_tenths } = demandRules;
  const above = sql`(10 * m.nothing + ${doubtful_tenths}::int * m.doubtful)::numeric * least(reach.orders, reach.visits) * average.sum`;
  const below = sql`(10 * reach.visits * average.lines)`;
  return sql`
    select m.department_id_1c, 'not_found' as cause, m.words, (m.nothing + m.doubtful)::int as times, 0::numeric as units,
      case when reach.visits > 0 and average.lines > 0 then ${rounded(above, below)} else 0 end as sum,
      jsonb_build_object('nothing', m.nothing, 'doubtful', m.doubtful, 'orders', coalesce(reach.orders, 0),
        'visits', coalesce(reach.visits, 0), 'lines', coalesce(average.lines, 0), 'lines_sum', coalesce(average.sum, 0)) as detail
    from (
      select department_id_1c, words, coalesce(sum(times) filter (where kind = 'nothing'), 0)::bigint as nothing,
        coalesce(sum(times) filter (where kind = 'doubtful'), 0)::bigint as doubtful
      from search_misses where day = ${day}::date group by department_id_1c, words
    ) m
    join branch b on b.id_1c = m.department_id_1c
    left join (
      select v.department_id_1c, sum(v.visits)::bigint as visits, sum((
        select count(*) from orders o
        where o.department_id_1c = v.department_id_1c and o.state <> 'cancelled' and not o.is_by_phone
          and (o.created_at at time zone b.time_zone)::date = v.day
          and o.created_at >= v.day - interval '1 day' and o.created_at < v.day + interval '2 days'))::bigint as orders
      from visit_days v join branch b on b.id_1c = v.department_id_1c
      where v.day between ${addDays(day, -window_days)}::date and ${addDays(day, -1)}::date and v.visits > 0
      group by v.department_id_1c
    ) reach on reach.department_id_1c = m.department_id_1c
    left join (
      select department_id_1c, count(*)::bigint as lines, sum(sum)::bigint as sum from line group by department_id_1c
    ) average on average.department_id_1c = m.department_id_1c`;
}
