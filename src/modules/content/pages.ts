import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import { rawPlaceholders } from '#shared/text-lint.ts';
import { isConsent, refuseEndOfLegal } from './binding-pages.ts';
import { cleanHtml } from './clean-html.ts';
import { linkPictures } from './link-pictures.ts';

export type InfoPage = { id: number; slug: string; version: number; title: string; html: string; published_at: Date };

/** Whose page and when: a branch's variant stands before the common text; `now` decides which versions are shown. */
export type PageView = {
  department_id_1c?: string | null;
  now?: Date;
  /** With drafts that a look at the shop shows. */
  drafts?: ShownDrafts | undefined;
};

/** The version in force of an information page (S2-03), or null. Its HTML is clean. */
export async function infoPage(db: Db, slug: string, view: PageView = {}): Promise<InfoPage | null> {
  const [page] = await shownVersions(db, slug, view);
  return page ? { ...page, html: cleanHtml(page.html) } : null;
}

export type PageEdition = {
  version: number;
  title: string;
  published_at: Date;
  /** When the next edition took its place; null: in force. */
  replaced_at: Date | null;
};

/** Every edition that has ever been in force, the newest first. */
export async function pageEditions(db: Db, slug: string, view: PageView = {}): Promise<PageEdition[]> {
  const { department_id_1c = null, now = new Date() } = view;
  const { rows } = await sql<PageEdition>`
    select version, title, published_at,
      nullif(least(lead(published_at) over (order by published_at, version), case when ends_at <= ${now} then ends_at end),
        null) as replaced_at
    from pages
    where slug = ${slug} and published_at <= ${now} and (department_id_1c is null or department_id_1c = ${department_id_1c})
    order by published_at desc, version desc`.execute(db);
  return rows;
}

/** One edition by its number, also one that is in force no more; null for a draft, a coming one or another branch's. */
export async function pageEdition(
  db: Db,
  slug: string,
  version: number,
  { department_id_1c = null, now = new Date() }: PageView = {},
): Promise<InfoPage | null> {
  const page = await db
    .selectFrom('pages')
    .select(['id', 'slug', 'version', 'title', 'html'])
    .select(sql<Date>`published_at`.as('published_at'))
    .where('slug', '=', slug)
    .where('version', '=', version)
    .where('published_at', '<=', now)
    .where(sql<boolean>`(department_id_1c is null or department_id_1c = ${department_id_1c})`)
    .executeTakeFirst();
  return page ? { ...page, html: cleanHtml(page.html) } : null;
}

/** Any version by its id, also a draft, as its preview shows it; null: this page has none such. */
export async function pageToPreview(db: Db, slug: string, id: number, now = new Date()): Promise<InfoPage | null> {
  const page = await db
    .selectFrom('pages')
    .select(['id', 'slug', 'version', 'title', 'html'])
    .select(sql<Date>`coalesce(published_at, ${now})`.as('published_at'))
    .where('slug', '=', slug)
    .where('id', '=', id)
    .executeTakeFirst();
  return page ? { ...page, html: cleanHtml(page.html) } : null;
}

/** Titles of all pages in force, for the site map; consent texts are none. */
export async function listPages(db: Db, view: PageView = {}): Promise<{ slug: string; title: string }[]> {
  const { department_id_1c = null, now = new Date() } = view;
  const { rows } = await sql<{ slug: string; title: string }>`
    select distinct on (slug) slug, title from pages
    where ${isShown(department_id_1c, now)}
    order by slug, department_id_1c is null, version desc`.execute(db);
  return rows;
}

export type NewVersion = { slug: string; department_id_1c?: string | null; title: string; html: string };

/**
 * Writes the next version as a draft; nobody sees it until it is published. HTML is sanitised. Returns its id and
 * number: numbers run through all variants of a page, so that a number names one text. Throws bad_input.
 */
export async function createPageVersion(
  db: Db,
  { slug, department_id_1c = null, title, html }: NewVersion,
  now = new Date(),
): Promise<{ id: number; version: number }> {
  const clean = cleanHtml(html);
  const fields = {
    ...(!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && { slug: 'Адрес — латинские буквы, цифры и дефисы' }),
    ...(title.trim() === '' && { title: 'Напишите заголовок' }),
    ...(clean.trim() === '' && { html: 'Напишите текст' }),
    ...(isConsent(slug) && department_id_1c && { department_id_1c: 'Текст согласия один для всех филиалов' }),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
  // Two people who write at once get two numbers.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`page ${slug}`}, 0))`.execute(db);
  const { rows } = await sql<{ id: number; version: number }>`
    insert into pages (slug, version, title, html, department_id_1c, published_at, changed_at)
    select ${slug}, coalesce(max(version), 0) + 1, ${title.trim()}, ${clean}, ${department_id_1c}, null, ${now}
    from pages where slug = ${slug} returning id, version`.execute(db);
  await linkPictures(db, clean, now);
  return ensure(rows[0]);
}

/**
 * Puts a draft in force at `published_at` (now or later), until `ends_at` if it is given; a legal text has no end.
 * Throws not_found for what is no draft, bad_input at the dates, and at `html` for a placeholder that was left in the
 * text.
 */
export async function publishPageVersion(
  db: Db,
  id: number,
  { published_at, ends_at = null }: { published_at?: Date; ends_at?: Date | null } = {},
  now = new Date(),
): Promise<void> {
  const from = published_at ?? now;
  // What was shown yesterday cannot be made up today.
  if (from < now) throw new Refusal('bad_input', { fields: { published_at: 'Это время уже прошло' } });
  if (ends_at && ends_at <= from) throw new Refusal('bad_input', { fields: { ends_at: 'Конец раньше начала' } });
  const published = await db
    .updateTable('pages')
    .set({ published_at: from, ends_at, changed_at: now })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .returning(['slug', 'title', 'html'])
    .executeTakeFirst();
  if (!published) throw new Refusal('not_found');
  refuseEndOfLegal(published.slug, ends_at);
  const [left] = rawPlaceholders(`${published.title} ${published.html.replace(/<[^>]+>/g, ' ')}`);
  if (left !== undefined) throw new Refusal('bad_input', { fields: { html: `В тексте осталась заготовка: ${left}` } });
  await invalidate(db, ['content']);
}

/** The version is shown no longer from `now` on; the one before it is again. Throws not_found. */
export async function endPageVersion(db: Db, id: number, now = new Date()): Promise<void> {
  const ended = await db
    .updateTable('pages')
    .set({ ends_at: now, changed_at: now })
    .where('id', '=', id)
    .where('published_at', '<', now)
    .where(sql<boolean>`coalesce(ends_at > ${now}, true)`)
    .returning('slug')
    .executeTakeFirst();
  if (!ended) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

async function shownVersions(db: Db, slug: string, view: PageView): Promise<InfoPage[]> {
  const { department_id_1c = null, now = new Date(), drafts = null } = view;
  const { rows } = await sql<InfoPage>`
    select id, slug, version, title, html, coalesce(published_at, ${now}) as published_at from pages
    where slug = ${slug} and (${isShown(department_id_1c, now)}
      or published_at is null and (department_id_1c is null or department_id_1c = ${department_id_1c})
        and shows_draft('pages', id::text, ${drafts}::int))
    order by department_id_1c is null, version desc limit 1`.execute(db);
  return rows;
}

const isShown = (department_id_1c: string | null, now: Date) =>
  sql<boolean>`published_at <= ${now} and coalesce(ends_at > ${now}, true)
    and (department_id_1c is null or department_id_1c = ${department_id_1c})`;
