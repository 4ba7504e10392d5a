import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { infoUrl } from '#shared/urls.ts';
import { isLegal, refuseEndOfLegal } from './binding-pages.ts';
import { cleanHtml } from './clean-html.ts';
import { linkPictures } from './link-pictures.ts';
import { endPageVersion } from './pages.ts';
import { setRedirect } from './redirects.ts';
import { isFixedPage, listStaffPages } from './staff-pages.ts';

/**
 * Writes a draft again; HTML is sanitised. Throws not_found, page_published for what is no draft any more, bad_input.
 */
export async function changePageDraft(
  db: Db,
  id: number,
  { title, html }: { title?: string | undefined; html?: string | undefined },
  now = new Date(),
): Promise<void> {
  const clean = html === undefined ? undefined : cleanHtml(html);
  const fields = {
    ...(title?.trim() === '' && { title: 'Напишите заголовок' }),
    ...(clean?.trim() === '' && { html: 'Напишите текст' }),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
  await needState(db, id, 'draft', now);
  await db
    .updateTable('pages')
    .set({
      ...(title !== undefined && { title: title.trim() }),
      ...(clean !== undefined && { html: clean }),
      changed_at: now,
    })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .execute();
  if (clean !== undefined) await linkPictures(db, clean, now);
}

/**
 * Ends a version, unless a text that binds the shop would be gone with it. Call in a transaction. Throws not_found,
 * bad_input.
 */
export async function withdrawPageVersion(db: Db, id: number, slug: string, now = new Date()): Promise<void> {
  await endPageVersion(db, id, now);
  if (!isLegal(slug)) return;
  const [page] = await listStaffPages(db, { branches: null, slug }, now);
  if (!page?.shown)
    throw new Refusal('bad_input', {}, 'Без этого текста магазин не обойдётся: сначала опубликуйте новую редакцию');
}

/** A version that has not come into force yet is a draft again. Throws not_found, page_published. */
export async function recallPageVersion(db: Db, id: number, now = new Date()): Promise<void> {
  await needState(db, id, 'coming', now);
  await db
    .updateTable('pages')
    .set({ published_at: null, ends_at: null, changed_at: now })
    .where('id', '=', id)
    .execute();
  await invalidate(db, ['content']);
}

/**
 * A version that has not come into force yet comes, or ends, at another moment; what is left out stays. Throws
 * not_found, page_published, bad_input at the dates.
 */
export async function movePageVersion(
  db: Db,
  id: number,
  dates: { published_at?: Date | undefined; ends_at?: Date | null | undefined },
  now = new Date(),
): Promise<void> {
  await needState(db, id, 'coming', now);
  const before = await db
    .selectFrom('pages')
    .select(['slug', 'ends_at', sql<Date>`published_at`.as('published_at')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { published_at = before.published_at, ends_at = before.ends_at } = dates;
  if (published_at < now) throw new Refusal('bad_input', { fields: { published_at: 'Это время уже прошло' } });
  if (ends_at && ends_at <= published_at)
    throw new Refusal('bad_input', { fields: { ends_at: 'Конец раньше начала' } });
  refuseEndOfLegal(before.slug, ends_at);
  await db.updateTable('pages').set({ published_at, ends_at, changed_at: now }).where('id', '=', id).execute();
  await invalidate(db, ['content']);
}

/** A draft that nobody has seen is gone. Throws not_found, page_published. */
export async function removePageDraft(db: Db, id: number, now = new Date()): Promise<void> {
  await needState(db, id, 'draft', now);
  await db.deleteFrom('pages').where('id', '=', id).where('published_at', 'is', null).execute();
}

/**
 * Moves a page to another address: what is in force, comes or is a draft goes on there as it is, what stood at the old
 * address ends and leads (301) to the new one. Call in a transaction. Throws not_found, bad_input at `slug`.
 */
export async function readdressPage(db: Db, slug: string, to: string, now = new Date()): Promise<void> {
  const refused = (words: string) => new Refusal('bad_input', { fields: { slug: words } });
  if (isFixedPage(slug)) throw refused('Адрес этой страницы записан в самом магазине, его не меняют');
  if (isFixedPage(to) || to === 'site-map') throw refused('Этот адрес магазин держит для своей страницы');
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${[slug, to].sort().map((one) => `page ${one}`)}::text[]) as name`.execute(
    db,
  );
  const [page] = await listStaffPages(db, { branches: null, slug }, now);
  if (!page) throw new Refusal('not_found');
  const [taken] = await listStaffPages(db, { branches: null, slug: to }, now);
  if (taken?.versions.some(({ state }) => state !== 'ended' && state !== 'replaced'))
    throw refused('Этот адрес занят другой страницей');
  const going = page.versions.filter(({ state }) => state !== 'ended' && state !== 'replaced');
  if (!going.some(({ state }) => state === 'shown')) throw refused('Сначала опубликуйте страницу');
  await sql`
    insert into pages (slug, version, title, html, department_id_1c, published_at, ends_at, changed_at)
    select ${to}, (row_number() over (order by version))::int + ${taken?.versions[0]?.version ?? 0}, title, html, department_id_1c,
      case when published_at <= ${now} then ${now}::timestamptz else published_at end, ends_at, ${now}
    from pages where id = any(${going.map(({ id }) => id)}::int[])`.execute(db);
  await sql`delete from pages where slug = ${slug} and coalesce(published_at > ${now}, true)`.execute(db);
  await sql`
    update pages set ends_at = ${now}, changed_at = ${now}
    where slug = ${slug} and published_at < ${now} and coalesce(ends_at > ${now}, true)`.execute(db);
  await db.deleteFrom('redirects').where('from_path', '=', infoUrl(to)).execute();
  await setRedirect(db, { from_path: infoUrl(slug), to_path: infoUrl(to) }, now);
  await invalidate(db, ['content']);
}

async function needState(db: Db, id: number, state: 'draft' | 'coming', now: Date): Promise<void> {
  const row = await db.selectFrom('pages').select('published_at').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const is = row.published_at === null ? 'draft' : row.published_at > now ? 'coming' : 'published';
  if (is !== state) throw new Refusal('page_published');
}
