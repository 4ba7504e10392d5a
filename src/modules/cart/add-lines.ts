import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Cart, type CartCount, type CartRef, countInCart, withCount } from './cart.ts';
import { changeCart } from './change-cart.ts';
import { fitCount } from './check-line.ts';

/** What stayed out of the cart, and the sentence why. */
export type LeftOut = { product_id: number; name: string; message: string };

/**
 * Puts a list of goods into the cart at once, adding to what lies there; counts (sales units) are raised to step and
 * minimum. What cannot be bought, or has no room left, is left out and named; the rest goes in. A guest's cart is kept
 * by the answer's cookies (`cartCookies`).
 */
export async function addLines(
  db: Db,
  priceContext: PriceContext,
  cart: CartRef,
  lines: CartCount[],
  now = new Date(),
): Promise<{ cart: Cart; left_out: LeftOut[] }> {
  const offers = await offersOf(
    db,
    priceContext,
    lines.map((line) => line.product_id),
  );
  let left_out: LeftOut[] = [];
  const changed = await changeCart(
    db,
    cart,
    (cart) => {
      left_out = [];
      return lines.reduce((grown, { product_id, count }) => {
        const offer = offers.get(product_id);
        const leave = (message: string) => {
          left_out.push({ product_id, name: offer?.name ?? 'Товар', message });
          return grown;
        };
        if (!offer?.is_on_sale_now) return leave(whyNot(offer));
        try {
          return withCount(grown, product_id, fitCount(offer, countInCart(grown, product_id) + count));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          return leave(error.message);
        }
      }, cart);
    },
    now,
    priceContext.department_id_1c,
  );
  return { cart: changed, left_out };
}

function whyNot(offer: Offer | undefined): string {
  if (!offer || offer.switched_off) return 'снят с продажи';
  return offer.price === null && offer.buyer_price === null ? 'цена по запросу' : 'нет в наличии';
}
