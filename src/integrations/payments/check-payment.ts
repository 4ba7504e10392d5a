import { type Applied, applyPayment, dropPayment, type SeenPayment } from '#modules/payments/apply-payment.ts';
import { noteAsking, readPayment, type StoredPayment } from '#modules/payments/open-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { isOpen } from '#modules/payments/schema.ts';
import type { Db } from '#platform/database.ts';
import { callProvider, ProviderRefused } from './client.ts';
import { readPaymentObject } from './mapping.ts';
import type { Provider } from './provider.ts';

/** The provider remembers a key for 24 hours; a request repeated later would be another payment. */
const keyLivesMs = 23 * 3_600_000;

/**
 * Asks the provider about an open attempt and acts on what it says; one it has never answered for is asked for again with the same key.
 * Returns whether the attempt is still open. Throws ProviderSilent.
 */
export async function checkPayment(db: Db, provider: Provider, payment_id: string, now = new Date()): Promise<boolean> {
  const payment = await readPayment(db, payment_id);
  if (!payment || payment.provider !== provider.name || !isOpen(payment.state)) return false;
  await noteAsking(db, payment_id, 0, now);
  if (payment.provider_id === null) await sendAgain(db, provider, payment, now);
  else await applySeen(db, provider, await fetchPayment(db, provider, payment.provider_id, payment.id), now);
  const after = await readPayment(db, payment_id);
  return after !== null && isOpen(after.state);
}

/** The same request with the same key, however often. Throws ProviderSilent, ProviderRefused. */
export async function sendPayment(db: Db, provider: Provider, payment: StoredPayment): Promise<SeenPayment> {
  const { idempotence_key: key, request: body, id: object_id } = payment;
  return readPaymentObject(
    await callProvider(db, provider, { method: 'POST', path: 'payments', key, body, object_id }),
  );
}

export async function fetchPayment(
  db: Db,
  provider: Provider,
  provider_id: string,
  object_id: string | null,
): Promise<SeenPayment> {
  const path = `payments/${encodeURIComponent(provider_id)}`;
  return readPaymentObject(await callProvider(db, provider, { method: 'GET', path, object_id }));
}

/** Acts on a payment as the provider states it; one that waits for our word is taken, or let go when its order is over. */
export async function applySeen(db: Db, provider: Provider, seen: SeenPayment, now = new Date()): Promise<Applied> {
  const apply = (seen: SeenPayment) =>
    db.transaction().execute((db) => applyPayment(db, seen, provider.delivery_vat, now));
  const applied = await apply(seen);
  if (seen.state !== 'waiting_for_capture' || applied === 'unknown' || applied === 'mismatch') return applied;
  const order = seen.order_id && (await paymentOf(db, seen.order_id));
  const verb = order && order.situation === 'waiting' ? 'capture' : 'cancel';
  const path = `payments/${encodeURIComponent(seen.provider_id)}/${verb}`;
  const call = {
    method: 'POST',
    path,
    key: `${verb} ${seen.provider_id}`,
    body: {},
    object_id: seen.payment_id,
  } as const;
  return apply(readPaymentObject(await callProvider(db, provider, call)));
}

async function sendAgain(db: Db, provider: Provider, payment: StoredPayment, now: Date): Promise<void> {
  const drop = (reason: Parameters<typeof dropPayment>[2]) =>
    db.transaction().execute((db) => dropPayment(db, payment.id, reason, now));
  // Nobody was ever shown where to pay it, so nobody will.
  if ((await paymentOf(db, payment.order_id))?.order_state === 'cancelled') return drop('order_over');
  if (now.getTime() - payment.created_at.getTime() > keyLivesMs) return drop('provider_silent');
  try {
    await applySeen(db, provider, await sendPayment(db, provider, payment), now);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await drop('rejected');
  }
}
