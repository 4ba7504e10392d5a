import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Cart, type CartRef, countInCart, withCount } from './cart.ts';
import { changeCart } from './change-cart.ts';

/** A line of the cart, and what its count becomes of the present one. */
export type Recount = { product_id: number; count: (present: number) => number };

/**
 * Changes counts of lines that lie in the cart; one that another tab removed stays removed. Step and stock are left to
 * getCart, which mends and names them. A count that no line can have leaves its line as it was; `refused` says how many
 * it may be.
 */
export async function recountLines(
  db: Db,
  cart: CartRef,
  recounts: Recount[],
  now = new Date(),
): Promise<{ cart: Cart; refused: Map<number, number> }> {
  let refused = new Map<number, number>();
  const changed = await changeCart(
    db,
    cart,
    (cart) => {
      refused = new Map();
      return recounts.reduce((grown, { product_id, count }) => {
        const present = countInCart(grown, product_id);
        if (present === 0) return grown;
        try {
          return withCount(grown, product_id, count(present));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.set(product_id, Number(error.details.max_count));
          return grown;
        }
      }, cart);
    },
    now,
  );
  return { cart: changed, refused };
}
