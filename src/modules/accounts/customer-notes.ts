import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';

/** `call`: what was said on the phone. */
export type CustomerNote = { id: number; at: Date; who: string; kind: 'note' | 'call'; text: string };

const shownNotes = 200;

/** What staff wrote of this person for each other, newest first, the last 200. */
export async function listCustomerNotes(db: Db, user_id: string): Promise<CustomerNote[]> {
  const { rows } = await sql<CustomerNote>`
    select id, at, who, kind, text from customer_notes
    where user_id = ${user_id}::uuid order by id desc limit ${shownNotes}`.execute(db);
  return rows;
}

/**
 * The shop's pages show none of it; it stands in the person's export and goes with the account. Throws bad_input
 * {fields}.
 */
export async function addCustomerNote(
  db: Db,
  user_id: string,
  { text, kind }: Pick<CustomerNote, 'text' | 'kind'>,
  staff: { user_id: string; full_name: string },
  now = new Date(),
): Promise<CustomerNote> {
  const words = text.trim();
  if (words === '' || words.length > 2_000)
    throw new Refusal('bad_input', { fields: { text: words ? 'Максимум 2000 символов' : 'Напишите заметку' } });
  const { rows } = await sql<CustomerNote>`
    insert into customer_notes (user_id, staff_user_id, who, kind, text, at)
    values (${user_id}::uuid, ${staff.user_id}::uuid, ${staff.full_name}, ${kind}, ${words}, ${now})
    returning id, at, who, kind, text`.execute(db);
  return ensure(rows[0]);
}
