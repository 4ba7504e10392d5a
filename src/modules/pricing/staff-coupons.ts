import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { hasGiven } from '#platform/has-given.ts';
import { inBranches } from '#platform/in-branches.ts';
import { folded } from '#shared/folded.ts';
import type { OrderState, ReceivingType } from '#shared/order-states.ts';

export const couponStates = ['running', 'waiting', 'draft', 'ended', 'used_up'] as const;
/** `draft`: good for nobody, whatever its dates say; `used_up`: its days are not over, its uses are. */
export type CouponState = (typeof couponStates)[number];

export type StaffCouponFilter = {
  state?: CouponState[];
  category_id?: number;
  /** Of one branch, or good in all. */
  reach?: ('branch' | 'common')[];
  is_personal?: boolean;
  batch_id?: number;
  /** Part of the code or of the note. */
  q?: string;
};

export const staffCouponSorts = ['created_at', 'code', 'ends_at', 'used_count'] as const;
export type StaffCouponSort = { column: (typeof staffCouponSorts)[number]; isDescending: boolean };

/** A coupon as staff see it. Kopecks. */
export type StaffCoupon = {
  code: string;
  state: CouponState;
  kind: 'percent' | 'sum';
  percent: number | null;
  sum_kopecks: number | null;
  min_sum_kopecks: number;
  category_id: number | null;
  category_name: string | null;
  /** null: every branch. */
  department_id_1c: string | null;
  city: string | null;
  allows_b2b: boolean;
  starts_at: Date | null;
  ends_at: Date | null;
  max_uses: number | null;
  used_count: number;
  note: string | null;
  /** Without an owner it is nobody's: the person is gone. */
  is_personal: boolean;
  owner_user_id: string | null;
  owner_name: string | null;
  batch_id: number | null;
  is_draft: boolean;
  created_at: Date | null;
};

type Page = { sort: StaffCouponSort[]; limit: number; offset: number; count_to: number };

/**
 * A page of coupons that are common or belong to these branches (null: all), with how many there are, counted to
 * `count_to` + 1. `codes`: these alone.
 */
export async function listStaffCoupons(
  db: Db,
  branches: string[] | null,
  filter: StaffCouponFilter & { codes?: string[] },
  { sort, limit, offset, count_to }: Page,
  now: Date,
): Promise<{ coupons: StaffCoupon[]; count: number }> {
  const where = sql.join(conditionsOf(branches, filter, now), sql` and `);
  const [coupons, counts] = await Promise.all([
    sql<StaffCoupon>`
      with page as materialized (
        select c.code, row_number() over (order by ${orderBy(sort)}) as place from coupons c
        where ${where} order by ${orderBy(sort)} limit ${limit} offset ${offset}
      )
      select ${columns(now)} from page join coupons c on c.code = page.code ${joins} order by page.place`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from coupons c where ${where} limit ${count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { coupons: coupons.rows, count: counts.rows[0]?.count ?? 0 };
}

/** One of them; null: there is none in these branches. `isLocked`: held until the end of the transaction. */
export async function readStaffCoupon(
  db: Db,
  branches: string[] | null,
  code: string,
  now: Date,
  isLocked = false,
): Promise<StaffCoupon | null> {
  if (isLocked) await sql`select from coupons where code = ${code} for update`.execute(db);
  const { rows } = await sql<StaffCoupon>`
    select ${columns(now)} from coupons c ${joins} where c.code = ${code} and ${isVisible(branches)}`.execute(db);
  return rows[0] ?? null;
}

/** An order that was placed with a coupon. Kopecks. */
export type CouponUse = {
  id: string;
  number: number;
  created_at: Date;
  state: OrderState;
  receiving_type: ReceivingType;
  has_given: boolean;
  city: string;
  /** What the coupon took off. */
  discount: number;
  total: number;
};

/** Orders of these branches (null: all) with this code, the newest first. */
export async function listCouponUses(
  db: Db,
  branches: string[] | null,
  code: string,
  { limit, offset, count_to }: Omit<Page, 'sort'>,
): Promise<{ uses: CouponUse[]; count: number }> {
  const where = sql`upper(o.coupon) = ${code}
    and ${inBranches('o', branches)}`;
  const [uses, counts] = await Promise.all([
    sql<CouponUse>`
      select o.id, o.number, o.created_at, o.state, o.receiving_type, ${hasGiven(sql`o.id`)} as has_given, d.city, o.total,
        coalesce((select sum(l.discount) from order_lines l where l.order_id = o.id), 0)::bigint as discount
      from orders o join departments d on d.id_1c = o.department_id_1c
      where ${where} order by o.created_at desc, o.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from orders o where ${where} limit ${count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { uses: uses.rows, count: counts.rows[0]?.count ?? 0 };
}

const stateAt = (now: Date) => sql`case
  when c.is_draft then 'draft' when c.ends_at <= ${now} then 'ended' when c.used_count >= c.max_uses then 'used_up'
  when c.starts_at > ${now} then 'waiting' else 'running' end`;

const columns = (now: Date) => sql`
  c.code, ${stateAt(now)} as state, c.kind, c.percent, c.sum_kopecks, c.min_sum_kopecks, c.category_id,
  g.name as category_name, c.department_id_1c, d.city, c.allows_b2b, c.starts_at, c.ends_at, c.max_uses, c.used_count,
  c.note, c.is_personal, c.owner_user_id, u.full_name as owner_name, c.batch_id, c.is_draft, c.created_at`;

const joins = sql`
  left join categories g on g.id = c.category_id left join departments d on d.id_1c = c.department_id_1c
  left join users u on u.id = c.owner_user_id`;

const isVisible = (branches: string[] | null) => sql`(${branches}::text[] is null or c.department_id_1c is null
  or c.department_id_1c = any(${branches}::text[]))`;

function conditionsOf(
  branches: string[] | null,
  { state, category_id, reach, is_personal, batch_id, q, codes }: StaffCouponFilter & { codes?: string[] },
  now: Date,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [isVisible(branches)];
  if (codes) conditions.push(sql`c.code = any(${codes}::text[])`);
  if (state?.length) conditions.push(sql`${stateAt(now)} = any(${state}::text[])`);
  if (category_id !== undefined) conditions.push(sql`c.category_id = ${category_id}`);
  if (reach?.length === 1) conditions.push(sql`(c.department_id_1c is null) = ${reach[0] === 'common'}`);
  if (is_personal !== undefined) conditions.push(sql`c.is_personal = ${is_personal}`);
  if (batch_id !== undefined) conditions.push(sql`c.batch_id = ${batch_id}`);
  const words = folded(q?.trim() ?? '').replace(/[\\%_]/g, '\\$&');
  if (words) {
    // A code is typed with spaces, too.
    const code = words.replace(/\s/g, '');
    const isWhole = sql`c.search_key like ${`%${words}%`}`;
    conditions.push(code === words ? isWhole : sql`(${isWhole} or c.search_key like ${`%${code}%`})`);
  }
  return conditions;
}

function orderBy(sort: StaffCouponSort[]): RawBuilder<unknown> {
  const columns = {
    created_at: sql`c.created_at`,
    code: sql`c.code`,
    ends_at: sql`c.ends_at`,
    used_count: sql`c.used_count`,
  } satisfies Record<StaffCouponSort['column'], RawBuilder<unknown>>;
  const asked = sort.length > 0 ? sort : [{ column: 'created_at', isDescending: true } as const];
  const isLastDescending = asked.at(-1)?.isDescending ?? false;
  return sql.join([
    ...asked.map(({ column, isDescending }) => {
      // When it was made is not known of the oldest.
      const nulls = column === 'created_at' ? (isDescending ? sql`nulls last` : sql`nulls first`) : sql``;
      return isDescending ? sql`${columns[column]} desc ${nulls}` : sql`${columns[column]} ${nulls}`;
    }),
    isLastDescending ? sql`c.code desc` : sql`c.code`,
  ]);
}
