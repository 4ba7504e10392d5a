import type { PayMethod } from '#modules/payments/schema.ts';
import type { Db } from '#platform/database.ts';
import { callProvider } from './client.ts';
import { readMethods } from './mapping.ts';
import type { Provider } from './provider.ts';

export type Methods = Partial<Record<PayMethod, string>>;

const freshMs = 600_000;
const known = new Map<string, { at: number; methods: Methods }>();

/** Every contract has these; whether it has a credit only the provider can say. */
const usual: Methods = { card: 'bank_card', sbp: 'sbp' };

/** Which methods the provider takes from us, with its word for each; asked at most every ten minutes per process. */
export async function providerMethods(db: Db, provider: Provider, now = Date.now()): Promise<Methods> {
  const key = `${provider.url} ${provider.shop_id}`;
  const kept = known.get(key);
  if (kept && now - kept.at < freshMs) return kept.methods;
  try {
    const json = await callProvider(db, provider, { method: 'GET', path: 'me', object_id: null });
    const methods = readMethods(json) ?? usual;
    known.set(key, { at: now, methods });
    return methods;
  } catch {
    return kept?.methods ?? usual;
  }
}
