import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';

/** `call`: what was said on the phone. */
export type NoteKind = 'note' | 'call';

export type OrderNote = { id: number; at: Date; who: string; kind: NoteKind; text: string };

/** What staff wrote of the order for each other, oldest first. */
export async function listOrderNotes(db: Db, order_id: string): Promise<OrderNote[]> {
  const { rows } = await sql<OrderNote>`
    select id, at, who, kind, text from order_notes where order_id = ${order_id}::uuid order by id`.execute(db);
  return rows;
}

/** The buyer sees none of it. Throws bad_input {fields}. */
export async function addOrderNote(
  db: Db,
  order_id: string,
  { text, kind }: { text: string; kind: NoteKind },
  staff: { user_id: string; full_name: string },
  now = new Date(),
): Promise<OrderNote> {
  const words = text.trim();
  if (words === '' || words.length > 2_000)
    throw new Refusal('bad_input', { fields: { text: words ? 'Максимум 2000 символов' : 'Напишите заметку' } });
  const { rows } = await sql<OrderNote>`
    insert into order_notes (order_id, staff_user_id, who, kind, text, at)
    values (${order_id}::uuid, ${staff.user_id}::uuid, ${staff.full_name}, ${kind}, ${words}, ${now})
    returning id, at, who, kind, text`.execute(db);
  return ensure(rows[0]);
}

/** The notes of this person's orders, when their account is erased: they may say more of the person than the order. */
export async function forgetOrderNotes(db: Db, user_id: string): Promise<void> {
  await sql`
    delete from order_notes n using orders o
    where o.id = n.order_id and o.user_id = ${user_id}::uuid`.execute(db);
}
