import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { NewCouponBatch } from './coupon-fields.ts';
import { checkCoupon, showCoupons } from './save-coupon.ts';

/** No sign here is taken for another one, in Latin or in Russian letters, printed or by hand. */
const signs = '23456789DFGJLNRVW';
/** 17⁸: of ten thousand codes a stranger meets one in 700,000 tries, and has five in ten minutes. */
const signsOfCode = 8;

/**
 * So many codes of one use each: the prefix, a dash, eight random signs. Returns them: they are told together this
 * once. Throws bad_input {fields}.
 */
export async function createCouponBatch(
  db: Db,
  { prefix, count, ...given }: NewCouponBatch,
  author_user_id: string,
  now: Date,
): Promise<{ id: number; codes: string[] }> {
  const fields = await checkCoupon(db, { ...given, max_uses: 1, owner_user_id: null }, 0);
  const { id } = await db
    .insertInto('coupon_batches')
    .values({ prefix, count, department_id_1c: fields.department_id_1c, author_user_id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const codes: string[] = [];
  while (codes.length < count) {
    const drawn = Array.from({ length: count - codes.length }, () => drawCode(prefix));
    // One that is taken by now, or was drawn twice, is drawn again.
    const { rows } = await sql<{ code: string }>`
      insert into coupons (code, kind, percent, sum_kopecks, min_sum_kopecks, category_id, department_id_1c, allows_b2b,
        starts_at, ends_at, max_uses, note, is_draft, batch_id, created_at)
      select code, ${fields.kind}::text, ${fields.percent}::smallint, ${fields.sum_kopecks}::int,
        ${fields.min_sum_kopecks}::int, ${fields.category_id}::int, ${fields.department_id_1c}::text,
        ${fields.allows_b2b}::boolean, ${fields.starts_at}::timestamptz, ${fields.ends_at}::timestamptz,
        1, ${fields.note}::text, ${fields.is_draft}::boolean, ${id}::int, ${now}::timestamptz
      from unnest(${drawn}::text[]) as code
      on conflict do nothing returning code`.execute(db);
    codes.push(...rows.map(({ code }) => code));
  }
  return { id, codes };
}

function drawCode(prefix: string): string {
  const random = Array.from({ length: signsOfCode }, () => signs[randomInt(signs.length)]).join('');
  return prefix === '' ? random : `${prefix}-${random}`;
}

/** A batch of codes that is common or belongs to these branches (null: all); null: there is none. */
export async function readCouponBatch(
  db: Db,
  branches: string[] | null,
  id: number,
): Promise<{ id: number; prefix: string; count: number; department_id_1c: string | null } | null> {
  const { rows } = await sql<{ id: number; prefix: string; count: number; department_id_1c: string | null }>`
    select id, prefix, count, department_id_1c from coupon_batches
    where id = ${id} and (${branches}::text[] is null or department_id_1c is null
      or department_id_1c = any(${branches}::text[]))`.execute(db);
  return rows[0] ?? null;
}

export type CouponBatch = { id: number; prefix: string; count: number };

/** Batches of these numbers that there are. */
export async function couponBatchesOf(db: Db, ids: number[]): Promise<CouponBatch[]> {
  const { rows } = await sql<CouponBatch>`
    select id, prefix, count from coupon_batches where id = any(${ids}::int[])`.execute(db);
  return rows;
}

/** Ends every code of a batch that is not over yet. Returns how many. Throws bad_input when all are over. */
export async function endCouponBatch(db: Db, id: number, now: Date): Promise<number> {
  const { rows } = await sql<{ code: string }>`
    update coupons set starts_at = least(starts_at, ${now}), ends_at = ${now}
    where batch_id = ${id} and coalesce(ends_at > ${now}, true) returning code`.execute(db);
  if (rows.length === 0) throw new Refusal('bad_input', {}, 'Все коды партии уже закончились');
  await showCoupons(
    db,
    rows.map(({ code }) => code),
  );
  return rows.length;
}
