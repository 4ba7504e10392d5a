import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword } from '#modules/accounts/passwords.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { findProgramme } from './programmes.ts';
import { type CardKind, cardCodeDigits, checkDigit } from './schema.ts';

export type NewCard = {
  kind: CardKind;
  /** The account it belongs to from the start; null: a plastic one, attached by number and code later. */
  user_id: string | null;
  phone: string | null;
  /** Who hands it out: the person themselves, or a name of staff. */
  who: string;
};

/** A new card with its code, which is known only now: the table keeps its hash. Throws card_owned, not_found. */
export async function issueCard(
  db: Db,
  { kind, user_id, phone, who }: NewCard,
  now = new Date(),
): Promise<{ id: string; number: string; code: string }> {
  if (!(await findProgramme(db, kind))) throw new Refusal('not_found');
  const code = newCode();
  const code_hash = await hashPassword(code);
  for (;;) {
    const number = newNumber(kind);
    const { rows } = await sql<{ id: string }>`
      insert into cards (number, kind, code_hash, user_id, phone, attached_at, issued_at, issued_by)
      select ${number}, ${kind}, ${code_hash}, ${user_id}::uuid, ${phone}, ${user_id && now}, ${now}, ${who}
      where not exists (select from card_former_numbers where number = ${number})
        and not exists (select from cards where user_id = ${user_id}::uuid and kind = ${kind})
      on conflict do nothing returning id`.execute(db);
    if (rows[0]) return { id: rows[0].id, number, code };
    if (user_id && (await hasCard(db, user_id, kind))) throw new Refusal('card_owned');
  }
}

/**
 * A lost card: another number and code, the same ledger; the former number opens nothing, and a block was of it. Call
 * in a transaction.
 */
export async function replaceCard(
  db: Db,
  card_id: string,
  who: string,
  now = new Date(),
): Promise<{ number: string; code: string }> {
  const { rows } = await sql<{ number: string; kind: CardKind }>`
    select number, kind from cards where id = ${card_id}::uuid for update`.execute(db);
  const card = rows[0];
  if (!card) throw new Refusal('not_found');
  const code = newCode();
  const number = await freeNumber(db, card.kind);
  await sql`
    update cards set number = ${number}, code_hash = ${await hashPassword(code)},
      blocked_at = null, blocked_by = null, block_reason = ''
    where id = ${card_id}::uuid`.execute(db);
  await sql`
    insert into card_former_numbers (number, card_id, replaced_at, replaced_by)
    values (${card.number}, ${card_id}::uuid, ${now}, ${who})`.execute(db);
  return { number, code };
}

/** Another code for the same number. */
export async function renewCode(db: Db, card_id: string): Promise<string> {
  const code = newCode();
  await sql`update cards set code_hash = ${await hashPassword(code)} where id = ${card_id}::uuid`.execute(db);
  return code;
}

async function freeNumber(db: Db, kind: CardKind): Promise<string> {
  for (;;) {
    const number = newNumber(kind);
    const { rows } = await sql`
      select from cards where number = ${number} union all select from card_former_numbers where number = ${number}`.execute(
      db,
    );
    if (rows.length === 0) return number;
  }
}

async function hasCard(db: Db, user_id: string, kind: CardKind): Promise<boolean> {
  const { rows } = await sql`select from cards where user_id = ${user_id}::uuid and kind = ${kind}`.execute(db);
  return rows.length > 0;
}

function newNumber(kind: CardKind): string {
  const digits = `${kind === 'bonus' ? 2 : 4}${String(randomInt(10 ** 11)).padStart(11, '0')}`;
  return digits + checkDigit(digits);
}

function newCode(): string {
  return String(randomInt(10 ** cardCodeDigits)).padStart(cardCodeDigits, '0');
}
