import type { Department } from '#modules/departments/queries.ts';
import { lastDayAhead } from '#shared/delivery-days.ts';
import { addDays, localTime, weekdayOf } from '#shared/zoned-time.ts';

/** Minutes from midnight. */
export type Slot = { from: number; to: number };

export type Hours = Pick<Department, 'hours' | 'hour_exceptions' | 'time_zone'>;
type Point = Hours & Pick<Department, 'pickup_slot_minutes'>;

/** When the department works on this day by its own calendar; null: closed. */
export function openHoursOn({ hours, hour_exceptions }: Hours, date: string): Slot | null {
  const day =
    hour_exceptions.find((other) => other.date === date) ?? hours.find(({ weekday }) => weekday === weekdayOf(date));
  if (!day || day.opens_minute === null || day.closes_minute === null) return null;
  return { from: day.opens_minute, to: day.closes_minute };
}

/**
 * The hours of a point cut into slots, on the present day those that are not over; what is left of the day under half a
 * slot joins the one before it. None where the point offers no hours.
 */
export function pickupSlots(point: Point, date: string, now: Date): Slot[] {
  const open = openHoursOn(point, date);
  const minutes = point.pickup_slot_minutes;
  if (!open || minutes === null) return [];
  const slots: Slot[] = [];
  for (let from = open.from; from < open.to; from += minutes) {
    const to = Math.min(from + minutes, open.to);
    const previous = slots.at(-1);
    if (previous && (to - from) * 2 < minutes) previous.to = to;
    else slots.push({ from, to });
  }
  return slotsAhead(slots, date, point.time_zone, now);
}

/** Of the day's slots those that are not over by the clock of the place. */
function slotsAhead(slots: Slot[], date: string, time_zone: string, now: Date): Slot[] {
  const local = localTime(now, time_zone);
  return date > local.date ? slots : slots.filter(({ to }) => date === local.date && to > local.minute);
}

/**
 * The next days on which the point is open, from today while it is, not before `first`, on which the goods are ready
 * there, and up to `until`, when they are kept no longer.
 */
export function pickupDays(
  point: Hours,
  now: Date,
  { first, until }: { first: string | null; until: Date | null },
  count: number,
): string[] {
  const today = localTime(now, point.time_zone).date;
  const last = until ? localTime(until, point.time_zone).date : addDays(today, lastDayAhead);
  const days: string[] = [];
  for (
    let date = first !== null && first > today ? first : today;
    date <= last && days.length < count;
    date = addDays(date, 1)
  ) {
    const open = openHoursOn(point, date);
    if (open && slotsAhead([open], date, point.time_zone, now).length > 0) days.push(date);
  }
  return days;
}

/** The minute of this day from which the goods are at their point; 1440, its end: they come later. */
export function readyFrom(ready: { date: string; minute: number } | null, date: string): number {
  if (!ready || date > ready.date) return 0;
  return date === ready.date ? ready.minute : 1440;
}

/**
 * Goods leave a branch on the days on which it works; without hours of its own on every one that its calendar does not
 * close. As `home_delivery` finds it in SQL (modules/catalogue/home-delivery.ts).
 */
export function isDeliveryDay(branch: Hours, date: string): boolean {
  const exception = branch.hour_exceptions.find((other) => other.date === date);
  if (exception) return exception.closes_minute !== null;
  return branch.hours.length === 0 || openHoursOn(branch, date) !== null;
}

/** The next days of delivery to a zone; none outside the zones, where an operator names the day. */
export function deliveryDays(days_min: number | null, branch: Hours, now: Date, count: number): string[] {
  if (days_min === null) return [];
  const today = localTime(now, branch.time_zone).date;
  const days: string[] = [];
  for (let ahead = days_min; ahead <= lastDayAhead && days.length < count; ahead++) {
    const date = addDays(today, ahead);
    if (isDeliveryDay(branch, date)) days.push(date);
  }
  return days;
}
