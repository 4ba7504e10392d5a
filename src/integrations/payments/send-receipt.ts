import { getOrder } from '#modules/orders/queries.ts';
import { keepRequest } from '#modules/payments/keep-request.ts';
import { readPayment } from '#modules/payments/open-payment.ts';
import { applyReceipt, noteReceipts, readReceipt } from '#modules/payments/receipts.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Sends the receipt of a hand-over; again with the same key until it is answered. Throws ProviderSilent,
 * ProviderRefused.
 */
export async function sendReceipt(
  db: Db,
  provider: PaymentProvider,
  receipt_id: string,
  now = new Date(),
): Promise<string | null> {
  const receipt = await readReceipt(db, receipt_id);
  if (receipt?.state !== 'new') return receipt?.payment_id ?? null;
  const order = ensure(await getOrder(db, receipt.order_id));
  const wanted = { ...receipt, payment_provider_id: ensure(receipt.payment_provider_id), order };
  const request = await keepRequest(db, 'receipts', receipt_id, provider.requests.receipt(wanted));
  const seen = await provider.receipt({ ...receipt, request });
  await applyReceipt(db, receipt_id, seen, now);
  return receipt.payment_id;
}

/**
 * Asks what the cash desk did with the receipts of a payment. Returns whether some still wait. Throws ProviderSilent.
 */
export async function checkReceipts(
  db: Db,
  provider: PaymentProvider,
  payment_id: string,
  now = new Date(),
): Promise<boolean> {
  const payment = await readPayment(db, payment_id);
  if (payment?.provider !== provider.name || payment.provider_id === null) return false;
  const seen = await provider.lookUp('receipts', payment.provider_id, payment_id);
  return (await noteReceipts(db, payment_id, seen, now)) > 0;
}
