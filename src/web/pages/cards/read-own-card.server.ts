import { cardsOf } from '#modules/loyalty/cards.ts';
import { formatCardNumber } from '#modules/loyalty/schema.ts';
import { bonusesOf } from '#web/parts/loyalty/card-words.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** The visitor's card of this programme in words; null: a guest, or none. */
export async function readOwnCard({ db, requestContext }: Shop, kind: 'bonus' | 'idd') {
  const { account, department } = requestContext;
  const cards = account ? await cardsOf(db, account.user_id) : [];
  const own = cards.find((card) => card.kind === kind);
  return own ? { number: formatCardNumber(own.number), ...bonusesOf(own, department.time_zone) } : null;
}
