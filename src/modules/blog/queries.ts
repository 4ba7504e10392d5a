import { sql } from 'kysely';
import { type Block, storedBlocks } from '#modules/content/blocks-schema.ts';
import { conditionOf, otherLayout } from '#modules/search/words.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import type { ArticleSeason } from './schema.ts';

export type ArticleRow = {
  id: number;
  slug: string;
  title: string;
  lead: string;
  topic: string;
  topic_name: string;
  season: ArticleSeason | null;
  picture: string | null;
  published_at: Date;
  updated_at: Date | null;
  reading_minutes: number;
};

export type Article = ArticleRow & { author: string; blocks: Block[]; changed_at: Date };

export type ArticleList = {
  items: ArticleRow[];
  total: number;
  pages: number;
  /** Topics that have articles, with how many the words would find in each. */
  topics: { slug: string; name: string; count: number }[];
  /** How many the words find in all topics. */
  all: number;
  /** The words that were really searched for, when the typed ones were in the other keyboard layout. */
  corrected: string | null;
};

const articlesPerPage = 9;

/** Words a minute of an unhurried reader of instructions. */
const readingSpeed = 170;

const columns = sql`a.id, a.slug, a.title, a.lead, a.topic, t.name as topic_name, a.season, a.picture, a.published_at, a.updated_at,
  greatest(1, round(a.word_count / ${sql.lit(readingSpeed)}.0))::int as reading_minutes`;

const isShown = (department_id_1c: string, now: Date, drafts: ShownDrafts = null) => sql<boolean>`
  (not a.is_draft or shows_draft('articles', a.id::text, ${drafts}::int)) and a.withdrawn_at is null and a.published_at <= ${now} and coalesce(a.department_id_1c = ${department_id_1c}, true)`;

/**
 * One page of the branch's articles, newest first; with words the best match first. `except`: ids that stand elsewhere
 * on the page.
 */
export async function listArticles(
  db: Db,
  department_id_1c: string,
  { topic, q, page, except = [] }: { topic: string | null; q: string; page: number; except?: number[] },
  now = new Date(),
  drafts: ShownDrafts = null,
): Promise<ArticleList> {
  const found = await countByTopic(db, department_id_1c, q, now, drafts);
  const other = q && found.length === 0 ? otherLayout(q) : null;
  const mended = other ? await countByTopic(db, department_id_1c, other, now, drafts) : [];
  const isMended = mended.length > 0;
  const topics = isMended ? mended : found;
  const total = topics
    .filter(({ slug }) => topic === null || slug === topic)
    .reduce((sum, { count }) => sum + count, 0);
  const words = isMended ? ensure(other) : q;
  const { rows } = await sql<ArticleRow>`
    select ${columns} from articles a join blog_topics t on t.slug = a.topic
    where ${isShown(department_id_1c, now, drafts)} and ${matches(words)} and coalesce(a.topic = ${topic}::text, true)
      and a.id <> all(${except}::int[])
    order by ${words ? sql`ts_rank(a.search, ${searchQuery(words)}) desc,` : sql``} a.published_at desc, a.id desc
    limit ${articlesPerPage} offset ${(page - 1) * articlesPerPage}`.execute(db);
  return {
    items: rows,
    total,
    pages: Math.ceil((total - except.length) / articlesPerPage),
    topics,
    all: topics.reduce((sum, { count }) => sum + count, 0),
    corrected: isMended ? other : null,
  };
}

async function countByTopic(db: Db, department_id_1c: string, q: string, now: Date, drafts: ShownDrafts) {
  const { rows } = await sql<{ slug: string; name: string; count: number }>`
    select t.slug, t.name, count(*)::int as count from articles a join blog_topics t on t.slug = a.topic
    where ${isShown(department_id_1c, now, drafts)} and ${matches(q)}
    group by t.slug order by t.position, t.name`.execute(db);
  return rows;
}

/**
 * The catalogue's own rules of words: any form, ё as е, the last one may be unfinished. Nothing searchable finds
 * nothing.
 */
function matches(q: string) {
  if (!q) return sql<boolean>`true`;
  return conditionOf(q).words ? sql<boolean>`a.search @@ ${searchQuery(q)}` : sql<boolean>`false`;
}

function searchQuery(q: string) {
  const { words, prefix, words_before } = conditionOf(q);
  if (prefix === null) return sql`to_tsquery('russian', ${words})`;
  const unfinished = sql`to_tsquery('simple', ${prefix})`;
  return words_before === null
    ? sql`(to_tsquery('russian', ${words}) || ${unfinished})`
    : sql`(to_tsquery('russian', ${words}) || (to_tsquery('russian', ${words_before}) && ${unfinished}))`;
}

/** Articles of these seasons, newest first. */
export async function seasonArticles(
  db: Db,
  department_id_1c: string,
  seasons: ArticleSeason[],
  limit: number,
  now = new Date(),
): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select ${columns} from articles a join blog_topics t on t.slug = a.topic
    where ${isShown(department_id_1c, now)} and a.season = any(${seasons}::text[])
    order by array_position(${seasons}::text[], a.season), a.published_at desc limit ${limit}`.execute(db);
  return rows;
}

/** One article, or where it moved to; null: this branch has none. */
export async function findArticle(
  db: Db,
  department_id_1c: string,
  slug: string,
  now = new Date(),
  drafts: ShownDrafts = null,
): Promise<{ article: Article } | { moved_to: string } | null> {
  const { rows } = await sql<ArticleRow & { author: string; blocks: unknown; changed_at: Date; is_former: boolean }>`
    select ${columns}, a.author, a.blocks, a.changed_at, a.slug <> ${slug} as is_former
    from articles a join blog_topics t on t.slug = a.topic
    where ${isShown(department_id_1c, now, drafts)}
      and (a.slug = ${slug} or a.id = (select article_id from article_former_slugs where slug = ${slug}))
    limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { is_former, blocks, ...article } = row;
  return is_former ? { moved_to: row.slug } : { article: { ...article, blocks: storedBlocks(blocks) } };
}

/** Any article by its id, also a draft or one of another branch, as its preview shows it; null: there is none. */
export async function articleToPreview(db: Db, slug: string, id: number): Promise<{ article: Article } | null> {
  const { rows } = await sql<ArticleRow & { author: string; blocks: unknown; changed_at: Date }>`
    select ${columns}, a.author, a.blocks, a.changed_at
    from articles a join blog_topics t on t.slug = a.topic where a.id = ${id} and a.slug = ${slug}`.execute(db);
  const [row] = rows;
  return row ? { article: { ...row, blocks: storedBlocks(row.blocks) } } : null;
}

/** Others to read next: of the same topic first, then the newest. */
export async function relatedArticles(
  db: Db,
  department_id_1c: string,
  { id, topic }: Pick<Article, 'id' | 'topic'>,
  { limit, seasons }: { limit: number; seasons: readonly ArticleSeason[] },
  now = new Date(),
): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select ${columns} from articles a join blog_topics t on t.slug = a.topic
    where ${isShown(department_id_1c, now)} and a.id <> ${id}
    order by a.topic = ${topic} desc, coalesce(a.season = any(${seasons}::text[]), false) desc, a.published_at desc
    limit ${limit}`.execute(db);
  return rows;
}

/** The newest articles for the feed. */
export async function feedArticles(
  db: Db,
  department_id_1c: string,
  now = new Date(),
): Promise<(ArticleRow & { author: string })[]> {
  const { rows } = await sql<ArticleRow & { author: string }>`
    select ${columns}, a.author from articles a join blog_topics t on t.slug = a.topic
    where ${isShown(department_id_1c, now)} order by a.published_at desc, a.id desc limit 30`.execute(db);
  return rows;
}
