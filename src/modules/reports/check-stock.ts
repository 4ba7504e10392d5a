import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { demandRules } from '#shared/demand-causes.ts';

/**
 * Each hour: of every branch that is open now, the goods it sold within the last 56 days and has none of. Others are
 * left out: their loss would be nothing by the formula, and no table grows with the catalogue. An hour is looked at
 * once, so that the job may run again. Returns how many goods were out of stock.
 */
export async function checkStock(db: Db, now = new Date()): Promise<number> {
  const { numAffectedRows } = await sql`
    with branch as (
      select d.id_1c as department_id_1c, d.store, d.base_price, d.time_zone, local.at::date as day,
        set_bit(0::bit(24), extract(hour from local.at)::int, 1) as hours
      from departments d
      cross join lateral (select ${now}::timestamptz at time zone d.time_zone as at) local
      cross join lateral (select (extract(hour from local.at) * 60 + extract(minute from local.at))::int as minute) clock
      left join department_hour_exceptions x on x.department_id_1c = d.id_1c and x.date = local.at::date
      where d.branch_id_1c is null and case
        when x.date is not null then coalesce(clock.minute >= x.opens_minute and clock.minute < x.closes_minute, false)
        else exists (
          select from department_hours h where h.department_id_1c = d.id_1c and h.weekday = extract(isodow from local.at)
            and clock.minute >= h.opens_minute and clock.minute < h.closes_minute)
          or not exists (select from department_hours h where h.department_id_1c = d.id_1c)
        end
    ), fresh as (
      insert into stock_checks (day, department_id_1c, hours)
      select day, department_id_1c, hours from branch order by day, department_id_1c
      on conflict (day, department_id_1c) do update set hours = stock_checks.hours | excluded.hours
      where (stock_checks.hours & excluded.hours) <> excluded.hours
      returning department_id_1c
    ), sold as (
      select distinct b.department_id_1c, b.store, b.base_price, b.day, b.hours, l.product_id
      from fresh join branch b using (department_id_1c)
      join orders o on o.department_id_1c = b.department_id_1c
      join order_lines l on l.order_id = o.id
      where o.state <> 'cancelled' and o.created_at < ${now}
        and o.created_at >= ${now}::timestamptz - make_interval(days => ${demandRules.window_days}::int)
    )
    insert into stock_outs (day, department_id_1c, product_id, hours)
    select s.day, s.department_id_1c, s.product_id, s.hours
    from sold s
    join products p on p.id = s.product_id and p.switched_off_at is null
    join prices a on a.price_column = s.base_price and a.product_id = s.product_id and a.price is not null
    left join stock k on k.store = s.store and k.product_id = s.product_id
    where coalesce(k.on_hand - k.reserved, 0) < p.min_count
    order by s.day, s.department_id_1c, s.product_id
    on conflict (day, department_id_1c, product_id) do update set hours = stock_outs.hours | excluded.hours`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
