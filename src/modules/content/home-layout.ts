import { sql } from 'kysely';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';

const homeBlocks = [
  'slides',
  'tasks',
  'categories',
  'discounts',
  'viewed',
  'novelties',
  'brands',
  'articles',
  'services',
  'text',
] as const;
export type HomeBlock = (typeof homeBlocks)[number];

export type HomeLayout = {
  /** The look of the season; null: none. */
  season: 'newyear' | 'spring' | null;
  blocks: HomeBlock[];
  /** Codes of root categories that come first. */
  first_categories: string[];
};

const usual: HomeLayout = { season: null, blocks: [...homeBlocks], first_categories: [] };

const layoutOf = cachedRead<HomeLayout>({
  name: 'home_layout',
  freshMs: 5_000,
  maxMs: 30_000,
  tags: ['content', 'departments'],
  whileFollowed: true,
  read: (db, department_id_1c) => readLayout(db, department_id_1c, new Date()),
});

/**
 * How the branch's home page stands today: its own row that is due, else the common one, else the usual order of all
 * blocks.
 */
export function homeLayout(db: Db, department_id_1c: string): Promise<HomeLayout> {
  return layoutOf(db, department_id_1c);
}

/** The season's categories first, in the order they are named; the rest as they stand. */
export function inSeasonOrder<T extends { code: string }>(categories: T[], codes: string[]): T[] {
  const place = ({ code }: T) => (codes.includes(code) ? codes.indexOf(code) : codes.length);
  return [...categories].sort((a, b) => place(a) - place(b));
}

async function readLayout(db: Db, department_id_1c: string, now: Date): Promise<HomeLayout> {
  const { rows } = await sql<HomeLayout>`
    select season, blocks, first_categories from home_layouts
    where (department_id_1c is null or department_id_1c = ${department_id_1c})
      and coalesce(starts_at <= ${now}, true) and coalesce(ends_at > ${now}, true)
    order by department_id_1c is null, starts_at desc nulls last, id desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return usual;
  // A block that a later version of the shop knows no more is left out.
  return { ...row, blocks: row.blocks.filter((block) => homeBlocks.includes(block)) };
}

export type NewHomeLayout = Partial<HomeLayout> & {
  department_id_1c?: string | null;
  starts_at?: Date | null;
  ends_at?: Date | null;
};

/** Plans a look and an order of blocks. Returns its id. Throws bad_input. */
export async function planHomeLayout(db: Db, given: NewHomeLayout, now = new Date()): Promise<number> {
  const { department_id_1c = null, starts_at = null, ends_at = null } = given;
  const { season, blocks, first_categories } = { ...usual, ...given };
  const isDoubled = new Set(blocks).size !== blocks.length || blocks.some((block) => !homeBlocks.includes(block));
  if (isDoubled || (starts_at && ends_at && ends_at <= starts_at))
    throw new Refusal('bad_input', { fields: ['blocks', 'ends_at'] });
  const row = await db
    .insertInto('home_layouts')
    .values({ department_id_1c, season, blocks, first_categories, starts_at, ends_at, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
  return row.id;
}

/** Throws not_found. */
export async function removeHomeLayout(db: Db, id: number): Promise<void> {
  const gone = await db.deleteFrom('home_layouts').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}
