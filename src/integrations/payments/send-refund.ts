import { getOrder } from '#modules/orders/queries.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { applyRefund, keepRefundRequest, readRefund, type StoredRefund } from '#modules/payments/refund-payment.ts';
import type { Db } from '#platform/database.ts';
import { callProvider, ProviderRefused } from './client.ts';
import { type ReadRefund, readRefundList, readRefundObject, refundDescription, toRefundRequest } from './mapping.ts';
import type { Provider } from './provider.ts';

/** After that the provider may have forgotten the key; the refund is looked for before it is asked for again. */
const keyLivesMs = 23 * 3_600_000;

/** Sends a refund, or asks what became of it; however often it runs, the money goes back once. Returns whether it still waits. Throws ProviderSilent. */
export async function sendRefund(db: Db, provider: Provider, refund_id: string, now = new Date()): Promise<boolean> {
  const refund = await readRefund(db, refund_id);
  if (!refund || refund.provider !== provider.name || refund.state === 'succeeded' || refund.state === 'canceled')
    return false;
  const seen = await ask(db, provider, refund, now).catch((error): ReadRefund => {
    if (!(error instanceof ProviderRefused)) throw error;
    return refused(refund, error);
  });
  await db.transaction().execute((db) => applyRefund(db, refund_id, seen, now));
  return seen.state === 'pending';
}

async function ask(db: Db, provider: Provider, refund: StoredRefund, now: Date): Promise<ReadRefund> {
  const object_id = refund.id;
  if (refund.provider_id !== null) {
    const path = `refunds/${encodeURIComponent(refund.provider_id)}`;
    return readRefundObject(await callProvider(db, provider, { method: 'GET', path, object_id }));
  }
  const order = (await getOrder(db, refund.order_id))!;
  if (now.getTime() - refund.created_at.getTime() > keyLivesMs) {
    const path = `refunds?payment_id=${encodeURIComponent(refund.payment_provider_id ?? '')}`;
    const sent = readRefundList(await callProvider(db, provider, { method: 'GET', path, object_id }));
    const found = sent.find(({ description }) => description === refundDescription(order.number, refund.id));
    if (found) return found;
  }
  const { receipts } = (await paymentOf(db, refund.order_id))!;
  const items = receipts.find(({ refund_id }) => refund_id === refund.id)?.items ?? [];
  const wanted = { id: refund.id, payment_provider_id: refund.payment_provider_id ?? '', amount: refund.amount };
  const body = await keepRefundRequest(db, refund.id, toRefundRequest(provider, order, wanted, items));
  const call = { method: 'POST', path: 'refunds', key: refund.idempotence_key, body, object_id } as const;
  return readRefundObject(await callProvider(db, provider, call));
}

/** A refusal is an end too: the branch is told, and may try anew. */
function refused(refund: StoredRefund, error: ProviderRefused): ReadRefund {
  return {
    provider_id: `refused ${refund.id}`,
    payment_provider_id: refund.payment_provider_id ?? '',
    description: '',
    state: 'canceled',
    amount: refund.amount,
    cancellation_reason: error.message.slice(0, 500),
    receipt_state: null,
  };
}
