import { type BonusesAhead, bonusesToEarn } from '#modules/loyalty/bonuses-to-earn.ts';
import { cardsOf } from '#modules/loyalty/cards.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { isActive } from '#shared/order-states.ts';

/** What an order under way brings its buyer's card when it is received; null: nothing. */
export async function bonusesAhead(
  db: Db,
  { state, company, user_id, lines }: OrderView,
): Promise<BonusesAhead | null> {
  if (company !== null || user_id === null || !isActive(state)) return null;
  const card = (await cardsOf(db, user_id)).find(({ kind, blocked_at }) => kind === 'bonus' && blocked_at === null);
  if (!card) return null;
  const ahead = await bonusesToEarn(db, card.id, lines);
  return ahead.count > 0 ? ahead : null;
}
