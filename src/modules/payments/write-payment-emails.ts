import { z } from 'zod';
import { storeMail } from '#modules/mail/mails.ts';
import { linkToken, orderLink } from '#modules/orders/order-access.ts';
import { getOrder } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { paidBranchEmail, paidEmail, refundedEmail, refundFailedEmail } from './emails.ts';
import { readPayment } from './open-payment.ts';
import { paymentOf } from './queries.ts';
import { readRefund } from './refund-payment.ts';

export const PaymentNews = z.union([
  z.object({ payment_id: z.uuid(), event: z.literal('paid') }),
  z.object({ refund_id: z.uuid(), event: z.enum(['refunded', 'refund_failed']) }),
]);
export type PaymentNews = z.infer<typeof PaymentNews>;

/**
 * Writes the emails about money: to the buyer with a signed link, and to the branch. A second run writes nothing more.
 */
export async function writePaymentEmails(db: Db, keys: SecretKeys, news: PaymentNews, now = new Date()): Promise<void> {
  const order_id =
    news.event === 'paid'
      ? (await readPayment(db, news.payment_id))?.order_id
      : (await readRefund(db, news.refund_id))?.order_id;
  const order = order_id === undefined ? null : await getOrder(db, order_id);
  const payment = order && (await paymentOf(db, order.id));
  if (!order || !payment) return;
  const link = order.origin === null ? null : orderLink(order.origin, order.id, linkToken(keys, order.id, now));
  const { email } = order.contact;
  const branch = order.branch.email;
  if (news.event === 'paid') {
    const attempt = ensure(payment.attempts.find(({ id }) => id === news.payment_id));
    await storeMail(db, `payment ${attempt.id} paid buyer`, email, paidEmail(order, attempt, link), branch);
    if (branch)
      await storeMail(db, `payment ${attempt.id} paid branch`, branch, paidBranchEmail(order, attempt), email);
    return;
  }
  const refund = ensure(payment.refunds.find(({ id }) => id === news.refund_id));
  if (news.event === 'refunded') {
    const { method } = ensure(payment.attempts.find(({ id }) => id === refund.payment_id));
    await storeMail(db, `refund ${refund.id} buyer`, email, refundedEmail(order, refund, method, link), branch);
  } else if (branch) {
    await storeMail(db, `refund ${refund.id} failed branch`, branch, refundFailedEmail(order, refund), email);
  }
}
