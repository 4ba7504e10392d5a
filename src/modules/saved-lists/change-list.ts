import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isUuid } from '#shared/uuid.ts';
import { nameTaken } from './schema.ts';

/** Throws not_found for another person's list; bad_input at `name` when another list has it. */
export async function renameList(db: Db, user_id: string, id: string, name: string, now = new Date()): Promise<void> {
  requireId(id);
  const { numAffectedRows } = await sql`
    update saved_lists set name = ${name}, changed_at = ${now} where id = ${id}::uuid and user_id = ${user_id}::uuid`
    .execute(db)
    .catch((error: unknown) => {
      if (error instanceof Error && 'constraint' in error && error.constraint === 'saved_lists_user_id_name_idx')
        throw new Refusal('bad_input', { fields: { name: nameTaken } });
      throw error;
    });
  if (!numAffectedRows) throw new Refusal('not_found');
}

/** With its lines. Throws not_found for another person's list. */
export async function removeList(db: Db, user_id: string, id: string): Promise<void> {
  requireId(id);
  const { numAffectedRows } = await sql`
    delete from saved_lists where id = ${id}::uuid and user_id = ${user_id}::uuid`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
}

/** A product off the list; one that is not on it changes nothing. Throws not_found for another person's list. */
export async function removeListLine(
  db: Db,
  user_id: string,
  id: string,
  product_id: number,
  now = new Date(),
): Promise<void> {
  requireId(id);
  const { rows } = await sql`
    update saved_lists set changed_at = ${now} where id = ${id}::uuid and user_id = ${user_id}::uuid
    returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  await sql`
    delete from saved_list_lines where list_id = ${id}::uuid and product_id = ${product_id}::bigint`.execute(db);
}

/** Every list of a person whose account is erased. */
export async function forgetListsOf(db: Db, user_id: string): Promise<void> {
  await sql`delete from saved_lists where user_id = ${user_id}::uuid`.execute(db);
}

function requireId(id: string): void {
  if (!isUuid(id)) throw new Refusal('not_found');
}
