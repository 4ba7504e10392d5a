import { sql } from 'kysely';
import { z } from 'zod';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { inputFields } from '#shared/input-messages.ts';
import type { ShopLook } from '#shared/shop-look.ts';
import { isOwnPath } from '#shared/urls.ts';

export type MenuLink = {
  place: 'header' | 'footer' | 'side';
  column_title: string;
  name: string;
  url: string;
  icon: string | null;
};

export const MenuLinkInput = z.object({
  place: z.enum(['header', 'footer', 'side']),
  column_title: z.string().trim().max(60).default(''),
  name: z.string().trim().min(1).max(60),
  url: z.string().trim().max(300).refine(isOwnPath, 'Страница магазина: адрес начинается с /'),
  icon: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .nullable()
    .default(null),
  department_id_1c: z.string().nullable().default(null),
  starts_at: z.date().nullable().default(null),
  ends_at: z.date().nullable().default(null),
  position: z.int().default(0),
  /** Shown to nobody. */
  is_draft: z.boolean().default(false),
});
export type MenuLinkInput = z.input<typeof MenuLinkInput>;

const linksOf = cachedRead<MenuLink[]>({
  name: 'menu_links',
  freshMs: 5_000,
  maxMs: 30_000,
  tags: ['content', 'departments'],
  whileFollowed: true,
  read: (db, department_id_1c) => readLinks(db, department_id_1c, { at: new Date(), drafts: null }),
});

/**
 * Links of the branch's menus that are due now, the common and its own, in their order; the same array until something
 * changes. `look`: at another moment, past the cache.
 */
export function menuLinks(
  db: Db,
  department_id_1c: string,
  look: ShopLook | null = null,
  onFailure?: (error: unknown) => void,
): Promise<MenuLink[]> {
  return look ? readLinks(db, department_id_1c, look) : linksOf(db, department_id_1c, onFailure);
}

async function readLinks(db: Db, department_id_1c: string, { at, drafts }: ShopLook): Promise<MenuLink[]> {
  const { rows } = await sql<MenuLink>`
    select place, column_title, name, url, icon from menu_links
    where (department_id_1c is null or department_id_1c = ${department_id_1c})
      and (not is_draft or shows_draft('menu', id::text, ${drafts}::int))
      and coalesce(starts_at <= ${at}, true) and coalesce(ends_at > ${at}, true)
    order by place, position, id`.execute(db);
  return rows;
}

/**
 * Returns the new link's id. Throws bad_input: a link leads to a page of the shop, a footer's has its column, and the
 * same one does not stand twice in a menu.
 */
export async function addMenuLink(db: Db, given: MenuLinkInput, now = new Date()): Promise<number> {
  const link = await checkedLink(db, given, null);
  const row = await db
    .insertInto('menu_links')
    .values({ ...link, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
  return row.id;
}

/** Links of one branch alone that are shown, or will be, stand in another's menus too. Call in a transaction. */
export async function copyMenuLinks(db: Db, from_id_1c: string, to_id_1c: string, now = new Date()): Promise<void> {
  await sql`
    insert into menu_links (place, column_title, name, url, icon, department_id_1c, starts_at, ends_at, position, changed_at)
    select place, column_title, name, url, icon, ${to_id_1c}, starts_at, ends_at, position, ${now} from menu_links
    where department_id_1c = ${from_id_1c} and not is_draft and coalesce(ends_at > ${now}, true)`.execute(db);
  await invalidate(db, ['content']);
}

/** The link as it is from now on. Throws not_found and what adding throws. */
export async function changeMenuLink(db: Db, id: number, given: MenuLinkInput, now = new Date()): Promise<void> {
  const link = await checkedLink(db, given, id);
  const changed = await db
    .updateTable('menu_links')
    .set({ ...link, changed_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

/** Links of one menu in this order from now on. Throws bad_input for a link that is gone or stands in another menu. */
export async function orderMenuLinks(db: Db, ids: number[], now = new Date()): Promise<void> {
  const { rows } = await sql<{ place: string }>`
    update menu_links m set position = given.position::int * 10, changed_at = ${now}
    from unnest(${ids}::int[]) with ordinality as given (id, position) where m.id = given.id returning m.place`.execute(
    db,
  );
  if (rows.length !== ids.length || new Set(rows.map(({ place }) => place)).size !== 1)
    throw new Refusal('bad_input', { fields: { ids: 'Меню с тех пор изменилось. Обновите страницу' } });
  await invalidate(db, ['content']);
}

async function checkedLink(db: Db, given: MenuLinkInput, id: number | null) {
  const parsed = MenuLinkInput.safeParse(given);
  if (!parsed.success) throw new Refusal('bad_input', { fields: inputFields(parsed.error) });
  const link = parsed.data;
  const isBackwards = link.starts_at !== null && link.ends_at !== null && link.ends_at <= link.starts_at;
  const isFooter = link.place === 'footer';
  const column = isFooter ? 'В подвале у ссылки есть столбец' : 'Столбцы есть только в подвале';
  const fields = {
    ...(isFooter !== (link.column_title !== '') && { column_title: column }),
    ...(isBackwards && { ends_at: 'Конец раньше начала' }),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
  const { rows } = await sql`
    select from menu_links where place = ${link.place} and url = ${link.url} and id is distinct from ${id}::int
      and department_id_1c is not distinct from ${link.department_id_1c} and starts_at is not distinct from ${link.starts_at}::timestamptz`.execute(
    db,
  );
  if (rows.length > 0) throw new Refusal('bad_input', { fields: { url: 'Такая ссылка в этом меню уже есть' } });
  return link;
}

/** A link as staff see it; `MenuLinkInput` sets all of it. */
export type StaffMenuLink = MenuLink & {
  id: number;
  department_id_1c: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  position: number;
  is_draft: boolean;
};

/**
 * Every link of the menus, due or not, in their order: the common ones and those of these branches; null: of all.
 * `isLocked`: held until the end of the transaction.
 */
export async function listStaffMenuLinks(
  db: Db,
  { branches, id = null, isLocked = false }: { branches: string[] | null; id?: number | null; isLocked?: boolean },
): Promise<StaffMenuLink[]> {
  if (isLocked) await sql`select from menu_links where id = ${id} for update`.execute(db);
  const { rows } = await sql<StaffMenuLink>`
    select id, place, column_title, name, url, icon, department_id_1c, starts_at, ends_at, position, is_draft
    from menu_links
    where ${commonOrInBranches('menu_links', branches)}
      and coalesce(id = ${id}::int, true)
    order by place, position, id limit 5000`.execute(db);
  return rows;
}

/** Throws not_found. */
export async function removeMenuLink(db: Db, id: number): Promise<void> {
  const gone = await db.deleteFrom('menu_links').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}
