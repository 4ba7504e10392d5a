import { sql } from 'kysely';
import { type ReservationTerms, unsetSettings } from '#modules/settings/schema.ts';
import type { Db } from '#platform/database.ts';
import { addDays, localTime, momentOf, weekdayOf } from '#shared/zoned-time.ts';

/** When a department works; minutes from midnight of its own clock. */
export type Calendar = {
  time_zone: string;
  hours: { weekday: number; closes_minute: number }[];
  /** closes_minute null: closed all day. */
  exceptions: { date: string; closes_minute: number | null }[];
};

/** The terms as stored under 'reservation_terms', null or partly set, made whole. */
export function wholeTerms(stored: Partial<ReservationTerms> | null): ReservationTerms {
  return { ...unsetSettings.reservation_terms, ...stored };
}

/**
 * S7-36: an order so dear, or one that takes so much of a product, is large. `total` in kopecks, counts in sales units.
 */
export function isLargeOrder(
  lines: readonly { count: number; available: number }[],
  total: number,
  terms: ReservationTerms,
): boolean {
  const takesMuch = ({ count, available }: (typeof lines)[number]) =>
    count > terms.large_count && count * 100 > available * terms.large_stock_percent;
  return total > terms.large_sum * 100 || lines.some(takesMuch);
}

/**
 * The department's calendar, the shop's terms, and for how many working days the department keeps a ready order, in one
 * read.
 */
export async function readTerms(
  db: Db,
  department_id_1c: string,
): Promise<{ calendar: Calendar; terms: ReservationTerms; storage_days: number }> {
  const { rows } = await sql<Calendar & { storage_days: number; terms: Partial<ReservationTerms> | null }>`
    select d.time_zone, d.storage_days,
      (select coalesce(json_agg(json_build_object('weekday', weekday, 'closes_minute', closes_minute)), '[]'::json)
        from department_hours where department_id_1c = d.id_1c) as hours,
      (select coalesce(json_agg(json_build_object('date', date, 'closes_minute', closes_minute)), '[]'::json)
        from department_hour_exceptions where department_id_1c = d.id_1c) as exceptions,
      (select value from settings where key = 'reservation_terms') as terms
    from departments d where d.id_1c = ${department_id_1c}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`Нет подразделения ${department_id_1c}`);
  const { terms, storage_days, ...calendar } = row;
  return { calendar, terms: wholeTerms(terms), storage_days };
}

/**
 * Closing time of the n-th working day after the day of `from`, by the department's clock. Working days are Monday to
 * Friday without the days the department's calendar closes; without hours of its own a day ends at midnight.
 */
export function endOfWorkingDay({ time_zone, hours, exceptions }: Calendar, from: Date, days: number): Date {
  let date = localTime(from, time_zone).date;
  let closes = 1440;
  for (let left = days; left > 0; ) {
    date = addDays(date, 1);
    const exception = exceptions.find((other) => other.date === date);
    if (weekdayOf(date) > 5 || exception?.closes_minute === null) continue;
    left -= 1;
    const usual = hours.find(({ weekday }) => weekday === weekdayOf(date))?.closes_minute;
    closes = exception?.closes_minute ?? usual ?? 1440;
  }
  return momentOf(date, closes, time_zone);
}
