import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { cleanText } from '#shared/clean-text.ts';

/**
 * The card opens nothing and pays for nothing until it is released or replaced; its ledger stays, orders earn on.
 * Throws bad_input {fields} without a reason, not_found where there is no such card or it is blocked already.
 */
export async function blockCard(
  db: Db,
  card_id: string,
  { who, reason }: { who: string; reason: string },
  now = new Date(),
): Promise<void> {
  const words = cleanText(reason).slice(0, 500);
  if (!words) throw new Refusal('bad_input', { fields: { reason: 'Напишите причину' } });
  const { numAffectedRows } = await sql`
    update cards set blocked_at = ${now}, blocked_by = ${who}, block_reason = ${words}
    where id = ${card_id}::uuid and blocked_at is null`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
}

/** The same number works again. Throws not_found for a card that is not blocked. */
export async function releaseBlock(db: Db, card_id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update cards set blocked_at = null, blocked_by = null, block_reason = ''
    where id = ${card_id}::uuid and blocked_at is not null`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
}
