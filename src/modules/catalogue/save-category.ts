import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import type { OwnedCategoryField } from '#shared/category-fields.ts';
import { ensure } from '#shared/ensure.ts';
import { slugOf } from '#shared/transliterate.ts';
import { setMenusOfCategory, showInEveryMenu } from './branch-menus.ts';
import type { CategoryChange } from './category-change.ts';

export type StaffCategory = {
  id: number;
  id_1c: string | null;
  code: string;
  name: string;
  short_name: string | null;
  description: string | null;
  parent_id: number | null;
  position: number;
  is_on: boolean;
  /** Goods that stand in it itself, on sale and switched off. */
  goods_on: number;
  goods_off: number;
  /** id_1c of branches whose menu names it. */
  menus: string[];
  /** What of it the shop leads, though 1C feeds it: its packages leave that as it is. */
  own_fields: OwnedCategoryField[];
};

/** All categories, switched-off ones too, in the order of the tree's levels. */
export async function listStaffCategories(db: Db): Promise<StaffCategory[]> {
  const { rows } = await sql<StaffCategory>`
    select c.id, c.id_1c, c.code, c.name, c.short_name, c.description, c.parent_id, c.position,
      c.own_fields, c.switched_off_at is null as is_on, coalesce(g.goods_on, 0)::int as goods_on,
      coalesce(g.goods_off, 0)::int as goods_off,
      array(select m.department_id_1c from dynamic_menus m where m.category_id = c.id order by 1) as menus
    from categories c left join (
      select pc.category_id, count(*) filter (where p.switched_off_at is null) as goods_on,
        count(*) filter (where p.switched_off_at is not null) as goods_off
      from product_categories pc join products p on p.id = pc.product_id group by pc.category_id
    ) g on g.category_id = c.id
    order by c.position, c.name, c.id`.execute(db);
  return rows;
}

/** null: there is none. */
export async function readStaffCategory(db: Db, id: number, isLocked = false): Promise<StaffCategory | null> {
  if (isLocked) await db.selectFrom('categories').select('id').where('id', '=', id).forUpdate().execute();
  return (await listStaffCategories(db)).find((category) => category.id === id) ?? null;
}

/** At the end of its level, in the menu of every branch. Throws bad_input. Call in a transaction. Returns its id. */
export async function createCategory(
  db: Db,
  { name, parent_id }: { name: string; parent_id: number | null },
  now = new Date(),
): Promise<{ id: number; code: string }> {
  if (
    parent_id !== null &&
    !(await db.selectFrom('categories').select('id').where('id', '=', parent_id).executeTakeFirst())
  )
    throw new Refusal('bad_input', { fields: { parent_id: 'Такого раздела нет' } });
  const wish = slugOf(name) || 'razdel';
  let code = wish;
  for (let n = 2; (await codeOwner(db, code, 0)) !== null; n++) code = `${wish}-${n}`;
  const { rows } = await sql<{ id: number; code: string }>`
    insert into categories (code, name, parent_id, position, changed_at)
    select ${code}, ${name}, ${parent_id}::int, coalesce(max(position) + 1, 0), ${now} from categories
    where parent_id is not distinct from ${parent_id}::int
    returning id, code`.execute(db);
  const created = ensure(rows[0]);
  await showInEveryMenu(db, created.id);
  return created;
}

/**
 * Under a new code the old address leads to the new one (301). What of a category of 1C is changed is the shop's from
 * now on. Returns the fields that became the shop's. Throws bad_input. Call in a transaction.
 */
export async function saveCategory(
  db: Db,
  before: StaffCategory,
  change: CategoryChange,
  now = new Date(),
): Promise<OwnedCategoryField[]> {
  const { is_on, code, menus, ...columns } = change;
  if (code !== undefined && code !== before.code) {
    const owner = await codeOwner(db, code, before.id);
    if (owner !== null) throw new Refusal('bad_input', { fields: { code: `Адрес занят разделом «${owner}»` } });
    await sql`delete from category_former_codes where code = ${code} and category_id = ${before.id}`.execute(db);
    await sql`
      insert into category_former_codes (code, category_id) values (${before.code}, ${before.id})
      on conflict (code) do update set category_id = excluded.category_id`.execute(db);
  }
  if (menus) await setMenusOfCategory(db, before.id, menus);
  const taken = takenFields(before, change);
  await db
    .updateTable('categories')
    .set({
      ...columns,
      ...(code !== undefined && { code }),
      ...(is_on !== undefined && is_on !== before.is_on && { switched_off_at: is_on ? null : now }),
      own_fields: [...before.own_fields, ...taken].sort(),
      changed_at: now,
    })
    .where('id', '=', before.id)
    .execute();
  await invalidate(db, ['catalogue']);
  return taken;
}

function takenFields(before: StaffCategory, change: CategoryChange): OwnedCategoryField[] {
  if (before.id_1c === null) return [];
  return (['name', 'code', 'is_on'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== before[field] && !before.own_fields.includes(field),
  );
}

/**
 * One mover of categories at a time until the transaction ends: two moves at once could make a ring of two branches.
 * Call before any category is locked: a mover that held one already would wait for another that wants it.
 */
export async function lockCategoryTree(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('idd-shop category tree'))`.execute(db);
}

/**
 * Puts a category under another parent (null: a root), at a place among its new neighbours, from 0; the shop leads
 * the place of one of 1C from now on. Returns whether it did not until now. Throws bad_input for a parent that stands
 * below it. Call in a transaction, behind `lockCategoryTree`.
 */
export async function moveCategory(
  db: Db,
  id: number,
  { parent_id, place }: { parent_id: number | null; place: number },
  now = new Date(),
): Promise<boolean> {
  const { rows } = await sql<{ id: number; is_below: boolean }>`
    with recursive below as (
      select ${id}::int as id union select c.id from categories c join below on c.parent_id = below.id
    )
    select c.id, c.id in (select id from below) as is_below from categories c where c.id = ${parent_id}`.execute(db);
  if (parent_id !== null && !rows[0]) throw new Refusal('bad_input', { fields: { parent_id: 'Такого раздела нет' } });
  if (rows[0]?.is_below) throw new Refusal('bad_input', {}, 'Нельзя вложить раздел в его же подраздел');
  const moved = await sql<{ is_taken: boolean }>`
    update categories c set parent_id = ${parent_id}, position = n.position, changed_at = ${now},
      own_fields = case when c.id_1c is null or c.parent_id is not distinct from ${parent_id}::int then c.own_fields
        else array(select distinct unnest(c.own_fields || 'parent_id'::text) order by 1) end
    from (
      select id, row_number() over (order by place, is_moved desc, name, id) - 1 as position from (
        select id, name, false as is_moved,
          (row_number() over (order by position, name, id) - 1) * 2 as place
        from categories where parent_id is not distinct from ${parent_id}::int and id <> ${id}
        union all select id, name, true, ${place * 2 - 1} from categories where id = ${id}
      ) level
    ) n join categories former on former.id = n.id
    where n.id = c.id and (c.position <> n.position or c.id = ${id})
    returning c.own_fields <> former.own_fields as is_taken`.execute(db);
  await invalidate(db, ['catalogue']);
  return moved.rows.some(({ is_taken }) => is_taken);
}

/** Where a category stands: under which parent, at which place among its neighbours, from 0; null: there is none. */
export async function placeOfCategory(db: Db, id: number): Promise<{ parent_id: number | null; place: number } | null> {
  const { rows } = await sql<{ parent_id: number | null; place: number }>`
    select c.parent_id, (select count(*)::int from categories n where n.parent_id is not distinct from c.parent_id
      and (n.position, n.name, n.id) < (c.position, c.name, c.id)) as place
    from categories c where c.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

async function codeOwner(db: Db, code: string, id: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select c.name from categories c where c.code = ${code} and c.id <> ${id}
    union all
    select c.name from category_former_codes f join categories c on c.id = f.category_id
    where f.code = ${code} and c.id <> ${id} limit 1`.execute(db);
  return rows[0]?.name ?? null;
}
