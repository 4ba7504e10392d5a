import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { folded } from '#shared/folded.ts';
import { formatPrice } from '#shared/money.ts';

/** A coupon whose code is proved good: it exists, its time has come, uses are left. */
export type Coupon = {
  code: string;
  min_sum_kopecks: number;
  /** The category with everything under it; null: all goods. */
  category_id: number | null;
  category_name: string | null;
  /** City of another branch that the coupon belongs to; null: it is good in the branch that was asked. */
  other_city: string | null;
  allows_b2b: boolean;
} & ({ kind: 'percent'; percent: number } | { kind: 'sum'; sum_kopecks: number });

/** A condition of a good code that its holder can still meet. Kopecks. */
export type CouponProblem =
  | { why: 'min_sum'; min_sum: number; missing: number; category_name: string | null }
  | { why: 'category'; category_name: string | null }
  | { why: 'department'; city: string }
  | { why: 'business' };

/** The code as it is stored: upper case, no spaces; null when no code can look like this. */
export function couponCode(typed: string): string | null {
  const code = typed.normalize('NFC').replace(/\s/g, '').toUpperCase();
  return /^[0-9A-ZА-ЯЁ-]{3,30}$/.test(code) ? code : null;
}

/** What a code is found and counted by: as stored, with ё and е one letter. null when no code can look like this. */
export function couponKey(typed: string): string | null {
  const code = couponCode(typed);
  return code === null ? null : folded(code).toUpperCase();
}

/** What a code must pass before its holder is told more of it, in the order in which staff read it. */
export type CodeStep = 'published' | 'dates' | 'uses' | 'owner';

/** A code that exists, and which steps it passes for this buyer at this moment. */
export type JudgedCode = {
  coupon: Coupon;
  passed: Record<CodeStep, boolean>;
  starts_at: Date | null;
  /** Good before this moment. */
  ends_at: Date | null;
  max_uses: number | null;
  used_count: number;
  is_personal: boolean;
};

/**
 * The code that is meant, judged step by step; null: there is none. `buyer`: the signed-in person, whose own coupons
 * are good for nobody else. Whoever needs to know whether a code is good, or why it is not, asks here.
 */
export async function judgeCode(
  db: Db,
  typed: string,
  branch_id_1c: string,
  buyer: string | null,
  now: Date,
): Promise<JudgedCode | null> {
  const code = couponCode(typed);
  if (!code) return null;
  const { rows } = await sql<JudgedRow>`
    select ${couponColumns(branch_id_1c)}, c.starts_at, c.ends_at, c.max_uses, c.used_count, c.is_personal,
      ${isPublished} as is_published, ${isInTime(now)} as is_in_time, ${hasUsesLeft} as has_uses_left, ${isFor(buyer)} as is_own
    from coupons c where c.code = ${codeMeant(code)}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const {
    starts_at,
    ends_at,
    max_uses,
    used_count,
    is_personal,
    is_published,
    is_in_time,
    has_uses_left,
    is_own,
    ...coupon
  } = row;
  return {
    coupon: toCoupon(coupon),
    passed: { published: is_published, dates: is_in_time, uses: has_uses_left, owner: is_own },
    starts_at,
    ends_at,
    max_uses,
    used_count,
    is_personal,
  };
}

/**
 * Reads a coupon that may be used now, without counting the use; null for unknown, draft, early, expired, used up and
 * somebody else's alike.
 */
export async function findCoupon(
  db: Db,
  typed: string,
  branch_id_1c: string,
  buyer: string | null,
  now: Date,
): Promise<Coupon | null> {
  const judged = await judgeCode(db, typed, branch_id_1c, buyer, now);
  return judged && isUsable(judged) ? judged.coupon : null;
}

/** The code passes every step. */
export function isUsable({ passed }: JudgedCode): boolean {
  return Object.values(passed).every(Boolean);
}

/**
 * Counts one use under the row's lock and returns the coupon as it stands now; null when it may not be used.
 * Call inside the order's transaction, after stock: everyone who orders with this code waits here.
 */
export async function takeCoupon(
  db: Db,
  typed: string,
  branch_id_1c: string,
  buyer: string | null,
  now: Date,
): Promise<Coupon | null> {
  const code = couponCode(typed);
  if (!code) return null;
  const { rows } = await sql<CouponRow>`
    update coupons c set used_count = c.used_count + 1
    where c.code = ${codeMeant(code)} and ${isPublished} and ${isInTime(now)} and ${hasUsesLeft} and ${isFor(buyer)}
    returning ${couponColumns(branch_id_1c)}`.execute(db);
  return rows[0] ? toCoupon(rows[0]) : null;
}

/** The coupon of an order that has counted its use already: whether it could be used now does not matter. */
export async function readTakenCoupon(db: Db, code: string, branch_id_1c: string): Promise<Coupon | null> {
  const { rows } = await sql<CouponRow>`
    select ${couponColumns(branch_id_1c)} from coupons c where c.code = ${code}`.execute(db);
  return rows[0] ? toCoupon(rows[0]) : null;
}

/** Gives one use back when its order is cancelled (S7-32). */
export async function giveCouponBack(db: Db, code: string): Promise<void> {
  await sql`update coupons set used_count = used_count - 1 where code = ${code} and used_count > 0`.execute(db);
}

/** One wording for unknown, expired and used codes, so that a guesser learns nothing. */
export function couponRefused(): Refusal {
  const detail = 'Такого купона нет или он уже не действует';
  return new Refusal('coupon_refused', { detail }, detail);
}

/** The precise wording for a proved code whose conditions are not met. */
export function couponCondition(problem: CouponProblem): Refusal {
  const detail = describeProblem(problem);
  return new Refusal('coupon_condition', { detail, why: problem.why }, detail);
}

/** What is missing for the coupon, as the buyer reads it. */
export function describeProblem(problem: CouponProblem): string {
  switch (problem.why) {
    case 'min_sum': {
      const goods = problem.category_name ? `на товары раздела «${problem.category_name}» ` : '';
      return `Купон действует при покупке ${goods}от ${formatPrice(problem.min_sum)}, не хватает ${formatPrice(problem.missing)}`;
    }
    case 'category':
      return `Купон действует только на товары раздела «${problem.category_name}»`;
    case 'department':
      return `Купон действует только в городе ${problem.city}`;
    case 'business':
      return 'Купон не действует на цены для бизнеса';
  }
}

type CouponRow = {
  code: string;
  kind: 'percent' | 'sum';
  percent: number | null;
  sum_kopecks: number | null;
  min_sum_kopecks: number;
  category_id: number | null;
  category_name: string | null;
  other_city: string | null;
  allows_b2b: boolean;
};

type JudgedRow = CouponRow &
  Omit<JudgedCode, 'coupon' | 'passed'> & {
    is_published: boolean;
    is_in_time: boolean;
    has_uses_left: boolean;
    is_own: boolean;
  };

/**
 * The stored code that is meant: people type е for ё. Of two old codes that differ in it alone each is found by its own
 * spelling.
 */
const codeMeant = (code: string) => sql`(
  select named.code from coupons named where named.code_key in (${code}, ${folded(code).toUpperCase()})
  order by named.code_key = ${code} desc limit 1)`;

const couponColumns = (branch_id_1c: string) => sql`
  c.code, c.kind, c.percent, c.sum_kopecks, c.min_sum_kopecks, c.allows_b2b,
  (select city from departments where id_1c = c.department_id_1c and id_1c <> ${branch_id_1c}) as other_city,
  c.category_id, (select name from categories where id = c.category_id) as category_name`;

// The steps of a code, each written once: the shop wants all of them, an explanation tells each.
const isInTime = (now: Date) =>
  sql<boolean>`(coalesce(c.starts_at <= ${now}, true) and coalesce(c.ends_at > ${now}, true))`;
const isPublished = sql<boolean>`not c.is_draft`;
const hasUsesLeft = sql<boolean>`coalesce(c.used_count < c.max_uses, true)`;
const isFor = (buyer: string | null) =>
  sql<boolean>`(not c.is_personal or coalesce(c.owner_user_id = ${buyer}::uuid, false))`;

function toCoupon({ kind, percent, sum_kopecks, ...row }: CouponRow): Coupon {
  if (kind === 'percent' && percent !== null) return { ...row, kind, percent };
  if (kind === 'sum' && sum_kopecks !== null) return { ...row, kind, sum_kopecks };
  throw new Error(`Купон ${row.code} записан неверно`);
}
