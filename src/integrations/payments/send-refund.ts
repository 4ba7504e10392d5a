import { getOrder } from '#modules/orders/queries.ts';
import { keepRequest } from '#modules/payments/keep-request.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { applyRefund, readRefund, type SeenRefund, type StoredRefund } from '#modules/payments/refund-payment.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { type PaymentProvider, ProviderRefused } from './provider.ts';

/**
 * Sends a refund, or asks what became of it; however often it runs, the money goes back once. Returns whether it still
 * waits. Throws ProviderSilent.
 */
export async function sendRefund(
  db: Db,
  provider: PaymentProvider,
  refund_id: string,
  now = new Date(),
): Promise<boolean> {
  const refund = await readRefund(db, refund_id);
  if (!refund || refund.provider !== provider.name || refund.state === 'succeeded' || refund.state === 'canceled')
    return false;
  const seen = await ask(db, provider, refund, now).catch((error): SeenRefund => {
    if (!(error instanceof ProviderRefused)) throw error;
    return refused(refund, error);
  });
  await db.transaction().execute((db) => applyRefund(db, refund_id, seen, now));
  return seen.state === 'pending';
}

async function ask(db: Db, provider: PaymentProvider, refund: StoredRefund, now: Date): Promise<SeenRefund> {
  if (refund.provider_id !== null) return provider.lookUp('refund', refund.provider_id, refund.id);
  const payment_provider_id = refund.payment_provider_id ?? '';
  // The provider may have forgotten the key: the refund is looked for before it is asked for again.
  if (now.getTime() - refund.created_at.getTime() > provider.key_lives_ms) {
    const sent = await provider.lookUp('refunds', payment_provider_id, refund.id);
    const found = sent.find(({ refund_id }) => refund_id === refund.id);
    if (found) return found;
  }
  const order = ensure(await getOrder(db, refund.order_id));
  const { receipts } = ensure(await paymentOf(db, refund.order_id));
  const items = receipts.find(({ refund_id }) => refund_id === refund.id)?.items ?? [];
  const { id, amount } = refund;
  const wanted = provider.requests.refund({ id, payment_provider_id, amount, items, order });
  return provider.refund({ ...refund, request: await keepRequest(db, 'refunds', id, wanted) });
}

/** A refusal is an end too: the branch is notified, and may try again. */
function refused({ id, amount }: StoredRefund, error: ProviderRefused): SeenRefund {
  return {
    provider_id: `refused ${id}`,
    refund_id: id,
    state: 'canceled',
    amount,
    cancellation_reason: error.message.slice(0, 500),
    receipt_state: null,
  };
}
