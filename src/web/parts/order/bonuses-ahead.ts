import { bonusesToEarn } from '#modules/loyalty/bonuses-to-earn.ts';
import { cardsOf } from '#modules/loyalty/cards.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { isActive } from '#shared/order-states.ts';

/** Whole bonuses that an order under way brings its buyer's card when it is received; 0: no card, or a firm's order. */
export async function bonusesAhead(db: Db, { state, company, user_id, lines }: OrderView): Promise<number> {
  if (company !== null || user_id === null || !isActive(state)) return 0;
  const card = (await cardsOf(db, user_id)).find(({ kind, blocked_at }) => kind === 'bonus' && blocked_at === null);
  return card ? bonusesToEarn(db, card.id, lines) : 0;
}
