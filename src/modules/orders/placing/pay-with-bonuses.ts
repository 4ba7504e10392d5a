import { type TakenBonuses, takeBonuses } from '#modules/loyalty/hold-bonuses.ts';
import type { PricedCart, PricedLine } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { OrderPlace } from '../place-order.ts';
import type { OrderInput } from '../schema.ts';

/** Priced lines with what bonuses take off each; `sum` and `total` are what is left to pay for the goods. Kopecks. */
export type PricedWithBonuses = Omit<PricedCart, 'lines'> & {
  lines: (PricedLine & { bonus_discount: number })[];
  bonus_discount: number;
};

/**
 * Takes the bonuses the buyer wants to spend off the lines, after the coupon; `bonuses`: what is to be held for the
 * order. They are the person's own: neither staff who act for them nor a firm spends them. Throws bonuses_refused,
 * not_enough_bonuses, not_while_acting.
 */
export async function payWithBonuses(
  db: Db,
  { buyer }: Pick<OrderPlace, 'buyer'>,
  { bonuses: wanted, company }: Pick<OrderInput, 'bonuses' | 'company'>,
  priced: PricedCart,
): Promise<{ priced: PricedWithBonuses; bonuses: TakenBonuses | null }> {
  if (wanted === undefined) return { priced: withShares(priced, []), bonuses: null };
  if (!buyer) throw new Refusal('bonuses_refused', { most: 0 }, 'Войдите: бонусы списываются с карты в кабинете');
  if (buyer.placed_by) throw new Refusal('not_while_acting', {}, 'Бонусы списывает только сам покупатель');
  if (buyer.company || company)
    throw new Refusal('bonuses_refused', { most: 0 }, 'За покупки организации бонусами не платят');
  const { lines, discount } = priced;
  const bonuses = await takeBonuses(db, buyer.user_id, wanted, { lines, has_coupon: discount > 0 });
  return { priced: withShares(priced, bonuses.shares), bonuses };
}

function withShares(priced: PricedCart, shares: readonly number[]): PricedWithBonuses {
  const bonus_discount = shares.reduce((sum, share) => sum + share, 0);
  const lines = priced.lines.map((line, index) => {
    const share = shares[index] ?? 0;
    return { ...line, bonus_discount: share, sum: line.sum - share };
  });
  return { ...priced, lines, bonus_discount, total: priced.total - bonus_discount };
}
