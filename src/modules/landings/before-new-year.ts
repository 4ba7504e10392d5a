import { addDays, localTime } from '#shared/zoned-time.ts';

/**
 * Until which day an order of goods in stock still arrives before 31 December, per zone; dates 'YYYY-MM-DD' of the
 * branch.
 */
export type LastDay = { zone: string; days_max: number; date: string };

/** The season's pages are about the coming New Year from October on. */
const firstMonth = 10;

/**
 * From a zone's own longest term: ordered by that day, it is there by 30 December. Zones whose day has passed are left
 * out; before October and without zones nothing is promised.
 */
export function lastDeliveryDays(zones: { name: string; days_max: number }[], time_zone: string, now: Date): LastDay[] {
  const today = localTime(now, time_zone).date;
  if (Number(today.slice(5, 7)) < firstMonth) return [];
  return zones
    .map(({ name, days_max }) => ({ zone: name, days_max, date: addDays(`${today.slice(0, 4)}-12-30`, -days_max) }))
    .filter(({ date }) => date >= today);
}
