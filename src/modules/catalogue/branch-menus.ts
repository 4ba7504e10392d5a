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

/** The menu of a branch begins as that of another. Call in a transaction. */
export async function copyMenu(db: Db, from_id_1c: string, to_id_1c: string): Promise<void> {
  await sql`
    insert into dynamic_menus (department_id_1c, category_id)
    select ${to_id_1c}, category_id from dynamic_menus where department_id_1c = ${from_id_1c}`.execute(db);
  await invalidate(db, ['content', 'catalogue']);
}
