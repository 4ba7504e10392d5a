import { lastDay } from '#shared/until-words.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { OrderView } from './queries.ts';

/**
 * What the promised day of an order depends on that a guest may still confirm on that day or after it; '' of any other,
 * for then it is confirmed or cancelled before.
 */
export function confirmCondition(
  order: Pick<OrderView, 'is_unconfirmed' | 'reserved_until' | 'receiving' | 'branch'>,
  now = new Date(),
): string {
  const { is_unconfirmed, reserved_until, branch } = order;
  const { date } = order.receiving;
  if (!is_unconfirmed || reserved_until === null || date === null) return '';
  if (lastDay(reserved_until, branch.time_zone) < date) return '';
  return localTime(now, branch.time_zone).date < date
    ? ', если подтвердите заказ до этого дня'
    : ', если сразу подтвердите заказ';
}
