import type { Db } from '#platform/database.ts';
import { limitWait, returnTry, takeLimit, tooMany } from '#platform/limits.ts';
import { type Coupon, couponKey, couponRefused, findCoupon } from './coupon.ts';

/**
 * Who tries a code, for the limit of 5 wrong tries in 10 minutes per visitor and per address. `account`: who is signed
 * in; without one no personal coupon is good (`visitor` is no proof: a cookie can hold anything).
 */
export type CouponRequester = { visitor: string | null; address: string; account: { user_id: string } | null };

type TryingRequester = Pick<CouponRequester, 'visitor' | 'address'>;

const tries = { max: 5, windowSeconds: 600 } as const;

/**
 * The coupon if the code is good here and now. Throws coupon_refused for any other code, and too_many once the visitor
 * or the address has used up its wrong tries; then a good code that is new to them is not looked at either. Good codes
 * cost no try: a cart asks again after each change. Not inside a transaction: a rolled back try would not count.
 */
export async function proveCoupon(
  db: Db,
  typed: string,
  branch_id_1c: string,
  requester: CouponRequester,
  now: Date,
): Promise<Coupon> {
  const attempt = await takeCouponTry(db, requester, typed);
  const coupon = await findCoupon(db, typed, branch_id_1c, requester.account?.user_id ?? null, now);
  if (!coupon) throw couponRefused();
  await attempt.giveBack();
  return coupon;
}

export type CouponTry = {
  /**
   * The code was good: it costs no try. Not for one that was not judged: it is free from now on, and would be so for
   * nothing.
   */
  giveBack(): Promise<void>;
};

/**
 * Takes a try before a code is looked up, so that of many sent at once no more are judged than there are tries. Each
 * code costs one try in its ten minutes however often it is sent: a reloaded page, or the form and then a call, is one
 * typing error, and an order sent again with its key is answered. Throws too_many when the visitor or the address has
 * none left. Not inside a transaction.
 */
export async function takeCouponTry(db: Db, requester: TryingRequester, typed: string): Promise<CouponTry> {
  const code = couponKey(typed) ?? '';
  const isJudged = async (key: string) =>
    (await limitWait(db, 'judged coupon', [`${key} ${code}`], 1, tries.windowSeconds)) > 0;
  const giveBack = async (keys: string[]) => {
    for (const key of keys) await returnTry(db, 'coupon', key);
  };
  // A code that was judged for this visitor or address already tells them nothing new: it is free.
  const keys = await filterAsync(limitKeys(requester), async (key) => !(await isJudged(key)));
  const waits = await Promise.all(keys.map((key) => takeLimit(db, 'coupon', key, tries.max, tries.windowSeconds)));
  const wait = Math.max(0, ...waits);
  if (wait > 0) {
    await giveBack(keys);
    throw tooMany(wait, 'Слишком много попыток ввести купон. Попробуйте через несколько минут');
  }
  // Only now: what is refused is not judged.
  const first = await filterAsync(
    keys,
    async (key) => (await takeLimit(db, 'judged coupon', `${key} ${code}`, 1, tries.windowSeconds)) === 0,
  );
  await giveBack(keys.filter((key) => !first.includes(key)));
  return { giveBack: () => giveBack(first) };
}

async function filterAsync(keys: string[], isWanted: (key: string) => Promise<boolean>): Promise<string[]> {
  const wanted = await Promise.all(keys.map(isWanted));
  return keys.filter((_, n) => wanted[n]);
}

function limitKeys({ visitor, address }: TryingRequester): string[] {
  return [`address ${address}`, ...(visitor ? [`visitor ${visitor}`] : [])];
}
