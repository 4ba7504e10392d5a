import { sql } from 'kysely';
import { storedBlocks } from '#modules/content/blocks-schema.ts';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import type { Article } from './queries.ts';
import type { ArticleSeason } from './schema.ts';

/** `coming`: published for a day to come. */
export const articleStates = ['draft', 'coming', 'shown', 'withdrawn'] as const;
export type ArticleState = (typeof articleStates)[number];

/** An article as its editors list it. */
export type StaffArticleRow = {
  id: number;
  slug: string;
  title: string;
  topic: string;
  topic_name: string;
  author: string;
  department_id_1c: string | null;
  published_at: Date;
  withdrawn_at: Date | null;
  is_draft: boolean;
  changed_at: Date;
};

export type StaffArticle = StaffArticleRow &
  Pick<Article, 'lead' | 'picture' | 'blocks' | 'updated_at'> & { season: ArticleSeason | null };

export type StaffArticleFilter = {
  q?: string | undefined;
  topic?: string | undefined;
  state?: ArticleState[] | undefined;
  /** Of these branches or common ones; null: all. */
  branches: string[] | null;
};

const columns = sql`a.id, a.slug, a.title, a.topic, t.name as topic_name, a.author, a.department_id_1c, a.published_at, a.withdrawn_at,
  a.is_draft, a.changed_at`;

export function articleState(
  { is_draft, withdrawn_at, published_at }: Pick<StaffArticleRow, 'is_draft' | 'withdrawn_at' | 'published_at'>,
  now: Date,
): ArticleState {
  if (is_draft) return 'draft';
  if (withdrawn_at) return 'withdrawn';
  return published_at > now ? 'coming' : 'shown';
}

/** Articles, the last changed first, and how many there are in all, counted to one beyond `count_to`. */
export async function listStaffArticles(
  db: Db,
  { q = '', topic, state, branches }: StaffArticleFilter,
  { limit, offset, count_to }: { limit: number; offset: number; count_to: number },
  now = new Date(),
): Promise<{ rows: StaffArticleRow[]; count: number }> {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const condition = sql<boolean>`
    ${commonOrInBranches('a', branches)}
    and (a.title ilike ${like} or a.slug ilike ${like}) and coalesce(a.topic = ${topic ?? null}::text, true)
    and (${state ?? null}::text[] is null or (case when a.is_draft then 'draft' when a.withdrawn_at is not null then 'withdrawn'
      when a.published_at > ${now} then 'coming' else 'shown' end) = any(${state ?? null}::text[]))`;
  const [{ rows }, counted] = await Promise.all([
    sql<StaffArticleRow>`
      select ${columns} from articles a join blog_topics t on t.slug = a.topic where ${condition}
      order by a.changed_at desc, a.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from articles a where ${condition} limit ${count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { rows, count: counted.rows[0]?.count ?? 0 };
}

/** One article with its blocks; null: there is none in these branches. */
export async function readStaffArticle(
  db: Db,
  id: number,
  { branches, isLocked = false }: { branches: string[] | null; isLocked?: boolean },
): Promise<StaffArticle | null> {
  const { rows } = await sql<
    StaffArticleRow & {
      lead: string;
      picture: string | null;
      season: ArticleSeason | null;
      blocks: unknown;
      updated_at: Date | null;
    }
  >`
    select ${columns}, a.lead, a.picture, a.season, a.blocks, a.updated_at
    from articles a join blog_topics t on t.slug = a.topic
    where a.id = ${id} and ${commonOrInBranches('a', branches)}
    ${isLocked ? sql`for update of a` : sql``}`.execute(db);
  const [row] = rows;
  return row ? { ...row, blocks: storedBlocks(row.blocks) } : null;
}

/** Topics in their order, for whoever writes. */
export async function listTopics(db: Db): Promise<{ slug: string; name: string; position: number }[]> {
  return db
    .selectFrom('blog_topics')
    .select(['slug', 'name', 'position'])
    .orderBy('position')
    .orderBy('name')
    .execute();
}
