import { formatDateTime } from '#shared/dates.ts';
import type { CalendarItem } from './calendar-words.ts';

/** «с 01.12.2026 00:00 до 10.01.2027 00:00», with what is known of it. */
export function whenWords({ starts_at: from, ends_at: to }: Pick<CalendarItem, 'starts_at' | 'ends_at'>): string {
  return [from && `с ${formatDateTime(from)}`, to && `до ${formatDateTime(to)}`].filter(Boolean).join(' ');
}
