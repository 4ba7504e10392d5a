import type { ProviderName } from '#modules/payments/schema.ts';
import type { Db } from '#platform/database.ts';
import { readOwnAddress } from '#platform/own-address.ts';
import type { PaymentMethod } from '#shared/order-states.ts';
import type { Config } from '../../config.ts';

/** Who takes the money, and how to speak with them. */
export type Provider = {
  name: Exclude<ProviderName, 'account'>;
  /** Ends with a slash. */
  url: string;
  shop_id: string;
  secret_key: string;
  /** Where notifications may come from, by commas. */
  networks: string;
  timeout_ms: number;
  tax_system: number | null;
  delivery_vat: number;
};

/** What the demonstration provider knows its one shop by. */
export const demonstrationKeys = { shop_id: 'demonstration', secret_key: 'no-money-here' } as const;

/** A demonstration without keys of its own: our provider stands in. */
export function isDemonstrationProvider(config: Config): boolean {
  return config.isDemonstration && config.YOOKASSA_SHOP_ID === undefined;
}

/** Whether money can be taken at all; without it online payment and credit are not offered. */
export function takesPayments(config: Config): boolean {
  return config.YOOKASSA_SHOP_ID !== undefined || isDemonstrationProvider(config);
}

/** Ways of paying an order may choose. */
export function orderMethods(config: Config): PaymentMethod[] {
  return takesPayments(config) ? ['online', 'on_receipt', 'invoice', 'credit'] : ['on_receipt', 'invoice'];
}

/** The provider of this shop, or null. The demonstration one listens wherever the web process does, which says so in `settings`. */
export async function findProvider(db: Db, config: Config): Promise<Provider | null> {
  if (!takesPayments(config)) return null;
  const same = {
    timeout_ms: config.YOOKASSA_TIMEOUT_MS,
    tax_system: config.YOOKASSA_TAX_SYSTEM ?? null,
    delivery_vat: config.YOOKASSA_DELIVERY_VAT,
  };
  if (config.YOOKASSA_SHOP_ID !== undefined) {
    return {
      name: 'yookassa',
      url: config.YOOKASSA_URL.replace(/\/?$/, '/'),
      shop_id: config.YOOKASSA_SHOP_ID,
      secret_key: config.YOOKASSA_SECRET_KEY ?? '',
      networks: config.YOOKASSA_NETWORKS,
      ...same,
    };
  }
  return {
    name: 'demonstration',
    url: `${await readOwnAddress(db, config)}/dev/payments/v3/`,
    ...demonstrationKeys,
    networks: '127.0.0.1,::1',
    ...same,
  };
}
