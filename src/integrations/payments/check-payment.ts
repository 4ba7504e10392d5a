import { type Applied, applyPayment, dropPayment, type SeenPayment } from '#modules/payments/apply-payment.ts';
import { noteAsking, readPayment, type StoredPayment } from '#modules/payments/open-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { isOpen } from '#modules/payments/schema.ts';
import type { Db } from '#platform/database.ts';
import { type PaymentProvider, ProviderRefused } from './provider.ts';

/**
 * Asks the provider about an open attempt and acts on what it says; one it has never answered for is asked for again
 * with the same key. Returns whether the attempt is still open. Throws ProviderSilent.
 */
export async function checkPayment(
  db: Db,
  provider: PaymentProvider,
  payment_id: string,
  now = new Date(),
): Promise<boolean> {
  const payment = await readPayment(db, payment_id);
  if (!payment || payment.provider !== provider.name || !isOpen(payment.state)) return false;
  await noteAsking(db, payment_id, 0, now);
  if (payment.provider_id === null) await sendAgain(db, provider, payment, now);
  else await applySeen(db, provider, await provider.lookUp('payment', payment.provider_id, payment.id), now);
  const after = await readPayment(db, payment_id);
  return after !== null && isOpen(after.state);
}

/**
 * Acts on a payment as the provider states it; an authorised one is captured, or cancelled when its order
 * is over.
 */
export async function applySeen(
  db: Db,
  provider: PaymentProvider,
  seen: SeenPayment,
  now = new Date(),
): Promise<Applied> {
  const apply = (seen: SeenPayment) => db.transaction().execute((db) => applyPayment(db, seen, now));
  const applied = await apply(seen);
  if (seen.state !== 'waiting_for_capture' || applied === 'unknown' || applied === 'mismatch') return applied;
  const order = seen.order_id && (await paymentOf(db, seen.order_id));
  const isWanted = order && order.situation === 'waiting';
  return apply(await (isWanted ? provider.capture(seen) : provider.cancel(seen)));
}

async function sendAgain(db: Db, provider: PaymentProvider, payment: StoredPayment, now: Date): Promise<void> {
  const drop = (reason: Parameters<typeof dropPayment>[2]) =>
    db.transaction().execute((db) => dropPayment(db, payment.id, reason, now));
  // Nobody was ever shown where to pay it, so nobody will.
  if ((await paymentOf(db, payment.order_id))?.order_state === 'cancelled') return drop('order_over');
  if (now.getTime() - payment.created_at.getTime() > provider.key_lives_ms) return drop('provider_silent');
  try {
    await applySeen(db, provider, await provider.open(payment), now);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await drop('rejected');
  }
}
