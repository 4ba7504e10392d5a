import { sql } from 'kysely';
import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { isSlug } from '#shared/listing-query.ts';
import { mostActionGoods, tooManyGoods, writeConditions } from './action-conditions.ts';
import type { ActionCondition } from './action-fields.ts';
import { listGoods, unlistGoods } from './action-goods.ts';
import { fillByConditions } from './save-action-conditions.ts';

/**
 * What makes a promotion. `department_id_1c` null: in every branch; `products`, chosen one by one, and `conditions`
 * left out: they stay as they are.
 */
export type ActionInput = {
  slug: string;
  name: string;
  text?: string;
  rules?: string;
  organiser?: string;
  ad_mark?: string;
  image?: string | null;
  coupon?: string | null;
  department_id_1c?: string | null;
  starts_at: Date;
  ends_at: Date;
  /** Shown to nobody. */
  is_draft?: boolean;
  products?: number[];
  conditions?: ActionCondition[];
};

/**
 * A new promotion; its pages are made again at once. Throws bad_input for dates the wrong way round or an unfit slug.
 */
export async function createAction(db: Db, input: ActionInput, now = new Date()): Promise<{ id: number }> {
  refuseProblems(input);
  const { products = [], conditions = [], ...columns } = input;
  await refuseTakenSlug(db, input.slug, null);
  const action = await db
    .insertInto('actions')
    .values({ ...columns, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setProducts(db, action.id, products);
  if (conditions.length > 0) await setConditions(db, action.id, conditions);
  await linkUploads(db, input.image ? [input.image] : [], now);
  await invalidate(db, ['content', 'catalogue']);
  return action;
}

/**
 * Changes a promotion; under a new slug the old address leads to the new one (301). Throws not_found, bad_input, also
 * for a slug that is another promotion's.
 */
export async function changeAction(
  db: Db,
  slug: string,
  change: Partial<ActionInput>,
  now = new Date(),
): Promise<void> {
  const before = await db
    .selectFrom('actions')
    .select(['id', 'name', 'starts_at', 'ends_at'])
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Refusal('not_found');
  const { products, conditions, ...columns } = change;
  refuseProblems({ ...before, slug, ...columns });
  if (columns.slug !== undefined && columns.slug !== slug) {
    await refuseTakenSlug(db, columns.slug, before.id);
    await sql`delete from action_former_slugs where slug = ${columns.slug} and action_id = ${before.id}`.execute(db);
    await sql`
      insert into action_former_slugs (slug, action_id) values (${slug}, ${before.id})
      on conflict (slug) do update set action_id = excluded.action_id`.execute(db);
  }
  await db
    .updateTable('actions')
    .set({ ...columns, changed_at: now })
    .where('id', '=', before.id)
    .execute();
  if (products) await setProducts(db, before.id, products);
  if (conditions) await setConditions(db, before.id, conditions);
  // Goods of one that is over were followed no more.
  else if (before.ends_at <= now && columns.ends_at && columns.ends_at > now) await fillByConditions(db, before.id);
  await linkUploads(db, columns.image ? [columns.image] : [], now);
  await invalidate(db, ['content', 'catalogue']);
}

/**
 * Ends a promotion at `now`: its page stays and says so. One that has not begun, or that nobody has seen, is taken
 * away: true. Throws not_found.
 */
export async function endAction(db: Db, slug: string, now = new Date()): Promise<boolean> {
  const { rows } = await sql<{ starts_at: Date; is_draft: boolean }>`
    select starts_at, is_draft from actions where slug = ${slug} for update`.execute(db);
  const [action] = rows;
  if (!action) throw new Refusal('not_found');
  const isGone = action.is_draft || action.starts_at >= now;
  if (isGone) await sql`delete from actions where slug = ${slug}`.execute(db);
  else
    await sql`
      update actions set ends_at = ${now}, changed_at = ${now} where slug = ${slug} and ends_at > ${now}`.execute(db);
  await invalidate(db, ['content', 'catalogue']);
  return isGone;
}

/** An address that another promotion has, or had, stays its own. */
async function refuseTakenSlug(db: Db, slug: string, action_id: number | null): Promise<void> {
  const taken = await sql`
    select from actions where slug = ${slug} and id is distinct from ${action_id}::int
    union all select from action_former_slugs where slug = ${slug} and action_id is distinct from ${action_id}::int`.execute(
    db,
  );
  if (taken.rows.length > 0) throw new Refusal('bad_input', { fields: { slug: 'Такой адрес уже был у другой акции' } });
}

function refuseProblems({
  slug,
  name,
  starts_at,
  ends_at,
}: Pick<ActionInput, 'slug' | 'name' | 'starts_at' | 'ends_at'>) {
  const fields: Record<string, string> = {};
  if (!isSlug(slug)) fields.slug = 'Адрес — латинские буквы, цифры и дефисы';
  if (name.trim() === '') fields.name = 'Обязательно для заполнения';
  if (ends_at <= starts_at) fields.ends_at = 'Конец должен быть позже начала';
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
}

async function setProducts(db: Db, action_id: number, products: number[]): Promise<void> {
  await unlistGoods(db, action_id, sql`product_id <> all(${products}::int[])`);
  await listGoods(db, action_id, products);
}

/** Throws bad_input for a condition that names what is not there, or when the goods are more than 10,000. */
async function setConditions(db: Db, action_id: number, conditions: ActionCondition[]): Promise<void> {
  await writeConditions(db, action_id, conditions);
  const { count } = await fillByConditions(db, action_id);
  if (count > mostActionGoods) throw tooManyGoods(count);
}
