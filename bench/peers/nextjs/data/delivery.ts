import { formatPrice } from '@shop/shared/money.ts';
import { rowsOf } from './database.ts';

/** Delivery to the branch's own city: the heaviest load brought by tomorrow, and what a card says of each rate. */
export type Delivery = { tomorrowGrams: number; rates: { up_to_grams: number; words: string }[] };

type DeliveryRow = { days: number | null; rates: { up_to_grams: number; price_kopecks: number }[] };

export async function readDelivery(department_id_1c: string): Promise<Delivery | null> {
  const [row] = await rowsOf<DeliveryRow>('delivery', deliveryText, [department_id_1c]);
  if (!row || row.days === null) return null;
  const day = dayWords(row.days);
  const rates = row.rates.map(({ up_to_grams, price_kopecks: price }) => ({
    up_to_grams,
    words: price === 0 ? `Доставка ${day}, бесплатно` : `Доставка ${day}, от\u00a0${formatPrice(price)}`,
  }));
  const heaviest = Math.max(0, ...rates.map(({ up_to_grams }) => up_to_grams));
  return { tomorrowGrams: row.days <= 1 ? heaviest : 0, rates };
}

/** Null: the weight is not known, or nobody delivers so much. */
export function deliveryWords(delivery: Delivery | null, grams: number): string | null {
  if (!delivery || grams === 0) return null;
  return delivery.rates.find(({ up_to_grams }) => up_to_grams >= grams)?.words ?? null;
}

function dayWords(days: number): string {
  if (days < 2) return days === 0 ? 'сегодня' : 'завтра';
  const date = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long' }).format(date).replace(' ', '\u00a0');
}

// The first zone that names the city; where it has slots, the first day of a free one that has not begun.
const deliveryText = `
  select (
      select coalesce(json_agg(json_build_object('up_to_grams', r.up_to_grams, 'price_kopecks', r.price_kopecks)
        order by r.price_kopecks, r.up_to_grams), '[]'::json)
      from delivery_zone_rates r where r.zone_id = z.id
    ) as rates,
    case when not exists (select from delivery_slots s where s.zone_id = z.id) then z.days_min
    else (
      select min(ahead)::int
      from delivery_slots s cross join generate_series(z.days_min, z.days_min + 20) ahead
      where s.zone_id = z.id and local.now < local.now::date + ahead + s.opens_minute * interval '1 minute'
        and (s.places is null or s.places > (
          select count(*) from orders o
          where o.delivery_zone_id = z.id and o.receiving_date = local.now::date + ahead
            and o.receiving_from = s.opens_minute and o.state <> 'cancelled'))
    ) end as days
  from departments d join delivery_zones z on z.department_id_1c = d.id_1c
  cross join lateral (select now() at time zone d.time_zone as now) local
  where d.id_1c = $1::text and replace(lower(d.city), 'ё', 'е') = any(z.places)
  order by z.position, z.id
  limit 1`;
