import { sql } from 'kysely';
import { draftParent, publicParent } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';

/**
 * S7-20: the menu of a branch shows exactly the categories it has; one that hangs under none of them is not shown. This
 * one stands in the menu of every branch from now on, of one that is being prepared too. Call in a transaction.
 */
export async function showInEveryMenu(db: Db, category_id: number): Promise<void> {
  await sql`
    insert into dynamic_menus (department_id_1c, category_id)
    select d.id_1c, ${category_id}::int from departments d
    where d.parent in (${publicParent}, ${draftParent}) and d.branch_id_1c is null`.execute(db);
  await invalidate(db, ['content', 'catalogue']);
}

/**
 * A category stands in the menus of exactly these branches (id_1c). Throws bad_input for what is no branch of the shop.
 * Call in a transaction.
 */
export async function setMenusOfCategory(db: Db, category_id: number, branches: string[]): Promise<void> {
  await db.deleteFrom('dynamic_menus').where('category_id', '=', category_id).execute();
  const { rows } = await sql<{ id: string }>`
    insert into dynamic_menus (department_id_1c, category_id)
    select d.id_1c, ${category_id}::int from departments d
    where d.parent = ${publicParent} and d.branch_id_1c is null and d.id_1c = any(${branches}::text[])
    returning department_id_1c as id`.execute(db);
  if (rows.length < new Set(branches).size) throw new Refusal('bad_input', { fields: { menus: 'Такого филиала нет' } });
  await invalidate(db, ['content', 'catalogue']);
}

/**
 * These categories stand in the menu of one branch from now on, or no more. Returns the ids of those that this changed.
 * Throws not_found for what is no branch, bad_input for a category that is not there. Call in a transaction.
 */
export async function setMenuOfBranch(
  db: Db,
  department_id_1c: string,
  category_ids: number[],
  isShown: boolean,
): Promise<number[]> {
  const { rows: branches } = await sql`
    select from departments d where d.id_1c = ${department_id_1c} and d.branch_id_1c is null
      and d.parent in (${publicParent}, ${draftParent})`.execute(db);
  if (branches.length === 0) throw new Refusal('not_found');
  const { rows: known } = await sql<{ id: number }>`
    select id from categories where id = any(${category_ids}::int[]) for share`.execute(db);
  if (known.length < new Set(category_ids).size) throw new Refusal('bad_input', {}, 'Такого раздела больше нет');
  const { rows } = isShown
    ? await sql<{ id: number }>`
        insert into dynamic_menus (department_id_1c, category_id)
        select ${department_id_1c}, id from unnest(${category_ids}::int[]) c (id) on conflict do nothing
        returning category_id as id`.execute(db)
    : await sql<{ id: number }>`
        delete from dynamic_menus
        where department_id_1c = ${department_id_1c} and category_id = any(${category_ids}::int[])
        returning category_id as id`.execute(db);
  if (rows.length > 0) await invalidate(db, ['content', 'catalogue']);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** The categories in the menu of a branch begin as those of another. Call in a transaction. */
export async function copyMenu(db: Db, from_id_1c: string, to_id_1c: string): Promise<void> {
  await sql`
    insert into dynamic_menus (department_id_1c, category_id)
    select ${to_id_1c}, category_id from dynamic_menus where department_id_1c = ${from_id_1c}`.execute(db);
  await invalidate(db, ['content', 'catalogue']);
}
