import type { Db } from '#platform/database.ts';
import type { StoredFile } from '../schema.ts';

export type NewMessage = { author: 'customer' | 'staff'; author_name: string; text: string; files: StoredFile[] };

/** Adds a message with its files to the talk. A message of files alone says so. Returns its id. */
export async function addMessage(db: Db, ticket_id: string, message: NewMessage, now: Date): Promise<number> {
  const { author, author_name, text, files } = message;
  const { id } = await db
    .insertInto('ticket_messages')
    .values({ ticket_id, author, author_name, text: text || 'Файлы во вложении', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (files.length > 0) {
    await db
      .insertInto('ticket_files')
      .values(files.map((file) => ({ ...file, message_id: id })))
      .execute();
  }
  return id;
}
