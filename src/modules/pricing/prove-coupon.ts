import type { Db } from '#platform/database.ts';
import { limitWait, takeLimit, tooMany } from '#platform/limits.ts';
import { type Coupon, couponKey, couponRefused, findCoupon } from './coupon.ts';

/**
 * Who tries a code, for the limit of 5 wrong tries in 10 minutes per visitor and per address. `account`: who is signed in; without one no
 * personal coupon is good (`visitor` is no proof: a cookie can hold anything).
 */
export type CouponSeat = { visitor: string | null; address: string; account: { user_id: string } | null };

type TryingSeat = Pick<CouponSeat, 'visitor' | 'address'>;

const tries = { max: 5, windowSeconds: 600 } as const;

/**
 * The coupon if the code is good here and now. Throws coupon_refused for any other code, and too_many once the visitor or the address has
 * used up its wrong tries; then a good code is not looked at either. Good codes cost no try: a cart asks again after each change.
 * Not inside a transaction: a rolled back try would not count.
 */
export async function proveCoupon(
  db: Db,
  typed: string,
  branch_id_1c: string,
  seat: CouponSeat,
  now: Date,
): Promise<Coupon> {
  const [, coupon] = await Promise.all([
    checkCouponTries(db, seat),
    findCoupon(db, typed, branch_id_1c, seat.account?.user_id ?? null, now),
  ]);
  if (coupon) return coupon;
  await countWrongCoupon(db, seat, typed);
  throw couponRefused();
}

/** Throws too_many when the visitor or the address has no try left. */
export async function checkCouponTries(db: Db, seat: TryingSeat): Promise<void> {
  const wait = await limitWait(db, 'coupon', limitKeys(seat), tries.max, tries.windowSeconds);
  if (wait > 0) throw tooManyTries(wait);
}

/**
 * Counts a wrong code, each one once in its ten minutes however often it is sent: a reloaded page, or the form and then a call, is one typing
 * error. Throws too_many when it was one too many.
 */
export async function countWrongCoupon(db: Db, seat: TryingSeat, typed: string): Promise<void> {
  const code = couponKey(typed) ?? '';
  const waits = await Promise.all(
    limitKeys(seat).map(async (key) => {
      const isRepeated = (await takeLimit(db, 'wrong coupon', `${key} ${code}`, 1, tries.windowSeconds)) > 0;
      return isRepeated ? 0 : takeLimit(db, 'coupon', key, tries.max, tries.windowSeconds);
    }),
  );
  const wait = Math.max(...waits);
  if (wait > 0) throw tooManyTries(wait);
}

function limitKeys({ visitor, address }: TryingSeat): string[] {
  return [`address ${address}`, ...(visitor ? [`visitor ${visitor}`] : [])];
}

function tooManyTries(wait: number) {
  return tooMany(wait, 'Слишком много попыток ввести купон. Попробуйте через несколько минут');
}
