import type { Db } from '#platform/database.ts';
import { withinTransaction } from '#platform/within-transaction.ts';
import { lockAccountCart, writeAccountCart } from './account-cart.ts';
import type { Cart, CartContents, CartRef } from './cart.ts';

/**
 * Applies a change to the cart as it is now and saves it: a signed-in person's under a lock, so that two tabs and two
 * devices lose nothing; a guest's by the cookies of the answer (`cartCookies`). `change` may throw a Refusal: then
 * nothing is changed. `department_id_1c`: the branch where goods are put into it. Inside a transaction the cart stays
 * locked until its end.
 */
export async function changeCart(
  db: Db,
  cart: CartRef,
  change: (cart: Cart) => CartContents,
  now = new Date(),
  department_id_1c: string | null = null,
): Promise<Cart> {
  if (cart.kept === 'cookie') return { ...cart, ...contentsOf(change(cart)) };
  return withinTransaction(db, async (db) => {
    const stored = await lockAccountCart(db, cart.user_id, now);
    const changed = contentsOf(change(stored));
    if (isSame(stored, changed)) return stored;
    return { ...stored, ...changed, version: await writeAccountCart(db, cart.user_id, changed, now, department_id_1c) };
  });
}

function contentsOf({ lines, coupon }: CartContents): CartContents {
  return { lines, coupon };
}

function isSame(a: CartContents, b: CartContents): boolean {
  return (
    a.coupon === b.coupon &&
    a.lines.length === b.lines.length &&
    a.lines.every(({ product_id, count }, index) => {
      const other = b.lines[index];
      return other?.product_id === product_id && other.count === count;
    })
  );
}
