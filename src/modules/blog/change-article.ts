import { sql } from 'kysely';
import { type Block, picturesOfBlocks } from '#modules/content/blocks-schema.ts';
import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { inputFields } from '#shared/input-messages.ts';
import { ArticleInput, TopicInput } from './schema.ts';

/** A topic under its slug, made or renamed. Throws bad_input. */
export async function saveTopic(db: Db, input: TopicInput): Promise<void> {
  const topic = TopicInput.safeParse(input);
  if (!topic.success) throw new Refusal('bad_input', {}, topic.error.issues[0]?.message);
  const { name, position } = topic.data;
  await db
    .insertInto('blog_topics')
    .values(topic.data)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ name, position }))
    .execute();
  await invalidate(db, ['content']);
}

/**
 * A new article, shown from `published_at` on. Throws bad_input: a field is wrong or the address is taken. Returns its
 * id. Call in a transaction.
 */
export async function publishArticle(
  db: Db,
  input: ArticleInput,
  published_at: Date,
  now = new Date(),
): Promise<number> {
  const id = await insertArticle(db, input, { published_at, is_draft: false }, now);
  await invalidate(db, ['content']);
  return id;
}

/** The same unseen until `scheduleArticle`. */
export async function draftArticle(db: Db, input: ArticleInput, now = new Date()): Promise<number> {
  return insertArticle(db, input, { published_at: now, is_draft: true }, now);
}

async function insertArticle(
  db: Db,
  input: ArticleInput,
  shown: { published_at: Date; is_draft: boolean },
  now: Date,
): Promise<number> {
  const article = await checked(db, input, null, now);
  const { id } = await db
    .insertInto('articles')
    .values({ ...article, ...shown, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * The article written again. A changed address leaves the former one behind, which answers 301. `isUpdate`: a change of
 * substance, whose date readers see; false for a corrected misprint. Throws not_found and what publishing throws. Call
 * in a transaction.
 */
export async function changeArticle(
  db: Db,
  id: number,
  input: ArticleInput,
  { isUpdate }: { isUpdate: boolean },
  now = new Date(),
): Promise<void> {
  const present = await db
    .selectFrom('articles')
    .select(['slug', 'published_at', 'is_draft'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!present) throw new Refusal('not_found');
  const article = await checked(db, input, id, now);
  const isSeen = isUpdate && !present.is_draft && present.published_at < now;
  await db
    .updateTable('articles')
    .set({ ...article, changed_at: now, ...(isSeen ? { updated_at: now } : {}) })
    .where('id', '=', id)
    .execute();
  // The article may come back to an address it had.
  await db.deleteFrom('article_former_slugs').where('slug', '=', article.slug).execute();
  // Nobody has the address of a draft.
  if (present.slug !== article.slug && !present.is_draft)
    await db.insertInto('article_former_slugs').values({ slug: present.slug, article_id: id }).execute();
  await invalidate(db, ['content']);
}

/**
 * A draft, one that was taken back or is to come: shown from `published_at` on. Throws not_found for one that is shown,
 * bad_input.
 */
export async function scheduleArticle(db: Db, id: number, published_at: Date, now = new Date()): Promise<void> {
  if (published_at < now) throw new Refusal('bad_input', { fields: { published_at: 'Это время уже прошло' } });
  const { rows } = await sql`
    update articles set is_draft = false, withdrawn_at = null, published_at = ${published_at}, updated_at = null, changed_at = ${now}
    where id = ${id} and (is_draft or withdrawn_at is not null or published_at > ${now}) returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

/** An article that nobody has seen yet is a draft again. Throws not_found for any other. */
export async function recallArticle(db: Db, id: number, now = new Date()): Promise<void> {
  const { rows } = await sql`
    update articles set is_draft = true, changed_at = ${now}
    where id = ${id} and not is_draft and withdrawn_at is null and published_at > ${now} returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

/** A draft is gone. Throws not_found for what was ever published. */
export async function removeArticleDraft(db: Db, id: number): Promise<void> {
  const gone = await db
    .deleteFrom('articles')
    .where('id', '=', id)
    .where('is_draft', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
}

/** Takes the article back: its page is gone for all. Throws not_found. */
export async function withdrawArticle(db: Db, id: number, now = new Date()): Promise<void> {
  const { rows } = await sql`
    update articles set withdrawn_at = coalesce(withdrawn_at, ${now}), changed_at = ${now} where id = ${id} returning id`.execute(
    db,
  );
  if (rows.length === 0) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

async function checked(db: Db, input: ArticleInput, id: number | null, now: Date) {
  const parsed = ArticleInput.safeParse(input);
  if (!parsed.success)
    throw new Refusal('bad_input', { fields: inputFields(parsed.error) }, parsed.error.issues[0]?.message);
  const { blocks, ...article } = parsed.data;
  const { rows } = await sql<{ has_topic: boolean; is_taken: boolean }>`
    select exists (select from blog_topics where slug = ${article.topic}) as has_topic,
      exists (select from articles where slug = ${article.slug} and id is distinct from ${id}::int)
        or exists (select from article_former_slugs where slug = ${article.slug} and article_id is distinct from ${id}::int)
        as is_taken`.execute(db);
  const refused = (field: string, words: string) => new Refusal('bad_input', { fields: { [field]: words } }, words);
  if (!rows[0]?.has_topic) throw refused('topic', 'Такой темы нет');
  if (rows[0].is_taken) throw refused('slug', 'Этот адрес занят другой статьёй');
  await linkUploads(db, [...(article.picture ? [article.picture] : []), ...picturesOfBlocks(blocks)], now);
  const words = wordsOfBlocks(blocks);
  return {
    ...article,
    blocks: JSON.stringify(blocks),
    words,
    word_count: (`${article.lead} ${words}`.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []).length,
  };
}

/** What a reader reads: written texts, questions and headings, without tags; live goods are not the article's words. */
function wordsOfBlocks(blocks: Block[]): string {
  const texts = blocks.flatMap((block): string[] => {
    switch (block.type) {
      case 'html':
        return [block.html.replace(/<[^>]+>/g, ' ').replace(/&[a-z#0-9]+;/gi, ' ')];
      case 'faq':
        return [block.title, ...block.items.flatMap(({ question, answer }) => [question, answer])];
      case 'timer':
        return [block.text];
      default:
        return [block.title, 'text' in block ? block.text : ''];
    }
  });
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}
