import { z } from 'zod';
import { type Partners, paymentSettings } from '#integrations/partners.ts';
import { checkPayment as check } from '#integrations/payments/check-payment.ts';
import { handleEvent } from '#integrations/payments/handle-event.ts';
import { type PaymentProvider, ProviderSilent } from '#integrations/payments/provider.ts';
import { checkReceipts as checkAll, sendReceipt as send } from '#integrations/payments/send-receipt.ts';
import { sendRefund as giveBack } from '#integrations/payments/send-refund.ts';
import { askLater, readPayment } from '#modules/payments/open-payment.ts';
import { readReceipt, writeFullReceipts } from '#modules/payments/receipts.ts';
import { readRefund, refundCancelled } from '#modules/payments/refund-payment.ts';
import { PaymentNews, writePaymentEmails as write } from '#modules/payments/write-payment-emails.ts';
import { enqueue } from '#platform/queue.ts';
import type { Task } from './tasks.ts';

const OfPayment = z.object({ payment_id: z.uuid() });
const hourMs = 3_600_000;

/**
 * Looks at an open attempt, again after a quarter of its age: soon at first, hourly at the end. The net under lost
 * notifications.
 */
export const checkPayment: Task = async (payload, { db, partners, log }) => {
  const { payment_id } = OfPayment.parse(payload);
  const provider = providerOf(partners, (await readPayment(db, payment_id))?.provider);
  const isOpen = await check(db, provider, payment_id).catch((error) => {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ err: error, payment_id }, 'the payment provider is silent');
    return true;
  });
  const payment = isOpen ? await readPayment(db, payment_id) : null;
  if (payment) await askLater(db, payment_id, nextTime(payment.created_at));
};

/** A notification leads to a query; a silent provider is asked again by the queue. */
export const handlePaymentEvent: Task = async (payload, { db, partners, log }) => {
  const { event_id } = z.object({ event_id: z.int() }).parse(payload);
  const problem = await handleEvent(db, providerOf(partners), event_id);
  if (problem) log.error({ event_id, problem }, 'a payment notification does not fit');
};

export const sendRefund: Task = async (payload, { db, partners }) => {
  const { refund_id } = z.object({ refund_id: z.uuid() }).parse(payload);
  const provider = providerOf(partners, (await readRefund(db, refund_id))?.provider);
  if (await giveBack(db, provider, refund_id)) {
    const runAt = new Date(Date.now() + 60_000);
    await enqueue(db, 'send_refund', { refund_id }, { runAt, jobKey: `send refund ${refund_id}` });
  }
};

export const sendReceipt: Task = async (payload, { db, partners }) => {
  const { receipt_id } = z.object({ receipt_id: z.uuid() }).parse(payload);
  const provider = providerOf(partners, (await readReceipt(db, receipt_id))?.provider);
  const payment_id = await send(db, provider, receipt_id);
  if (payment_id) await enqueue(db, 'check_receipts', { payment_id });
};

/** The cash desk registers a receipt in seconds to hours; after a week nobody waits any more. */
export const checkReceipts: Task = async (payload, { db, partners }) => {
  const { payment_id, since = new Date().toISOString() } = OfPayment.extend({ since: z.string().optional() }).parse(
    payload,
  );
  const provider = providerOf(partners, (await readPayment(db, payment_id))?.provider);
  const isWaiting = await checkAll(db, provider, payment_id);
  if (!isWaiting || Date.now() - Date.parse(since) > 7 * 24 * hourMs) return;
  const runAt = nextTime(new Date(since));
  await enqueue(db, 'check_receipts', { payment_id, since }, { runAt, jobKey: `check receipts ${payment_id}` });
};

/** An order that is over: cancelled, its money goes back; handed over, the prepayment is offset by a receipt. */
export const settlePayment: Task = async (payload, { db }) => {
  const { order_id } = z.object({ order_id: z.uuid() }).parse(payload);
  await db.transaction().execute(async (db) => {
    await refundCancelled(db, order_id);
    await writeFullReceipts(db, order_id);
  });
};

export const writePaymentEmails: Task = async (payload, { db, keys }) => {
  const news = PaymentNews.parse(payload);
  await db.transaction().execute((db) => write(db, keys, news));
};

/**
 * Who must be asked. What another provider took (the shop has changed from one to the other) can be done with that
 * one's keys alone: the queue tries again for three days, then it is a failed job, which is an alarm. Nothing is
 * completed undone.
 */
function providerOf({ payments: provider }: Partners, named?: string): PaymentProvider {
  if (!provider) throw new Error(`Платёжная система не подключена: нужны ${paymentSettings}`);
  if (named !== undefined && named !== 'account' && named !== provider.name)
    throw new Error(`Это дело платёжной системы ${named}, а подключена ${provider.name}`);
  return provider;
}

function nextTime(since: Date): Date {
  const now = Date.now();
  const pause = Math.min(Math.max((now - since.getTime()) / 4, 10_000), hourMs);
  return new Date(now + pause);
}
