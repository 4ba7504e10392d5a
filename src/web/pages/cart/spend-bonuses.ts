import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { ownBonusCard } from '#modules/loyalty/cards.ts';
import { readSpending } from '#modules/loyalty/spending.ts';
import type { Db } from '#platform/database.ts';
import { countOf } from '#shared/plurals.ts';
import type { Change, Intent } from './cart-verbs.ts';
import type { CartPage } from './read-cart-page.ts';

/** What the buyer's card may pay of the cart. */
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
};

/**
 * Null for a guest, without a card and with nothing on it: then the cart says nothing of bonuses. `wanted` more than
 * the cart takes is as many as it takes.
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
  if (!spending || spending.balance === 0) return null;
  const { balance, bonus_kopecks } = spending;
  // S6-05: they are the customer's own; a firm has none.
  const why_not = account.acting
    ? 'Бонусы списывает только сам покупатель'
    : account.company
      ? 'За покупки организации бонусами не платят'
      : null;
  if (why_not || chosen.length === 0)
    return { balance, most: 0, used: 0, discount: 0, bonus_kopecks, why_none: why_not ?? 'Отметьте товары для заказа' };
  const { most, why_none } = spending;
  const used = Math.min(wanted, most);
  return { balance, most, used, discount: used * bonus_kopecks, bonus_kopecks, why_none };
}

/** «Списать»: the page counts them in; here only what was typed is judged. */
export function spendBonuses({ cart, form }: Intent): Change {
  return form.bonuses > 0
    ? { cart }
    : { cart, answer: { bonus_error: 'Укажите, сколько бонусов списать: целое число' } };
}

/** Said when fewer are counted than were typed. */
export function fewerWords(bonuses: CartPage['bonuses'], wanted: number): string | null {
  if (!bonuses || bonuses.most === 0 || wanted <= bonuses.most) return null;
  return `На этот заказ можно списать не больше ${countOf(bonuses.most, 'бонуса', 'бонусов', 'бонусов')}`;
}
