import { callPartner } from '#integrations/payments/call-partner.ts';
import { ProviderRefused } from '#integrations/payments/provider.ts';
import type { Db } from '#platform/database.ts';

export type TallyShop = { url: string; key: string; timeout_ms: number; delivery_tax: string };

/** One call of Tally's API: the key of a change travels in its body. Throws ProviderSilent, ProviderRefused. */
export async function callTally(db: Db, shop: TallyShop, path: string, about: string | null, body?: object) {
  const { status, json } = await callPartner(db, {
    method: body ? 'POST' : 'GET',
    path,
    body,
    about,
    url: new URL(path, shop.url),
    headers: { 'X-Tally-Key': shop.key },
    timeout_ms: shop.timeout_ms,
  });
  if (status === 200) return json;
  throw new ProviderRefused(`${path}: ${status} ${(json as { why?: string } | undefined)?.why ?? ''}`, status === 404);
}
