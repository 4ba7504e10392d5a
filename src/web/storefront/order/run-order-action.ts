import { randomUUID } from 'node:crypto';
import { data, redirect } from 'react-router';
import { countOf, withLine } from '#modules/cart/lines.ts';
import { cartCookies, changeCart, openCart } from '#modules/cart/open-cart.ts';
import { cancelOwnOrder } from '#modules/orders/own-order.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { Refusal } from '#platform/refusal.ts';
import { cartUrl } from '#shared/urls.ts';
import type { Shop } from '#web/context.ts';

/** What a pressed button of an order's page does; a refusal becomes words on the page. `here`: where to return to. */
export async function runOrderAction(shop: Shop, order: OrderView, intent: unknown, here: string) {
  try {
    switch (intent) {
      case 'cancel':
        await shop.db.transaction().execute((db) => cancelOwnOrder(db, order, shop.visit.account));
        return redirect(here, { status: 303 });
      case 'repeat':
        return await repeat(shop, order);
      default:
        throw data(null, { status: 400 });
    }
  } catch (error) {
    if (error instanceof Refusal) return data({ error: error.message }, { status: error.status });
    throw error;
  }
}

/** Puts the order's lines into the cart as they were; what cannot be bought now is named there. */
async function repeat({ db, visit, config }: Shop, order: OrderView) {
  const before = await openCart(db, visit);
  const cart = await changeCart(db, { ...before, visitor: before.visitor ?? randomUUID() }, (cart) =>
    order.lines.reduce(
      (grown, { product_id, count }) => (countOf(grown, product_id) > 0 ? grown : withLine(grown, product_id, count)),
      cart,
    ),
  );
  const headers = new Headers();
  for (const cookie of cartCookies(visit, config.MAIN_DOMAIN, cart)) headers.append('Set-Cookie', cookie);
  return redirect(cartUrl(), { status: 303, headers });
}
