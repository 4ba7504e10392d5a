import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';

/** One change of a card at a time; until the transaction ends. */
export async function lockCard(db: Db, card_id: string): Promise<void> {
  await sql`select from cards where id = ${card_id}::uuid for update`.execute(db);
}

/** What can be spent: the ledger's sum without what is held for orders, in whole bonuses. */
export async function freeBalance(db: Db, card_id: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select ((select coalesce(sum(amount), 0) from card_movements where card_id = ${card_id}::uuid)
      - (select coalesce(sum(amount), 0) from bonus_holds where card_id = ${card_id}::uuid and ended_at is null))::int as balance`.execute(
    db,
  );
  return ensure(rows[0]).balance;
}

/**
 * Per card what has outlived its term: what was spent, taken back or is held for orders took the oldest first, so what
 * is held does not expire.
 */
export const overdue = (now: Date) => sql`
  select card_id, (coalesce(sum(amount) filter (where amount > 0 and expires_at <= ${now}::timestamptz), 0)
    + coalesce(sum(amount) filter (where amount < 0), 0)
    - (select coalesce(sum(h.amount), 0) from bonus_holds h where h.card_id = m.card_id and h.ended_at is null))::int as due
  from card_movements m
  where card_id in (select card_id from card_movements where expires_at <= ${now}::timestamptz) group by card_id`;

/** Amounts upwards in the order they expire, and all that went down or is held: what goes takes the oldest first. */
export type Lots = { up: { id: number; amount: number; expires_at: Date | null }[]; down: number };

/** The lots of a card with what is held for orders counted as gone. */
export async function readLots(db: Db, card_id: string): Promise<Lots> {
  const { rows } = await sql<Lots['up'][number]>`
    select id, amount, expires_at from (
      select id, amount, expires_at from card_movements where card_id = ${card_id}::uuid and amount <> 0
      union all select 0, -amount, null from bonus_holds where card_id = ${card_id}::uuid and ended_at is null
    ) lot order by expires_at nulls last, id`.execute(db);
  return {
    up: rows.filter(({ amount }) => amount > 0),
    down: -rows.reduce((sum, { amount }) => sum + Math.min(amount, 0), 0),
  };
}

/** Of every amount upwards, by its movement, what is left of it. */
export function leftOfLots({ up, down }: Lots): Map<number, number> {
  let used = down;
  const left = new Map<number, number>();
  for (const { id, amount } of up) {
    left.set(id, Math.max(amount - used, 0));
    used = Math.max(used - amount, 0);
  }
  return left;
}

/** When the last of the next `amount` bonuses to go would expire; null: never. */
export function lastExpiry({ up, down }: Lots, amount: number): Date | null {
  let before = 0;
  for (const lot of up) {
    before += lot.amount;
    if (before >= down + amount) return lot.expires_at;
  }
  return null;
}
