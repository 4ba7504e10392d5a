import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { bonusesToEarn } from '#modules/loyalty/bonuses-to-earn.ts';
import { ownBonusCard } from '#modules/loyalty/cards.ts';
import { readSpending } from '#modules/loyalty/spending.ts';
import type { Db } from '#platform/database.ts';
import { countOf } from '#shared/plurals.ts';
import type { Change, Intent } from './cart-action.ts';
import type { CartPage } from './read-cart-page.ts';

/** What the buyer's card may pay of the cart, and what the cart brings it. */
export type CartBonuses = {
  /** Whole bonuses: on the card, the most for this cart, and those that are taken off its total. */
  balance: number;
  most: number;
  used: number;
  /** What `used` takes off, and what one bonus is worth; kopecks. */
  discount: number;
  bonus_kopecks: number;
  /** Why none can be spent; null: they can. */
  why_none: string | null;
  /** Whole bonuses that the order will bring the card, and whether some of its goods bring none. */
  earned: number;
  leaves_out: boolean;
};

/**
 * Null for a guest, without a card, and where it has nothing on it and earns nothing: then the cart says nothing of
 * bonuses. `wanted` more than the cart takes is as many as it takes.
 */
export async function readCartBonuses(
  db: Db,
  account: SignedIn | null,
  lines: { id: number; old_price: number | null; sum: number; is_chosen: boolean }[],
  { wanted, has_coupon }: { wanted: number; has_coupon: boolean },
): Promise<CartBonuses | null> {
  const card_id = account && lines.length > 0 ? await ownBonusCard(db, account.user_id) : null;
  if (!account || !card_id) return null;
  const chosen = lines.flatMap(({ id, is_chosen, ...line }) => (is_chosen ? [{ ...line, product_id: id }] : []));
  const spending = await readSpending(db, card_id, { lines: chosen, has_coupon });
  if (!spending) return null;
  const { balance, bonus_kopecks } = spending;
  // S6-05: they are the customer's own; a firm has none.
  const why_not = account.acting
    ? 'Бонусы списывает только сам покупатель'
    : account.company
      ? 'За покупки организации бонусами не платят'
      : null;
  const isClosed = why_not !== null || chosen.length === 0;
  const most = isClosed ? 0 : spending.most;
  const why_none = isClosed ? (why_not ?? 'Отметьте товары для заказа') : spending.why_none;
  const used = Math.min(wanted, most);
  const shares = spending.share(used);
  const paid = chosen.map(({ old_price, sum }, at) => ({ old_price, sum: sum - (shares[at] ?? 0) }));
  const { count: earned, leaves_out } = account.company
    ? { count: 0, leaves_out: false }
    : await bonusesToEarn(db, card_id, paid);
  if (balance === 0 && earned === 0) return null;
  return { balance, most, used, discount: used * bonus_kopecks, bonus_kopecks, why_none, earned, leaves_out };
}

/** «Списать»: the page counts them in; here only what was typed is judged. */
export function spendBonuses({ cart, form }: Intent): Change {
  const { typedBonuses: bonuses } = form;
  const choice = { bonuses };
  return bonuses > 0
    ? { cart, choice, ofPage: (page) => ({ bonus_error: fewerWords(page.bonuses, bonuses) }) }
    : { cart, choice, answer: { bonus_error: 'Укажите, сколько бонусов списать: целое число' } };
}

/** Said when fewer are counted than were typed. */
function fewerWords(bonuses: CartPage['bonuses'], wanted: number): string | null {
  if (!bonuses || bonuses.most === 0 || wanted <= bonuses.most) return null;
  return `На этот заказ можно списать не больше ${countOf(bonuses.most, 'бонуса', 'бонусов', 'бонусов')}`;
}
