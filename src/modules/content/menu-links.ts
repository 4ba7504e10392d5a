import { sql } from 'kysely';
import { z } from 'zod';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
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
  url: z.string().max(300).refine(isOwnPath),
  icon: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .nullable()
    .default(null),
  department_id_1c: z.string().nullable().default(null),
  starts_at: z.date().nullable().default(null),
  ends_at: z.date().nullable().default(null),
  position: z.int().default(0),
});
export type MenuLinkInput = z.input<typeof MenuLinkInput>;

const linksOf = cachedRead<MenuLink[]>({
  name: 'menu_links',
  freshMs: 5_000,
  maxMs: 30_000,
  tags: ['content', 'departments'],
  whileFollowed: true,
  read: (db, department_id_1c) => readLinks(db, department_id_1c, new Date()),
});

/**
 * Links of the branch's menus that are due now, the common and its own, in their order; the same array until something
 * changes.
 */
export function menuLinks(db: Db, department_id_1c: string, onFailure?: (error: unknown) => void): Promise<MenuLink[]> {
  return linksOf(db, department_id_1c, onFailure);
}

async function readLinks(db: Db, department_id_1c: string, now: Date): Promise<MenuLink[]> {
  const { rows } = await sql<MenuLink>`
    select place, column_title, name, url, icon from menu_links
    where (department_id_1c is null or department_id_1c = ${department_id_1c})
      and coalesce(starts_at <= ${now}, true) and coalesce(ends_at > ${now}, true)
    order by place, position, id`.execute(db);
  return rows;
}

/** Returns the new link's id. Throws bad_input: a link leads to a page of the shop, a footer's has its column. */
export async function addMenuLink(db: Db, given: MenuLinkInput, now = new Date()): Promise<number> {
  const parsed = MenuLinkInput.safeParse(given);
  if (!parsed.success) throw new Refusal('bad_input', { fields: z.flattenError(parsed.error).fieldErrors });
  const link = parsed.data;
  const isBackwards = link.starts_at !== null && link.ends_at !== null && link.ends_at <= link.starts_at;
  if ((link.place === 'footer') !== (link.column_title !== '') || isBackwards)
    throw new Refusal('bad_input', { fields: ['column_title', 'ends_at'] });
  const row = await db
    .insertInto('menu_links')
    .values({ ...link, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
  return row.id;
}

/** Throws not_found. */
export async function removeMenuLink(db: Db, id: number): Promise<void> {
  const gone = await db.deleteFrom('menu_links').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}
