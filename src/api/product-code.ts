import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';
import type { Config } from '../config.ts';

/** The {product} of `/api/ecm/{product}/…`. */
export const ProductCode = z.string().max(100);

/** S7-35: an unknown product code is 404. */
export function checkProductCode(code: string, { PRODUCT_CODE }: Config): void {
  if (code !== PRODUCT_CODE) throw new Refusal('unknown_product_code');
}
