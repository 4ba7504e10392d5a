import { Refusal } from '#platform/refusal.ts';
import { typedDay } from '#shared/typed-day.ts';
import { localTime } from '#shared/zoned-time.ts';
import { notFound, PageFailure } from '#web/parts/request/page-failure.ts';

/** The firm of the address; what is no id is nobody's. */
export function companyOf(id: string): number {
  const number = Number(id);
  if (!Number.isSafeInteger(number) || number < 1) throw notFound();
  return number;
}

/**
 * The period of the address; without one, or without sense, the quarter so far by this clock. It ends today at the
 * latest: nobody knows yet what the balance of a later day will be.
 */
export function periodOf(query: URLSearchParams, zone: string): { from: string; to: string } {
  const today = localTime(new Date(), zone).date;
  const to = typedDay(query.get('to'));
  const month = Number(today.slice(5, 7));
  const first = String(month - ((month - 1) % 3)).padStart(2, '0');
  return {
    from: typedDay(query.get('from')) ?? `${today.slice(0, 4)}-${first}-01`,
    to: to !== null && to < today ? to : today,
  };
}

/** What the page fails with. */
export function failOf(error: unknown): unknown {
  return error instanceof Refusal ? new PageFailure(error.status) : error;
}
