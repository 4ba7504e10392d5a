import { sql } from 'kysely';
import type { CartCount } from '#modules/cart/cart.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { isUuid } from '#shared/uuid.ts';
import type { GoodsToSave } from './save-list.ts';
import { nameTaken, savedListLimits } from './schema.ts';

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

/**
 * Counts of lines, in sales units that are sold so; what is not on the list is passed over. Throws not_found for
 * another person's list. Call in a transaction.
 */
export async function setListCounts(
  db: Db,
  user_id: string,
  id: string,
  counts: readonly CartCount[],
  now = new Date(),
): Promise<void> {
  await lockOwnList(db, user_id, id, now);
  await sql`
    update saved_list_lines l set count = given.count
    from unnest(${counts.map(({ product_id }) => product_id)}::int[], ${counts.map(({ count }) => count)}::int[])
      as given (product_id, count)
    where l.list_id = ${id}::uuid and l.product_id = given.product_id`.execute(db);
}

/** A product off the list; one that is not on it changes nothing. Throws not_found for another person's list. */
export async function removeListLine(
  db: Db,
  user_id: string,
  id: string,
  product_id: number,
  now = new Date(),
): Promise<void> {
  await lockOwnList(db, user_id, id, now);
  await sql`
    delete from saved_list_lines where list_id = ${id}::uuid and product_id = ${product_id}::bigint`.execute(db);
}

/** The table's own bound of a line, in sales units. */
const mostOfOne = 99_999;

/**
 * A product at the end of a list; of one that is on it the count grows, or stays where none is given. Throws not_found
 * for another person's list or an unknown product, bad_input for a full list. Call in a transaction.
 */
export async function addListLine(
  db: Db,
  user_id: string,
  id: string,
  { product_id, count }: GoodsToSave,
  now = new Date(),
): Promise<void> {
  requireId(id);
  const { rows } = await sql<{ count: number; is_there: boolean }>`
    update saved_lists l set changed_at = ${now} where l.id = ${id}::uuid and l.user_id = ${user_id}::uuid
    returning (select count(*)::int from saved_list_lines where list_id = l.id) as count,
      exists (select from saved_list_lines where list_id = l.id and product_id = ${product_id}::int) as is_there`.execute(
    db,
  );
  const [list] = rows;
  if (!list) throw new Refusal('not_found');
  if (list.is_there) {
    await sql`
      update saved_list_lines set count = least(count + ${count ?? 0}::int, ${mostOfOne}::int)
      where list_id = ${id}::uuid and product_id = ${product_id}::int`.execute(db);
    return;
  }
  if (list.count >= savedListLimits.lines)
    throw new Refusal(
      'bad_input',
      {},
      `В списке уже ${countOf(savedListLimits.lines, 'товар', 'товара', 'товаров')}: больше не помещается`,
    );
  // Lines that were removed leave free positions; the end may be taken while there is still room.
  const { numAffectedRows } = await sql`
    insert into saved_list_lines (list_id, position, product_id, count)
    select ${id}::uuid, (select coalesce(nullif(max(taken.position), ${savedListLimits.lines}::int) + 1,
        (select min(free) from generate_series(1, ${savedListLimits.lines}::int) as free where not exists
          (select from saved_list_lines where list_id = ${id}::uuid and position = free)))
      from saved_list_lines taken where taken.list_id = ${id}::uuid), p.id, coalesce(${count}::int, p.min_count)
    from products p where p.id = ${product_id}::int`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
}

/** Every list of a person whose account is erased. */
export async function forgetListsOf(db: Db, user_id: string): Promise<void> {
  await sql`delete from saved_lists where user_id = ${user_id}::uuid`.execute(db);
}

/** Holds the list until the end of the transaction and notes that it changes. Throws not_found: it is not theirs. */
async function lockOwnList(db: Db, user_id: string, id: string, now: Date): Promise<void> {
  requireId(id);
  const { numAffectedRows } = await sql`
    update saved_lists set changed_at = ${now} where id = ${id}::uuid and user_id = ${user_id}::uuid`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
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
