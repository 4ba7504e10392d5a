import type { Dates } from '#shared/calendar-days.ts';
import { RequestError, request } from '../request.ts';
import type { CalendarItem } from './calendar-words.ts';

/**
 * Sets the dates of a record by its own save, unless they are others by now than the calendar showed. Returns the line
 * of the audit log by which it is taken back; null: nothing was to be changed. Throws RequestError.
 */
export async function saveDates({ save, fixed, ...item }: CalendarItem, dates: Dates): Promise<string | null> {
  if (!save) throw new RequestError(409, { code: 'fixed', message: fixed ?? '' }, null);
  const bounds = (['starts_at', 'ends_at'] as const).flatMap((bound) => {
    const field = save[bound];
    return field === null || isSame(item[bound], dates[bound]) ? [] : { field, was: item[bound], is: dates[bound] };
  });
  if (bounds.length === 0) return null;
  const { body, headers } = await request<Record<string, unknown>>(save.url);
  if (bounds.some(({ field, was }) => !isSame(was, body[field])))
    throw new RequestError(412, { code: 'changed', message: 'Пока вы переносили, срок записи изменили' }, null);
  const written = await request(save.url, {
    method: 'PATCH',
    body: Object.fromEntries(bounds.map(({ field, is }) => [field, is])),
    headers: { 'If-Match': headers.get('ETag') ?? '' },
  });
  return written.headers.get('Audit-Line');
}

/** Two ways to write one moment. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return a === b;
  return Date.parse(a) === Date.parse(b);
}
