import { getOrder } from '#modules/orders/queries.ts';
import { dropPayment } from '#modules/payments/apply-payment.ts';
import { openPayment, readPayment, type StoredPayment } from '#modules/payments/open-payment.ts';
import type { PayMethod } from '#modules/payments/schema.ts';
import type { Db } from '#platform/database.ts';
import { outgoingHold } from '#platform/outgoing.ts';
import { Refusal } from '#platform/refusal.ts';
import { plural } from '#shared/plurals.ts';
import { applySeen } from './check-payment.ts';
import { type Confirmation, type PaymentProvider, ProviderRefused, ProviderSilent } from './provider.ts';

export type PaymentStart = { order_id: string; method: PayMethod; confirmation: Confirmation; started_by: string };

/**
 * Opens the attempt (or finds the open one) and asks the provider for it. A silent provider is no failure: the attempt
 * stands, and the worker repeats the same request. Throws not_found, nothing_due, payment_unavailable, payment_failed.
 */
export async function startPayment(
  db: Db,
  provider: PaymentProvider,
  { order_id, method, confirmation, started_by }: PaymentStart,
  now = new Date(),
): Promise<StoredPayment> {
  // A restored copy must not take money beside the living shop.
  if (await outgoingHold(db)) throw new Refusal('payment_unavailable', { method });
  const method_word = (await provider.methods())[method];
  if (method_word === undefined) throw new Refusal('payment_unavailable', { method });
  const order = await getOrder(db, order_id);
  if (!order) throw new Refusal('not_found');
  if (order.lines.length > provider.most_positions) {
    throw new Refusal(
      'payment_unavailable',
      { method },
      `Онлайн можно оплатить заказ до ${provider.most_positions} ${plural(provider.most_positions, 'позиции', 'позиций', 'позиций')}: столько помещается в чек`,
    );
  }
  const payment = await db.transaction().execute((db) =>
    openPayment(
      db,
      {
        order_id,
        method,
        provider: provider.name,
        started_by,
        requestFor: (attempt) => provider.requests.open({ ...attempt, method_word, confirmation, order }),
      },
      now,
    ),
  );
  if (payment.provider_id !== null) return payment;
  try {
    await applySeen(db, provider, await provider.open(payment), now);
  } catch (error) {
    if (error instanceof ProviderRefused) {
      await db.transaction().execute((db) => dropPayment(db, payment.id, 'rejected', now));
      throw new Refusal('payment_failed');
    }
    if (!(error instanceof ProviderSilent)) throw error;
  }
  return (await readPayment(db, payment.id)) ?? payment;
}
