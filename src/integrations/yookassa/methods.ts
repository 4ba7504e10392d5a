import type { Methods } from '#integrations/payments/provider.ts';
import { createCache } from '#platform/cache.ts';
import type { Db } from '#platform/database.ts';
import { callYookassa, type YookassaShop } from './client.ts';
import { readMethods } from './mapping.ts';

const cached = createCache<string, Methods>({ name: 'yookassa_methods', max: 20, maxAgeMs: 600_000 });

/** Every contract has these; whether it has a credit only YooKassa can say. */
const usual: Methods = { card: 'bank_card', sbp: 'sbp' };

/** Which methods the contract has, with YooKassa's word for each; asked at most every ten minutes per process. */
export async function yookassaMethods(db: Db, shop: YookassaShop): Promise<Methods> {
  const key = `${await shop.findUrl()} ${shop.shop_id}`;
  const known = cached.get(key);
  if (known) return known;
  try {
    const methods = readMethods(await callYookassa(db, shop, { method: 'GET', path: 'me', about: null })) ?? usual;
    cached.set(key, methods);
    return methods;
  } catch {
    return cached.peek(key) ?? usual;
  }
}
