import type { Db } from '#platform/database.ts';
import { type Cart, type CartCount, type CartRef, withoutLines } from './cart.ts';
import { changeCart } from './change-cart.ts';

/** What left the cart, and the product of the line that stood after it; null: it was the last, or nothing left. */
export type Removed = { line: CartCount | null; before: number | null };

/** Takes a line out; one that is gone already is gone. */
export async function removeLine(
  db: Db,
  cart: CartRef,
  product_id: number,
  now = new Date(),
): Promise<{ cart: Cart; removed: Removed }> {
  let removed: Removed = { line: null, before: null };
  const changed = await changeCart(
    db,
    cart,
    (cart) => {
      const at = cart.lines.findIndex((line) => line.product_id === product_id);
      const line = cart.lines[at] ?? null;
      removed = { line, before: line && (cart.lines[at + 1]?.product_id ?? null) };
      return withoutLines(cart, [product_id]);
    },
    now,
  );
  return { cart: changed, removed };
}
