import { isUnpaid } from '#shared/order-states.ts';
import type { OwnOrder } from './list-own-orders.ts';

type Counted = Pick<
  OwnOrder,
  'total' | 'taken_kopecks' | 'refunded_kopecks' | 'state' | 'payment_state' | 'awaits_approval'
>;

/** What one's own list and its file say of an order, kopecks: its price, what went back, what is still to be paid. */
export function orderSums(order: Counted): { total: number; refunded: number; due: number } {
  const { total, taken_kopecks, refunded_kopecks, state, payment_state, awaits_approval } = order;
  const isOwed = isUnpaid(payment_state) && state !== 'cancelled' && !awaits_approval;
  const isBack = payment_state === 'partly_refunded' || payment_state === 'refunded';
  return {
    total,
    refunded: isBack ? refunded_kopecks : 0,
    due: isOwed ? Math.max(total - taken_kopecks, 0) : 0,
  };
}
