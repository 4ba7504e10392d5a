import type { PriceContext } from '#modules/departments/queries.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { dayWords } from '#shared/calendar-days.ts';
import { daysLookedThrough, lastDayAhead } from '#shared/delivery-days.ts';
import type { DeliveryRate } from '#shared/delivery-rate.ts';
import { formatPrice } from '#shared/money.ts';
import { addDays, nearDay } from '#shared/zoned-time.ts';

/** What the branch's tariff promises for its own city: the first day that can still be had, and the rates. */
export type HomeDelivery = {
  /** 'YYYY-MM-DD', by the branch's clock. */
  date: string;
  /** The present day there. */
  today: string;
  /** The cheapest first: the first that covers a weight is its price. */
  rates: DeliveryRate[];
  /** Of each rate, what a card says: «Доставка завтра, от 390 ₽». */
  words: string[];
};

type HomeRow = { today: string; date: string | null; rates: DeliveryRate[] };

const selectHome = preparedStatement<HomeRow>(
  'home_delivery',
  // The first zone that names the city, as `quoteDelivery` finds it (modules/orders/delivery.ts); the same days as
  // `openDeliveryDays` looks through (modules/orders/delivery-slots.ts), those on which the branch works, as
  // `isDeliveryDay` has it (modules/orders/receiving-times.ts); a zone with slots needs a free one that has not begun.
  `select local.now::date::text as today, (
      select coalesce(json_agg(json_build_object(
        'up_to_grams', r.up_to_grams, 'price_kopecks', r.price_kopecks, 'vehicle', r.vehicle
      ) order by r.price_kopecks, r.up_to_grams), '[]'::json)
      from delivery_zone_rates r where r.zone_id = z.id
    ) as rates,
    (
      select min(day)::text
      from (
        select day from generate_series(z.days_min, $3::int) ahead
        cross join lateral (select local.now::date + ahead as day) days
        where coalesce(
          (select e.closes_minute is not null from department_hour_exceptions e
            where e.department_id_1c = d.id_1c and e.date = day),
          exists (select from department_hours h
            where h.department_id_1c = d.id_1c and h.weekday = extract(isodow from day))
            or not exists (select from department_hours h where h.department_id_1c = d.id_1c))
        order by ahead limit $4::int
      ) working
      where not exists (select from delivery_slots s where s.zone_id = z.id) or exists (
        select from delivery_slots s
        where s.zone_id = z.id and local.now < day + s.opens_minute * interval '1 minute'
          and (s.places is null or s.places > (
            select count(*) from orders o
            where o.delivery_zone_id = z.id and o.receiving_date = day
              and o.receiving_from = s.opens_minute and o.state <> 'cancelled')))
    ) as date
  from departments d join delivery_zones z on z.department_id_1c = d.id_1c
  cross join lateral (select $2::timestamptz at time zone d.time_zone as now) local
  where d.id_1c = $1::text and replace(lower(d.city), 'ё', 'е') = any(z.places)
    and not exists (
      select from delivery_zones earlier where earlier.department_id_1c = d.id_1c
        and replace(lower(d.city), 'ё', 'е') = any(earlier.places)
        and (earlier.position, earlier.id) < (z.position, z.id))`,
);

const read = cachedRead<{ home: HomeDelivery | null }>({
  name: 'home_delivery',
  freshMs: 10_000,
  maxMs: 60_000,
  tags: ['departments'],
  whileFollowed: true,
  read: async (db, department_id_1c) => ({ home: await readHome(db, department_id_1c, new Date()) }),
});

async function readHome(db: Db, department_id_1c: string, now: Date): Promise<HomeDelivery | null> {
  const [row] = await selectHome(db, [department_id_1c, now, lastDayAhead, daysLookedThrough]);
  return row ? homeOf(row) : null;
}

/**
 * Delivery to the branch's own city as its zone, rates and free slots are (noticed within a minute); null: it has no
 * such zone, or no day of the next weeks is free. In a look at the shop, as of its moment.
 */
export async function homeDelivery(
  db: Db,
  { department_id_1c, shown_at }: Pick<PriceContext, 'department_id_1c' | 'shown_at'>,
): Promise<HomeDelivery | null> {
  return shown_at ? readHome(db, department_id_1c, shown_at) : (await read(db, department_id_1c)).home;
}

/** The heaviest load in grams that is delivered there by tomorrow; null: none is. */
export function deliveredTomorrow(home: HomeDelivery | null): number | null {
  if (!home || home.date > addDays(home.today, 1) || home.rates.length === 0) return null;
  return Math.max(...home.rates.map(({ up_to_grams }) => up_to_grams));
}

/**
 * «Доставка завтра, от 390 ₽» of a load in grams, as the checkout will ask it; null where that cannot be said: the
 * weight is not known (null or 0), or an operator has to price it.
 */
export function homeDeliveryWords(home: HomeDelivery | null, weight_grams: number | null): string | null {
  if (!home || !weight_grams) return null;
  const at = home.rates.findIndex(({ up_to_grams }) => up_to_grams >= weight_grams);
  return home.words[at] ?? null;
}

function homeOf({ today, date, rates }: HomeRow): HomeDelivery | null {
  if (date === null) return null;
  const day = nearDay(date, today, (other) => dayWords(other, other.slice(0, 4)));
  const words = rates.map(({ price_kopecks }) =>
    price_kopecks === 0 ? `Доставка ${day}, бесплатно` : `Доставка ${day}, от\u00a0${formatPrice(price_kopecks)}`,
  );
  return { today, date, rates, words };
}
