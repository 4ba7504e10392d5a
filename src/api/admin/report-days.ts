import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';

/** By whose clock it is today, where days are left out; a row's day is that of its branch. */
const zone = 'Europe/Moscow';
const usualDays = 28;
/** As long as losses are kept. */
const mostDays = 396;

/**
 * The days of a report, 'YYYY-MM-DD', both included; the last 28 where none are named. Throws bad_input for the wrong
 * way round, or for more than a year and a month.
 */
export function periodOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: string; to: string } {
  const last = to ?? localTime(now, zone).date;
  const first = from ?? addDays(last, 1 - usualDays);
  if (first > last) throw new Refusal('bad_input', { fields: { from: 'Первый день позже последнего' } });
  if (addDays(first, mostDays) <= last)
    throw new Refusal('bad_input', { fields: { from: `Не больше ${countOf(mostDays, 'дня', 'дней', 'дней')} сразу` } });
  return { from: first, to: last };
}
