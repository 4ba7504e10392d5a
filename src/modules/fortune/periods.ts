import { addDays, localTime, weekdayOf } from '#shared/zoned-time.ts';
import type { Period } from './schema.ts';

/** The zone that days, weeks and months of a campaign are counted in, all branches alike. */
export const campaignZone = 'Europe/Moscow';

/**
 * Which period of the campaign `now` lies in: 'campaign', '2026-11', '2026-11-16' (the week's Monday) or '2026-11-21'.
 */
export function periodAt(period: Period, now: Date): string {
  const { date } = localTime(now, campaignZone);
  switch (period) {
    case 'campaign':
      return 'campaign';
    case 'month':
      return date.slice(0, 7);
    case 'week':
      return addDays(date, 1 - weekdayOf(date));
    case 'day':
      return date;
  }
}
