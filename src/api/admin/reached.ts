import { z } from 'zod';
import type { Conversion } from '#modules/reports/read-conversion.ts';

/** Visits and the orders that were placed on the site on the same days; null: no visit was counted. */
export const Reached = z.object({ visits: z.int(), product_views: z.int(), orders: z.int() }).nullable();
export type Reached = z.input<typeof Reached>;

/** Of these branches or days together. */
export function reachedBy(rows: Conversion[]): Reached {
  if (rows.length === 0) return null;
  const total = (of: (row: Conversion) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    visits: total(({ visits }) => visits),
    product_views: total(({ product_views }) => product_views),
    orders: total(({ orders }) => orders),
  };
}
