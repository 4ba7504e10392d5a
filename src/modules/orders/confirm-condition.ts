import { localTime } from '#shared/zoned-time.ts';
import type { OrderView } from './queries.ts';

/**
 * What the promised day of an order depends on that a guest may still confirm on that day or after it; '' of any other,
 * for then it is confirmed or cancelled before.
 */
export function confirmCondition(
  order: Pick<OrderView, 'is_unconfirmed' | 'reserved_until' | 'created_at' | 'receiving' | 'branch'>,
): string {
  const { is_unconfirmed, reserved_until, created_at, branch } = order;
  const { date } = order.receiving;
  if (!is_unconfirmed || reserved_until === null || date === null) return '';
  const dayOf = (moment: Date) => localTime(moment, branch.time_zone).date;
  if (dayOf(reserved_until) < date) return '';
  return dayOf(created_at) < date ? ', если подтвердите заказ до этого дня' : ', если сразу подтвердите заказ';
}
