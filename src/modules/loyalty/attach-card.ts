import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Card } from './cards.ts';

/**
 * A proven card (`proveCard`) becomes the account's. Within the entry point's transaction. Throws card_owned when it is
 * another's, or the account has one of its kind.
 */
export async function attachCard(db: Db, card: Card, user_id: string, now = new Date()): Promise<void> {
  if (card.user_id === user_id) return;
  // One attachment of an account at a time: the second then sees the first one's card.
  await sql`select from users where id = ${user_id}::uuid for update`.execute(db);
  const { numAffectedRows } = await sql`
    update cards set user_id = ${user_id}::uuid, attached_at = ${now}
    where id = ${card.id}::uuid and user_id is null
      and not exists (select from cards other where other.user_id = ${user_id}::uuid and other.kind = ${card.kind})`.execute(
    db,
  );
  if (!numAffectedRows) throw new Refusal('card_owned');
}

/** The person is being erased: their cards are nobody's, the ledger stays with the card. */
export async function releaseCards(db: Db, user_id: string): Promise<void> {
  await sql`update cards set user_id = null, phone = null, block_reason = '' where user_id = ${user_id}::uuid`.execute(
    db,
  );
}
