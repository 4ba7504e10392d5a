import { closeEvent, readEvent } from '#modules/payments/events.ts';
import { applyRefund, findRefund } from '#modules/payments/refund-payment.ts';
import type { Db } from '#platform/database.ts';
import { applySeen } from './check-payment.ts';
import { type PaymentProvider, ProviderRefused } from './provider.ts';

/**
 * A notification only says what to look at: the object is read from the provider again and acted upon as it is there.
 * Returns the problem in words for staff, null when there is none. Throws ProviderSilent.
 */
export async function handleEvent(
  db: Db,
  provider: PaymentProvider,
  event_id: number,
  now = new Date(),
): Promise<string | null> {
  const event = await readEvent(db, event_id);
  if (!event || event.handled_at) return null;
  const problem = await follow(db, provider, event.body, now).catch((error) => {
    if (error instanceof ProviderRefused && error.isUnknown) return 'такого объекта у платёжной системы нет';
    throw error;
  });
  await closeEvent(db, event_id, problem, now);
  return problem;
}

async function follow(db: Db, provider: PaymentProvider, body: unknown, now: Date): Promise<string | null> {
  const notification = provider.readNotification(body);
  if (!notification) return 'уведомление другой платёжной системы';
  const { about, object_id } = notification;
  switch (about) {
    case 'payment': {
      const applied = await applySeen(db, provider, await provider.lookUp('payment', object_id, null), now);
      if (applied === 'unknown') return 'такого платежа в магазине нет';
      return applied === 'mismatch' ? 'сумма, валюта или заказ не те, что у попытки оплаты' : null;
    }
    case 'refund': {
      const seen = await provider.lookUp('refund', object_id, null);
      const refund_id = await findRefund(db, seen);
      if (refund_id === null) return 'возврат сделан не из магазина';
      await db.transaction().execute((db) => applyRefund(db, refund_id, seen, now));
      return null;
    }
    case 'other':
      return null;
  }
}
