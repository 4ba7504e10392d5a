import type { CountLimits } from './units.ts';

/** What of a wish the stock can serve: `now` goes into an order, `rest` waits for a decision. Whole sales units. */
export type StockSplit = { now: number; rest: number };

/**
 * As much of `wanted` as lies in the store: whole steps, and nothing where less than the minimum is left. `available`:
 * what is left after reservations, null where the exchange never sent stock. An order takes no more than `now` (S7-36).
 */
export function splitByStock(
  { step, min_count }: Pick<CountLimits, 'step' | 'min_count'>,
  available: number | null,
  wanted: number,
): StockSplit {
  const most = Math.floor(Math.max(available ?? 0, 0) / step) * step;
  const now = Math.min(wanted, most);
  return now < min_count ? { now: 0, rest: wanted } : { now, rest: wanted - now };
}
