import { closeEvent, readEvent } from '#modules/payments/events.ts';
import { applyRefund, findRefund } from '#modules/payments/refund-payment.ts';
import type { Db } from '#platform/database.ts';
import { applySeen, fetchPayment } from './check-payment.ts';
import { callProvider, ProviderRefused } from './client.ts';
import { type ReadRefund, readRefundObject } from './mapping.ts';
import type { Provider } from './provider.ts';

/**
 * A notification only says what to look at: the object is read from the provider again and acted upon as it is there. Returns the problem
 * in words for staff, null when there is none. Throws ProviderSilent.
 */
export async function handleEvent(
  db: Db,
  provider: Provider,
  event_id: number,
  now = new Date(),
): Promise<string | null> {
  const event = await readEvent(db, event_id);
  if (!event || event.handled_at) return null;
  const problem = await follow(db, provider, event, now).catch((error) => {
    if (error instanceof ProviderRefused && error.status === 404) return 'такого объекта у платёжной системы нет';
    throw error;
  });
  await closeEvent(db, event_id, problem, now);
  return problem;
}

type Named = { event: string; object_id: string };

async function follow(db: Db, provider: Provider, { event, object_id }: Named, now: Date): Promise<string | null> {
  if (event.startsWith('payment.')) {
    const applied = await applySeen(db, provider, await fetchPayment(db, provider, object_id, null), now);
    if (applied === 'unknown') return 'такого платежа в магазине нет';
    return applied === 'mismatch' ? 'сумма, валюта или заказ не те, что у попытки оплаты' : null;
  }
  if (event.startsWith('refund.')) {
    const path = `refunds/${encodeURIComponent(object_id)}`;
    const json = await callProvider(db, provider, { method: 'GET', path, object_id: null });
    return followRefund(db, readRefundObject(json), now);
  }
  return null;
}

async function followRefund(db: Db, seen: ReadRefund, now: Date): Promise<string | null> {
  const refund_id = await findRefund(db, seen);
  if (refund_id === null) return 'возврат сделан не из магазина';
  await db.transaction().execute((db) => applyRefund(db, refund_id, seen, now));
  return null;
}
