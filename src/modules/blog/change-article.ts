import { sql } from 'kysely';
import type { Block } from '#modules/content/blocks-schema.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
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
  const article = await checked(db, input, null);
  const { id } = await db
    .insertInto('articles')
    .values({ ...article, published_at, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
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
    .select(['slug', 'published_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!present) throw new Refusal('not_found');
  const article = await checked(db, input, id);
  const isSeen = isUpdate && present.published_at < now;
  await db
    .updateTable('articles')
    .set({ ...article, changed_at: now, ...(isSeen ? { updated_at: now } : {}) })
    .where('id', '=', id)
    .execute();
  // The article may come back to an address it had.
  await db.deleteFrom('article_former_slugs').where('slug', '=', article.slug).execute();
  if (present.slug !== article.slug)
    await db.insertInto('article_former_slugs').values({ slug: present.slug, article_id: id }).execute();
  await invalidate(db, ['content']);
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

async function checked(db: Db, input: ArticleInput, id: number | null) {
  const parsed = ArticleInput.safeParse(input);
  if (!parsed.success) throw new Refusal('bad_input', {}, parsed.error.issues[0]?.message);
  const { blocks, ...article } = parsed.data;
  const { rows } = await sql<{ has_topic: boolean; is_taken: boolean }>`
    select exists (select from blog_topics where slug = ${article.topic}) as has_topic,
      exists (select from articles where slug = ${article.slug} and id is distinct from ${id}::int)
        or exists (select from article_former_slugs where slug = ${article.slug} and article_id is distinct from ${id}::int)
        as is_taken`.execute(db);
  if (!rows[0]?.has_topic) throw new Refusal('bad_input', {}, 'Такой темы нет');
  if (rows[0].is_taken) throw new Refusal('bad_input', {}, 'Этот адрес занят другой статьёй');
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
