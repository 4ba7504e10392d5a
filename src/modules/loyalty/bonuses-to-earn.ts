import type { Db } from '#platform/database.ts';
import { bonusesFor } from '#shared/bonuses.ts';
import { readSums } from './cards.ts';
import { findProgramme, levelOf } from './programmes.ts';

/** `leaves_out`: some goods of the purchase bring none. */
export type BonusesAhead = { count: number; leaves_out: boolean };

/**
 * Whole bonuses that a purchase brings this card when it is received, by the step its holder stands on now
 * (`earnForOrders` decides then): goods at a lowered price earn none. `sum`: kopecks, coupon and bonuses taken off.
 */
export async function bonusesToEarn(
  db: Db,
  card_id: string,
  lines: readonly { old_price: number | null; sum: number }[],
  now = new Date(),
): Promise<BonusesAhead> {
  const programme = await findProgramme(db, 'bonus');
  if (!programme?.expiry_days) return { count: 0, leaves_out: false };
  const { purchases_kopecks } = await readSums(db, card_id, programme, now);
  const eligible = lines.reduce((total, { old_price, sum }) => (old_price === null ? total + sum : total), 0);
  return {
    count: bonusesFor(eligible, levelOf(programme, purchases_kopecks)?.percent ?? 0),
    leaves_out: lines.some(({ old_price }) => old_price !== null),
  };
}
