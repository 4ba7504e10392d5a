import { reservedKeys } from '#shared/listing-query.ts';

/**
 * Codes that no attribute may have: keys of a list's address, which `attributes_code_is_free` refuses too, and what
 * every object of JavaScript has.
 */
export const reservedCodes: ReadonlySet<string> = new Set([
  ...reservedKeys,
  'brand',
  'action',
  'price',
  'base_price',
  'from',
  'constructor',
]);
