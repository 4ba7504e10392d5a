import { sql } from 'kysely';
import { readCard } from '#modules/loyalty/cards.ts';
import { adjustCard } from '#modules/loyalty/move-bonuses.ts';
import { checkDigit } from '#modules/loyalty/schema.ts';
import type { Db } from '#platform/database.ts';
import { nextNumber } from './numbers.ts';

/** A bonus card of the person with so many bonuses, given at `now`. The programme's rows must stand. */
export async function makeBonusCard(db: Db, user: { id: string }, balance: number, now = new Date()) {
  const digits = `2${String(nextNumber('card')).padStart(11, '0')}`;
  const { rows } = await sql<{ id: string }>`
    insert into cards (number, kind, code_hash, user_id, attached_at, issued_at, issued_by)
    values (${digits + checkDigit(digits)}, 'bonus', '$argon2id$', ${user.id}::uuid, ${now}, ${now}, 'касса') returning id`.execute(
    db,
  );
  const card = (await readCard(db, rows[0]!.id))!;
  const change = { amount: balance, purchase_kopecks: 0, reason: 'adjusted', who: 'касса', note: 'подарок' } as const;
  if (balance > 0) await adjustCard(db, card, change, now);
  return card;
}
