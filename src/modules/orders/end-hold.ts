import { sql } from 'kysely';
import { keepOfHold, spendHold } from '#modules/loyalty/hold-bonuses.ts';
import { spreadByLargestRemainder } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';

/**
 * The order is cancelled: its bonuses go back to the card, save those that paid for goods which had been handed out and
 * stay with the buyer.
 */
export async function endHold(db: Db, order_id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ kept: number }>`
    select coalesce(sum(floor(l.bonus_discount * (
        select sum(r.count) from reservations r where r.order_line_id = l.id and r.why = 'handed_over') / l.count)), 0)::int8 as kept
    from order_lines l where l.order_id = ${order_id}::uuid and l.bonus_discount > 0`.execute(db);
  const kept = await keepOfHold(db, order_id, ensure(rows[0]).kept, now);
  if (kept > 0) await spendHold(db, order_id, now);
}

/** A line of which so many are left, and what bonuses took off all that was ordered; kopecks. */
export type LeftLine = { id: number; count: number; ordered: number; bonus_discount: number };

/**
 * What bonuses pay of the lines that are left: their part in whole bonuses, shared out again; what that leaves over
 * goes back to the card. Kopecks by the line's id.
 */
export async function bonusesOfLeft(
  db: Db,
  order_id: string,
  lines: readonly LeftLine[],
  now: Date,
): Promise<Map<number, number>> {
  const parts = lines.map(({ count, ordered, bonus_discount }) => Math.floor((bonus_discount * count) / ordered));
  const whole = await keepOfHold(
    db,
    order_id,
    parts.reduce((sum, part) => sum + part, 0),
    now,
  );
  const shares = spreadByLargestRemainder(whole, parts);
  return new Map(lines.map(({ id }, index) => [id, shares[index] ?? 0]));
}
