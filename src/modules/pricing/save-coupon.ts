import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { countOf } from '#shared/plurals.ts';
import { couponCode } from './coupon.ts';
import type { CouponFields } from './coupon-fields.ts';
import type { StaffCoupon } from './staff-coupons.ts';

/** What an order with the coupon is computed by, also when it is changed later: fixed from the first use on. */
const terms = [
  'kind',
  'percent',
  'sum_kopecks',
  'min_sum_kopecks',
  'category_id',
  'department_id_1c',
  'allows_b2b',
] as const satisfies (keyof CouponFields)[];

/** Fields of a coupon as staff set them. */
export function fieldsOfCoupon(coupon: StaffCoupon): CouponFields {
  const { kind, percent, sum_kopecks, min_sum_kopecks, category_id, department_id_1c, allows_b2b } = coupon;
  return {
    kind,
    percent,
    sum_kopecks,
    min_sum_kopecks,
    category_id,
    department_id_1c,
    allows_b2b,
    starts_at: coupon.starts_at?.toISOString() ?? null,
    ends_at: coupon.ends_at?.toISOString() ?? null,
    max_uses: coupon.max_uses,
    owner_user_id: coupon.owner_user_id,
    note: coupon.note,
    is_draft: coupon.is_draft,
  };
}

/** A new coupon. Returns its code as it is stored. Throws bad_input {fields}, also for a code that is taken. */
export async function createCoupon(
  db: Db,
  { code: typed, ...given }: CouponFields & { code: string },
  now: Date,
): Promise<string> {
  const code = couponCode(typed);
  if (!code) throw wrong({ code: 'От 3 до 30 знаков: буквы, цифры и дефисы' });
  const fields = await checkCoupon(db, given, 0);
  const made = await db
    .insertInto('coupons')
    .values({ code, ...fields, is_personal: fields.owner_user_id !== null, created_at: now })
    // Of two codes that differ in ё and е alone the second is taken, too.
    .onConflict((on) => on.doNothing())
    .returning('code')
    .executeTakeFirst();
  if (!made) throw wrong({ code: 'Такой код уже есть' });
  return code;
}

/**
 * Sets these fields of a coupon, whose row is locked. Throws bad_input {fields}: the terms of one that was used stay as
 * they are, and it allows no fewer uses than it has had.
 */
export async function saveCoupon(db: Db, coupon: StaffCoupon, change: Partial<CouponFields>): Promise<void> {
  const before = fieldsOfCoupon(coupon);
  const fixed = coupon.used_count === 0 ? [] : terms.filter((name) => name in change && change[name] !== before[name]);
  if (fixed.length > 0) {
    const words = `Уже использован ${countOf(coupon.used_count, 'раз', 'раза', 'раз')}: условия не меняются`;
    throw wrong(Object.fromEntries(fixed.map((name) => [name, words])));
  }
  const fields = await checkCoupon(db, { ...before, ...change }, coupon.used_count);
  await db
    .updateTable('coupons')
    .set({
      ...fields,
      // A personal one whose owner is gone stays nobody's.
      ...(change.owner_user_id !== undefined && { is_personal: fields.owner_user_id !== null }),
    })
    .where('code', '=', coupon.code)
    .execute();
  await showCoupons(db, [coupon.code]);
}

/** No order is placed with the coupon from `now` on; one that has not begun never will. Throws bad_input. */
export async function endCoupon(db: Db, code: string, now: Date): Promise<void> {
  const { rows } = await sql`
    update coupons set starts_at = least(starts_at, ${now}), ends_at = ${now}
    where code = ${code} and coalesce(ends_at > ${now}, true) returning code`.execute(db);
  if (rows.length === 0) throw new Refusal('bad_input', {}, 'Купон уже закончился');
  await showCoupons(db, [code]);
}

/** The pages of promotions that name one of these codes are made again. */
export async function showCoupons(db: Db, codes: string[]): Promise<void> {
  const { rows } = await sql`select id from actions where coupon = any(${codes}::text[]) limit 1`.execute(db);
  if (rows.length > 0) await invalidate(db, ['content']);
}

/** The whole of a coupon as its row has it. Throws bad_input {fields} for what does not go together. */
export async function checkCoupon(db: Db, fields: CouponFields, used_count: number) {
  const { kind, percent, sum_kopecks, max_uses, owner_user_id } = fields;
  const starts_at = fields.starts_at === null ? null : new Date(fields.starts_at);
  const ends_at = fields.ends_at === null ? null : new Date(fields.ends_at);
  const wrongs: Record<string, string> = {};
  if (kind === 'percent' && percent === null) wrongs.percent = fieldMessages.required;
  if (kind === 'sum' && sum_kopecks === null) wrongs.sum_kopecks = fieldMessages.required;
  if (starts_at && ends_at && ends_at <= starts_at) wrongs.ends_at = 'Конец должен быть позже начала';
  if (fields.is_draft && used_count > 0) wrongs.is_draft = 'Купоном уже платили: его можно только завершить';
  if (max_uses !== null && max_uses < used_count)
    wrongs.max_uses = `Уже использован ${countOf(used_count, 'раз', 'раза', 'раз')}`;
  if (owner_user_id !== null) {
    if (max_uses !== 1) wrongs.max_uses = 'Личный купон используют один раз';
    if (ends_at === null) wrongs.ends_at = 'Личному купону нужен конец срока';
  }
  Object.assign(wrongs, await findMissing(db, fields));
  if (Object.keys(wrongs).length > 0) throw wrong(wrongs);
  return {
    ...fields,
    starts_at,
    ends_at,
    percent: kind === 'percent' ? percent : null,
    sum_kopecks: kind === 'sum' ? sum_kopecks : null,
    note: fields.note || null,
  };
}

/** What the coupon names and the shop has not. */
async function findMissing(
  db: Db,
  { category_id, department_id_1c, owner_user_id }: CouponFields,
): Promise<Record<string, string>> {
  const { rows } = await sql<{ has_category: boolean; has_branch: boolean; has_owner: boolean }>`
    select exists (select from categories where id = ${category_id}::int) as has_category,
      exists (select from departments where id_1c = ${department_id_1c}::text and branch_id_1c is null) as has_branch,
      exists (select from users where id = ${owner_user_id}::uuid and deleted_at is null) as has_owner`.execute(db);
  const [found] = rows;
  return {
    ...(category_id !== null && !found?.has_category && { category_id: 'Такого раздела нет' }),
    ...(department_id_1c !== null && !found?.has_branch && { department_id_1c: 'Такого филиала нет' }),
    ...(owner_user_id !== null && !found?.has_owner && { owner_user_id: 'Такого покупателя нет' }),
  };
}

function wrong(fields: Record<string, string>): Refusal {
  return new Refusal('bad_input', { fields });
}
