import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

export type PersonalCoupon = {
  code: string;
  sum_kopecks: number;
  min_sum_kopecks: number;
  ends_at: Date;
};

// Without letters and digits that are taken for one another.
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * A coupon of a fixed sum for one person: once, until `ends_at`, together with no other (one per order). Returns its
 * code.
 */
export async function issuePersonalCoupon(
  db: Db,
  owner_user_id: string,
  { sum_kopecks, min_sum_kopecks, ends_at, note }: Omit<PersonalCoupon, 'code'> & { note: string },
  now = new Date(),
): Promise<string> {
  const code = `ПРИЗ-${Array.from(randomBytes(10), (byte) => alphabet[byte % 32]).join('')}`;
  await db
    .insertInto('coupons')
    .values({
      code,
      kind: 'sum',
      sum_kopecks,
      min_sum_kopecks,
      starts_at: now,
      ends_at,
      note,
      max_uses: 1,
      is_personal: true,
      owner_user_id,
    })
    .execute();
  return code;
}

/** The person's own coupons that can still be used, the one ending first on top. */
export async function ownCoupons(db: Db, user_id: string, now = new Date()): Promise<PersonalCoupon[]> {
  const { rows } = await sql<PersonalCoupon>`
    select code, sum_kopecks, min_sum_kopecks, ends_at from coupons
    where owner_user_id = ${user_id}::uuid and kind = 'sum' and used_count < max_uses and ends_at > ${now} and not is_draft
    order by ends_at, code limit 20`.execute(db);
  return rows;
}

/** The person is being erased: a coupon without its owner is nobody's. */
export async function disownCoupons(db: Db, user_id: string): Promise<void> {
  await sql`update coupons set owner_user_id = null where owner_user_id = ${user_id}::uuid`.execute(db);
}

/** Coupons of an account that becomes another (`to`). Call in a transaction. */
export async function moveCouponsOf(db: Db, from: string, to: string): Promise<void> {
  await sql`update coupons set owner_user_id = ${to}::uuid where owner_user_id = ${from}::uuid`.execute(db);
}
