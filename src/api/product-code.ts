import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';
import type { Api, ApiContext } from './api.ts';

/** The {product} of `/api/ecm/{product}/…`. */
export const ProductCode = z.string().max(100);

/** S7-35: an unknown product code is 404 for every call below it, once the call itself is well-formed. */
export function checkProductCode(api: Api, { config }: ApiContext): void {
  api.addHook('preHandler', (request, _reply, done) => {
    const { product } = request.params as { product?: string };
    const isUnknown = product !== undefined && product !== config.PRODUCT_CODE;
    done(isUnknown ? new Refusal('unknown_product_code') : undefined);
  });
}
