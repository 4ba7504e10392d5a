import { sql } from 'kysely';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ShopLook } from '#shared/shop-look.ts';

export const homeBlocks = [
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
  read: (db, department_id_1c) => readLayout(db, department_id_1c, { at: new Date(), drafts: null }),
});

/**
 * How the branch's home page stands today: its own row that is due, else the common one, else the usual order of all
 * blocks. `look`: at another moment, past the cache.
 */
export function homeLayout(db: Db, department_id_1c: string, look: ShopLook | null = null): Promise<HomeLayout> {
  return look ? readLayout(db, department_id_1c, look) : layoutOf(db, department_id_1c);
}

/** The season's categories first, in the order they are named; the rest as they stand. */
export function inSeasonOrder<T extends { code: string }>(categories: T[], codes: string[]): T[] {
  const place = ({ code }: T) => (codes.includes(code) ? codes.indexOf(code) : codes.length);
  return [...categories].sort((a, b) => place(a) - place(b));
}

async function readLayout(db: Db, department_id_1c: string, { at, drafts }: ShopLook): Promise<HomeLayout> {
  const { rows } = await sql<HomeLayout>`
    select season, blocks, first_categories from home_layouts
    where (department_id_1c is null or department_id_1c = ${department_id_1c})
      and (not is_draft or shows_draft('layouts', id::text, ${drafts}::int))
      and coalesce(starts_at <= ${at}, true) and coalesce(ends_at > ${at}, true)
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
  /** Shown to nobody. */
  is_draft?: boolean;
};

/** Plans a look and an order of blocks. Returns its id. Throws bad_input. */
export async function planHomeLayout(db: Db, given: NewHomeLayout, now = new Date()): Promise<number> {
  const layout = checkedLayout(given);
  const row = await db
    .insertInto('home_layouts')
    .values({ ...layout, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content']);
  return row.id;
}

/** Replaces every field of a layout. Throws not_found, bad_input. */
export async function changeHomeLayout(db: Db, id: number, given: NewHomeLayout, now = new Date()): Promise<void> {
  const layout = checkedLayout(given);
  const changed = await db
    .updateTable('home_layouts')
    .set({ ...layout, changed_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

function checkedLayout(given: NewHomeLayout) {
  const { department_id_1c = null, starts_at = null, ends_at = null, is_draft = false } = given;
  const { season, blocks, first_categories } = { ...usual, ...given };
  const isDoubled = new Set(blocks).size !== blocks.length || blocks.some((block) => !homeBlocks.includes(block));
  const fields = {
    ...(isDoubled && { blocks: 'Такого блока нет, или он назван дважды' }),
    ...(blocks.length === 0 && { blocks: 'Оставьте хотя бы один блок' }),
    ...(starts_at && ends_at && ends_at <= starts_at && { ends_at: 'Конец раньше начала' }),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
  return { department_id_1c, season, blocks, first_categories, starts_at, ends_at, is_draft };
}

/** Throws bad_input for a code that no category has. */
export async function refuseUnknownCategories(db: Db, codes: string[]): Promise<void> {
  const known = await db
    .selectFrom('categories')
    .select('code')
    .where('code', 'in', [...codes, ''])
    .execute();
  const unknown = codes.find((code) => !known.some((category) => category.code === code));
  if (unknown !== undefined)
    throw new Refusal('bad_input', { fields: { first_categories: `Нет раздела «${unknown}»` } });
}

/** `covered`: due, but another plan of the same branch stands before it. */
export const homeLayoutStates = ['draft', 'shown', 'covered', 'coming', 'ended'] as const;
export type HomeLayoutState = (typeof homeLayoutStates)[number];

export type StaffHomeLayout = HomeLayout & {
  id: number;
  department_id_1c: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  is_draft: boolean;
  state: HomeLayoutState;
};

/**
 * Every plan of the home page, of these branches or common; null: of all. The last that begins comes first. `isLocked`:
 * held until the end of the transaction.
 */
export async function listHomeLayouts(
  db: Db,
  { branches, id = null, isLocked = false }: { branches: string[] | null; id?: number | null; isLocked?: boolean },
  now = new Date(),
): Promise<StaffHomeLayout[]> {
  if (isLocked) await sql`select from home_layouts where id = ${id} for update`.execute(db);
  const { rows } = await sql<Omit<StaffHomeLayout, 'state'>>`
    select id, department_id_1c, season, blocks, first_categories, starts_at, ends_at, is_draft from home_layouts
    where ${commonOrInBranches('home_layouts', branches)}
    order by starts_at desc nulls last, id desc limit 1000`.execute(db);
  const seen = new Set<string | null>();
  const plans = rows.map((row): StaffHomeLayout => {
    if (row.is_draft) return { ...row, state: 'draft' };
    if (row.starts_at && row.starts_at > now) return { ...row, state: 'coming' };
    if (row.ends_at && row.ends_at <= now) return { ...row, state: 'ended' };
    const isCovered = seen.has(row.department_id_1c);
    seen.add(row.department_id_1c);
    return { ...row, state: isCovered ? 'covered' : 'shown' };
  });
  return id === null ? plans : plans.filter((plan) => plan.id === id);
}

/** Throws not_found. */
export async function removeHomeLayout(db: Db, id: number): Promise<void> {
  const gone = await db.deleteFrom('home_layouts').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}
