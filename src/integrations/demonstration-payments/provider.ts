import type { PaymentPartner } from '#integrations/payments/provider.ts';
import { yookassaProvider } from '#integrations/yookassa/provider.ts';
import { readOwnAddress } from '#platform/own-address.ts';

/** Its row in `integrations/partners.ts`, and `payments.provider` of payments that nobody made. */
export const demonstrationName = 'demonstration';

/** What it knows its one shop by. */
export const demonstrationKeys = { shop_id: 'demonstration', secret_key: 'no-money-here' } as const;

/**
 * Plays YooKassa for a demonstration without keys of its own and takes no money. It listens wherever the web process
 * does (`api/dev-payments.ts`), which says so in `settings`.
 */
export const demonstrationPayments: PaymentPartner = {
  needs: 'демонстрационный магазин',
  isOn: (config) => config.isDemonstration,
  open: (db, config, longest_ms = Number.POSITIVE_INFINITY) =>
    yookassaProvider(db, {
      name: demonstrationName,
      is_demonstration: true,
      findUrl: async () => `${await readOwnAddress(db, config)}/dev/payments/v3/`,
      ...demonstrationKeys,
      networks: '127.0.0.1,::1',
      timeout_ms: Math.min(config.YOOKASSA_TIMEOUT_MS, longest_ms),
      tax_system: config.YOOKASSA_TAX_SYSTEM ?? null,
      delivery_vat: config.YOOKASSA_DELIVERY_VAT,
    }),
};
