import type { Found, PaymentPartner, StoredRequest } from '#integrations/payments/provider.ts';
import { callTally } from './client.ts';
import {
  billNumber,
  mostPositions,
  readBill,
  readCheck,
  readNotice,
  readReturn,
  readWays,
  toBill,
  toCheck,
  toReturn,
} from './mapping.ts';

/**
 * Tally, a payment partner that is nobody's: it holds money until the shop takes it, counts in kopecks and numbers its
 * bills.
 */
export const tally = (url: string): PaymentPartner => ({
  needs: 'TALLY_KEY',
  isOn: () => true,
  open(db, _config, longest_ms = 2_000) {
    const shop = { url, key: 'tally-key', timeout_ms: Math.min(2_000, longest_ms), delivery_tax: 'T22' };
    const call = (path: string, about: string | null, body?: object) => callTally(db, shop, path, about, body);
    const send = (path: string, { id, idempotence_key, request }: StoredRequest) =>
      call(path, id, { key: idempotence_key, ...(request as object) });
    const list = async <Seen>(path: string, about: string | null, read: (json: unknown) => Seen) =>
      ((await call(path, about)) as unknown[]).map(read);
    const found: { [Kind in keyof Found]: (id: string, about: string | null) => Promise<Found[Kind]> } = {
      payment: async (id, about) => readBill(await call(`bills/${billNumber(id)}`, about)),
      refund: async (id, about) => readReturn(await call(`returns/${id}`, about)),
      refunds: (id, about) => list(`bills/${billNumber(id)}/returns`, about, readReturn),
      receipts: (id, about) => list(`bills/${billNumber(id)}/checks`, about, readCheck),
    };
    const decide = async (
      verb: string,
      { provider_id, payment_id }: { provider_id: string; payment_id: string | null },
    ) => readBill(await call(`bills/${billNumber(provider_id)}/${verb}`, payment_id, {}));
    return {
      name: 'tally',
      is_demonstration: false,
      most_positions: mostPositions,
      key_lives_ms: 3_600_000,
      networks: '198.51.100.0/24',
      readNotification: readNotice,
      requests: {
        open: (wanted) => toBill(shop, wanted),
        refund: (wanted) => toReturn(shop, wanted),
        receipt: (wanted) => toCheck(shop, wanted),
      },
      methods: () => call('ways', null).then(readWays, () => ({ card: 'CARD' })),
      open: async (stored) => readBill(await send('bills', stored)),
      lookUp: (kind, id, about) => found[kind](id, about),
      capture: (payment) => decide('take', payment),
      cancel: (payment) => decide('drop', payment),
      refund: async (stored) => readReturn(await send('returns', stored)),
      receipt: async (stored) => readCheck(await send('checks', stored)),
    };
  },
});
