import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { orderBy, type Sort } from '#platform/order-by.ts';
import { Refusal } from '#platform/refusal.ts';
import { folded } from '#shared/folded.ts';
import { slugOf } from '#shared/transliterate.ts';
import { readConditions } from './action-conditions.ts';
import type { ActionCondition, ActionFields } from './action-fields.ts';
import { type ActionInput, changeAction, createAction } from './save-action.ts';

export const actionStates = ['current', 'coming', 'draft', 'ended'] as const;
/** A draft is shown to nobody, whatever its dates say. */
export type StaffActionState = (typeof actionStates)[number];

export type StaffActionFilter = {
  state?: StaffActionState[];
  /** Of one branch, or of all. */
  reach?: ('branch' | 'common')[];
  /** Part of the name or of the address. */
  q?: string;
};

export const staffActionSorts = ['starts_at', 'ends_at', 'name'] as const;
export type StaffActionSort = Sort<(typeof staffActionSorts)[number]>;

/** A promotion in the list of staff. */
export type StaffActionRow = {
  id: number;
  slug: string;
  name: string;
  text: string;
  rules: string;
  organiser: string;
  ad_mark: string;
  image: string | null;
  coupon: string | null;
  department_id_1c: string | null;
  city: string | null;
  starts_at: Date;
  ends_at: Date;
  is_draft: boolean;
  state: StaffActionState;
  goods: number;
};

/** One as its page has it, with the conditions by which goods take part by themselves. */
export type StaffAction = StaffActionRow & { conditions: ActionCondition[] };

type Page = { limit: number; offset: number; count_to: number };

/** A page of promotions that are common or belong to these branches (null: all), counted to `count_to` + 1. */
export async function listStaffActions(
  db: Db,
  branches: string[] | null,
  filter: StaffActionFilter,
  { sort, limit, offset, count_to }: Page & { sort: StaffActionSort[] },
  now: Date,
): Promise<{ actions: StaffActionRow[]; count: number }> {
  const where = sql.join(conditionsOf(branches, filter, now), sql` and `);
  const [actions, counts] = await Promise.all([
    sql<StaffActionRow>`
      select ${columns(now)} from actions a left join departments d on d.id_1c = a.department_id_1c
      where ${where} order by ${orderOf(sort)} limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from actions a where ${where} limit ${count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { actions: actions.rows, count: counts.rows[0]?.count ?? 0 };
}

/** One of them; null: there is none in these branches. `isLocked`: held until the end of the transaction. */
export async function readStaffAction(
  db: Db,
  branches: string[] | null,
  id: number,
  now: Date,
  isLocked = false,
): Promise<StaffAction | null> {
  if (isLocked) await sql`select from actions where id = ${id} for update`.execute(db);
  const { rows } = await sql<StaffActionRow>`
    select ${columns(now)} from actions a left join departments d on d.id_1c = a.department_id_1c
    where a.id = ${id} and ${isVisible(branches)}`.execute(db);
  const [action] = rows;
  return action ? { ...action, conditions: await readConditions(db, id) } : null;
}

/** Fields of a promotion as staff set them. */
export function fieldsOfAction(action: StaffAction): ActionFields {
  const { name, slug, text, rules, organiser, ad_mark, image, coupon, department_id_1c, is_draft, conditions } = action;
  return {
    name,
    slug,
    text,
    rules,
    organiser,
    ad_mark,
    image,
    coupon,
    department_id_1c,
    is_draft,
    conditions,
    starts_at: action.starts_at.toISOString(),
    ends_at: action.ends_at.toISOString(),
  };
}

/** A new promotion without goods. Throws bad_input {fields}. */
export async function createStaffAction(db: Db, given: ActionFields, now: Date): Promise<{ id: number }> {
  const slug = given.slug || slugOf(given.name).slice(0, 150).replace(/-+$/, '');
  return createAction(db, { ...given, slug, ...(await rowOf(db, given)) } as ActionInput, now);
}

/** Sets these fields of a promotion. Throws bad_input {fields}. */
export async function saveStaffAction(
  db: Db,
  { slug }: StaffAction,
  change: Partial<ActionFields>,
  now: Date,
): Promise<void> {
  await changeAction(db, slug, { ...change, ...(await rowOf(db, change)) } as Partial<ActionInput>, now);
}

/** What a row has in another form than the fields. */
async function rowOf(db: Db, { starts_at, ends_at, coupon, department_id_1c }: Partial<ActionFields>) {
  const fields: Record<string, string> = {};
  const code = coupon ? await couponNamed(db, coupon) : null;
  if (coupon && code === null) fields.coupon = 'Такого купона нет';
  if (department_id_1c && !(await isBranch(db, department_id_1c))) fields.department_id_1c = 'Такого филиала нет';
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
  return {
    ...(starts_at !== undefined && { starts_at: new Date(starts_at) }),
    ...(ends_at !== undefined && { ends_at: new Date(ends_at) }),
    ...(coupon !== undefined && { coupon: code }),
  };
}

async function couponNamed(db: Db, typed: string): Promise<string | null> {
  const code = typed.replace(/\s/g, '').toUpperCase();
  const { rows } = await sql<{ code: string }>`
    select code from coupons where code_key in (${code}, ${folded(code).toUpperCase()})
    order by code_key = ${code} desc limit 1`.execute(db);
  return rows[0]?.code ?? null;
}

async function isBranch(db: Db, id_1c: string): Promise<boolean> {
  const { rows } = await sql`
    select id_1c from departments where id_1c = ${id_1c} and branch_id_1c is null`.execute(db);
  return rows.length > 0;
}

const stateAt = (now: Date) => sql`case when a.is_draft then 'draft' when a.ends_at <= ${now} then 'ended'
  when a.starts_at > ${now} then 'coming' else 'current' end`;

const columns = (now: Date) => sql`
  a.id, a.slug, a.name, a.text, a.rules, a.organiser, a.ad_mark, a.image, a.coupon, a.department_id_1c, d.city,
  a.starts_at, a.ends_at, a.is_draft, ${stateAt(now)} as state,
  (select count(*)::int from action_products ap where ap.action_id = a.id) as goods`;

/** How many goods somebody has listed for a promotion; those that its conditions add come and go by themselves. */
export async function countListedGoods(db: Db, action_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('action_products')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('action_id', '=', action_id)
    .where('is_listed', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

const isVisible = (branches: string[] | null) => sql`(${branches}::text[] is null or a.department_id_1c is null
  or a.department_id_1c = any(${branches}::text[]))`;

function conditionsOf(
  branches: string[] | null,
  { state, reach, q }: StaffActionFilter,
  now: Date,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [isVisible(branches)];
  if (state?.length) conditions.push(sql`${stateAt(now)} = any(${state}::text[])`);
  if (reach?.length === 1) conditions.push(sql`(a.department_id_1c is null) = ${reach[0] === 'common'}`);
  const part = q?.trim().replace(/[\\%_]/g, '\\$&');
  if (part) conditions.push(sql`(a.name ilike ${`%${part}%`} or a.slug ilike ${`%${part}%`})`);
  return conditions;
}

function orderOf(sort: StaffActionSort[]): RawBuilder<unknown> {
  const columns = {
    starts_at: sql`a.starts_at`,
    ends_at: sql`a.ends_at`,
    name: sql`a.name`,
  };
  return orderBy(sort, columns, 'starts_at', sql`a.id desc`);
}
