import { getOrder } from '#modules/orders/queries.ts';
import { readPayment } from '#modules/payments/open-payment.ts';
import { applyReceipt, keepReceiptRequest, noteReceipts, readReceipt } from '#modules/payments/receipts.ts';
import type { Db } from '#platform/database.ts';
import { callProvider } from './client.ts';
import { readReceiptList, readReceiptObject, toReceiptRequest } from './mapping.ts';
import type { Provider } from './provider.ts';

/** Sends the receipt of a hand-over; again with the same key until it is answered. Throws ProviderSilent, ProviderRefused. */
export async function sendReceipt(
  db: Db,
  provider: Provider,
  receipt_id: string,
  now = new Date(),
): Promise<string | null> {
  const receipt = await readReceipt(db, receipt_id);
  if (receipt?.state !== 'new') return receipt?.payment_id ?? null;
  const order = (await getOrder(db, receipt.order_id))!;
  const body = await keepReceiptRequest(db, receipt_id, toReceiptRequest(provider, order, receipt));
  const call = { method: 'POST', path: 'receipts', key: receipt.idempotence_key, body, object_id: receipt_id } as const;
  const seen = readReceiptObject(await callProvider(db, provider, call));
  await applyReceipt(db, receipt_id, seen, now);
  return receipt.payment_id;
}

/** Asks what the cash desk did with the receipts of a payment. Returns whether some still wait. Throws ProviderSilent. */
export async function checkReceipts(
  db: Db,
  provider: Provider,
  payment_id: string,
  now = new Date(),
): Promise<boolean> {
  const payment = await readPayment(db, payment_id);
  if (payment?.provider !== provider.name || payment.provider_id === null) return false;
  const path = `receipts?payment_id=${encodeURIComponent(payment.provider_id)}`;
  const seen = readReceiptList(await callProvider(db, provider, { method: 'GET', path, object_id: payment_id }));
  return (await noteReceipts(db, payment_id, seen, now)) > 0;
}
