import type { Db } from '#platform/database.ts';
import { limitWait, takeLimit, tooMany } from '#platform/limits.ts';
import { type Coupon, couponRefused, findCoupon } from './coupon.ts';

/** Who tries a code, for the limit of 5 wrong tries in 10 minutes per visitor and per address. */
export type CouponSeat = { visitor: string | null; address: string };

const couponTries = { max: 5, windowSeconds: 600 } as const;

/**
 * The coupon if the code is good here and now. Throws coupon_refused for any other code, and too_many once the visitor or the address has
 * used up its wrong tries; then a good code is not looked at either. Good codes cost no try: a cart asks again after each change.
 * Not inside a transaction: a rolled back try would not count.
 */
export async function proveCoupon(
  db: Db,
  typed: string,
  branch_id_1c: string,
  { visitor, address }: CouponSeat,
  now: Date,
): Promise<Coupon> {
  const { max, windowSeconds } = couponTries;
  const keys = [`address ${address}`, ...(visitor ? [`visitor ${visitor}`] : [])];
  const [waiting, coupon] = await Promise.all([
    limitWait(db, 'coupon', keys, max, windowSeconds),
    findCoupon(db, typed, branch_id_1c, now),
  ]);
  if (waiting > 0) throw tooManyTries(waiting);
  if (coupon) return coupon;
  const waits = await Promise.all(keys.map((key) => takeLimit(db, 'coupon', key, max, windowSeconds)));
  const wait = Math.max(...waits);
  throw wait > 0 ? tooManyTries(wait) : couponRefused();
}

function tooManyTries(wait: number) {
  return tooMany(wait, 'Слишком много попыток ввести купон. Попробуйте через несколько минут');
}
