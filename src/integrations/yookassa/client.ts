import { callPartner } from '#integrations/payments/call-partner.ts';
import { ProviderRefused } from '#integrations/payments/provider.ts';
import type { Db } from '#platform/database.ts';

/** A shop at YooKassa, or at whoever speaks its API v3. */
export type YookassaShop = {
  name: string;
  is_demonstration: boolean;
  /** Where the API answers; ends with a slash. */
  findUrl(): Promise<string>;
  shop_id: string;
  secret_key: string;
  /** Where notifications may come from, by commas. */
  networks: string;
  timeout_ms: number;
  /** 1–6 (54-ФЗ), when the cash desk holds several. */
  tax_system: number | null;
  /** VAT rate of the delivery in receipts, percent. */
  delivery_vat: number;
};

export type YookassaCall = {
  method: 'GET' | 'POST';
  /** After the base address, without a leading slash. */
  path: string;
  /** Idempotence-Key; every POST has one. */
  key?: string;
  body?: unknown;
  about: string | null;
};

/** One call of the API v3. Throws ProviderSilent, ProviderRefused. */
export async function callYookassa(db: Db, shop: YookassaShop, call: YookassaCall): Promise<unknown> {
  const { method, path, key, body, about } = call;
  const { status, json } = await callPartner(db, {
    method,
    path,
    body,
    about,
    url: new URL(path, await shop.findUrl()),
    headers: {
      Authorization: `Basic ${Buffer.from(`${shop.shop_id}:${shop.secret_key}`).toString('base64')}`,
      ...(key !== undefined && { 'Idempotence-Key': key }),
    },
    timeout_ms: shop.timeout_ms,
  });
  if (status === 200) return json;
  const { code = '', description = '', parameter = '' } = (json ?? {}) as Record<string, string | undefined>;
  const reason = [code, description, parameter && `(${parameter})`].filter(Boolean).join(' ');
  throw new ProviderRefused(`${method} ${path}: ${status} ${reason}`, status === 404);
}
