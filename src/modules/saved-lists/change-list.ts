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

/**
 * Lists of an account that becomes another (`to`): each stays, one whose name is taken gets a number behind it. More
 * than a person may save can stand together. Call in a transaction.
 */
export async function moveListsOf(db: Db, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ id: string; user_id: string; name: string }>`
    select id, user_id, name from saved_lists where user_id in (${from}::uuid, ${to}::uuid) order by created_at, id
    for update`.execute(db);
  const taken = new Set(rows.filter(({ user_id }) => user_id === to).map(({ name }) => name.toLowerCase()));
  for (const { id, name } of rows.filter(({ user_id }) => user_id === from)) {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name.slice(0, 54).trim()} (${number})`;
    taken.add(free.toLowerCase());
    await sql`update saved_lists set user_id = ${to}::uuid, name = ${free} where id = ${id}::uuid`.execute(db);
  }
}
