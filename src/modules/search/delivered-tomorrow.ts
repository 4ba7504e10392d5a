import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';

const selectHeaviest = preparedStatement<{ grams: number | null }>(
  'delivered_tomorrow',
  // The first zone that names the city, as `quoteDelivery` finds it (modules/orders/delivery.ts); one with slots needs
  // a free one that has not begun, as for `openDeliveryDays` (modules/orders/delivery-slots.ts).
  `select (select max(r.up_to_grams) from delivery_zone_rates r where r.zone_id = z.id) as grams
  from departments d join delivery_zones z on z.department_id_1c = d.id_1c
  cross join lateral (select $2::timestamptz at time zone d.time_zone as now) local
  where d.id_1c = $1::text and replace(lower(d.city), 'ё', 'е') = any(z.places) and z.days_min <= 1
    and not exists (
      select from delivery_zones earlier where earlier.department_id_1c = d.id_1c
        and replace(lower(d.city), 'ё', 'е') = any(earlier.places)
        and (earlier.position, earlier.id) < (z.position, z.id))
    and (
      not exists (select from delivery_slots s where s.zone_id = z.id)
      or exists (
        select from delivery_slots s cross join generate_series(z.days_min, 1) ahead
        where s.zone_id = z.id and local.now < local.now::date + ahead + s.opens_minute * interval '1 minute'
          and (s.places is null or s.places > (
            select count(*) from orders o
            where o.delivery_zone_id = z.id and o.receiving_date = local.now::date + ahead
              and o.receiving_from = s.opens_minute and o.state <> 'cancelled'))))`,
);

const heaviest = cachedRead<{ grams: number | null }>({
  name: 'delivered_tomorrow',
  freshMs: 10_000,
  maxMs: 60_000,
  tags: ['departments'],
  whileFollowed: true,
  read: async (db, department_id_1c) =>
    (await selectHeaviest(db, [department_id_1c, new Date()]))[0] ?? { grams: null },
});

/**
 * The heaviest load in grams that the branch's tariff brings to its own city by tomorrow; null: it has no such zone, or
 * every slot of its days until then is taken (noticed within a minute).
 */
export async function deliveredTomorrow(db: Db, department_id_1c: string): Promise<number | null> {
  return (await heaviest(db, department_id_1c)).grams;
}
