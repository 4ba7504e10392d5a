import type { Refusal } from '#platform/refusal.ts';

/**
 * How a page's action answers a refusal that it tells in its own words: the status, and after how many seconds to come
 * back (S7-35).
 */
export function refusedInit({ status, details }: Pick<Refusal, 'status' | 'details'>): ResponseInit {
  const wait = details.retry_after;
  return typeof wait === 'number' ? { status, headers: { 'Retry-After': String(wait) } } : { status };
}
