import { expireReservations as expire, forgetOldKeys } from '#modules/orders/expire-reservations.ts';
import { unmarkShortOrders } from '#modules/orders/mark-short-orders.ts';
import { expireProposals } from '#modules/orders/proposals.ts';
import { unusualReservations } from '#modules/orders/unusual-reservations.ts';
import type { Task } from './tasks.ts';

/**
 * Every minute: cancels orders whose reservation has run out, forgets idempotency keys after their term, ends proposals
 * that nobody answered, takes the mark off orders that lack nothing any more, says when unpaid orders hold much.
 */
export const expireReservations: Task = async (_payload, { db, log }) => {
  const cancelled = await expire(db);
  if (cancelled > 0) log.info({ cancelled }, 'reservations expired');
  await forgetOldKeys(db);
  await expireProposals(db);
  await unmarkShortOrders(db);
  const stores = await unusualReservations(db);
  if (stores.length > 0) log.warn({ stores }, 'unpaid orders hold an unusual share of the stock');
};
