import { openCart } from '#modules/cart/open-cart.ts';
import type { OfferContent } from '#modules/documents/offer.ts';
import { makeOffer } from '#web/parts/offer/make-offer.server.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { readCartPage } from '../read-cart-page.ts';

/**
 * The visitor's cart as a commercial proposal, with the cart's own prices and coupon. `?items=12-34`: these products
 * only, as they are ticked. Null: nothing can be ordered.
 */
export async function readOffer(shop: Shop, request: Request): Promise<OfferContent | null> {
  const items = new URL(request.url).searchParams.get('items') ?? '';
  const chosen = items.slice(0, 2_000).split('-').map(Number);
  return makeOffer(shop, async (now) => {
    const cart = await openCart(shop.db, shop.requestContext);
    return (await readCartPage(shop, cart, { chosen, values: {} }, now)).view;
  });
}
