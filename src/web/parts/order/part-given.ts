import { givenCounts } from '#modules/orders/hand-over.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { isActive } from '#shared/order-states.ts';
import { shownAmount, shownPartOf } from '#shared/unit-words.ts';

/**
 * Of an order whose goods have left in part: how much of each line, in sales units, in their order; null: nothing of it
 * has left, or all.
 */
export async function readPartGiven(db: Db, order: OrderView): Promise<number[] | null> {
  if (!order.has_given) return null;
  const counts = await givenCounts(db, order.id);
  const isAll = order.lines.every(({ count }, at) => (counts[at] ?? 0) >= count);
  return isAll ? null : counts;
}

/** «Уже выдано», «Выдано 1 мешок из 3», once the order has ended «Не выдано: 2 мешка»; null: nothing to be said. */
export function givenWords(
  { state }: Pick<OrderView, 'state'>,
  { count, shown_unit }: OrderView['lines'][number],
  given: number,
): string | null {
  if (!isActive(state)) return given < count ? `Не выдано: ${shownAmount(count - given, shown_unit)}` : null;
  if (given === 0) return null;
  return given < count ? `Выдано ${shownPartOf(given, count, shown_unit)}` : 'Уже выдано';
}
