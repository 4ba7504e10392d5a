import { z } from 'zod';
import {
  defaultLimit,
  type Listing as ListingFields,
  maxLimit,
  maxQueryLength,
  perSwitch,
  sorts,
} from '#shared/listing-query.ts';

/**
 * What a list shows. `category`, `brand`, `action` and `q` are its scope; `filters` narrows it: attribute code → ids of
 * values (a tick each), or one 'from..to' for an attribute of numbers; the keys `brand` and `action` hold slugs. Prices
 * in kopecks, `base_price_…` of one base unit.
 */
export const Listing = z.object({
  category: z.string().optional(),
  brand: z.string().optional(),
  action: z.string().optional(),
  q: z.string().max(maxQueryLength).optional(),
  /** Search q as typed, without corrections. */
  exact: z.boolean().optional(),
  filters: z.record(z.string(), z.array(z.string())).default({}),
  price_from: z.number().int().min(0).max(2_147_483_647).optional(),
  price_to: z.number().int().min(0).max(2_147_483_647).optional(),
  base_price_from: z.number().int().min(0).max(2_147_483_647).optional(),
  base_price_to: z.number().int().min(0).max(2_147_483_647).optional(),
  ...perSwitch(() => z.boolean().optional()),
  sort: z.enum(sorts).default('popular'),
  page: z.number().int().min(1).max(100_000).default(1),
  limit: z.number().int().min(1).max(maxLimit).default(defaultLimit),
});
export type Listing = ListingFields;
