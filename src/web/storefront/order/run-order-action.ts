import { randomUUID } from 'node:crypto';
import { data, redirect } from 'react-router';
import { type GuestCart, readGuestCart, withLine } from '#modules/cart/guest-cart.ts';
import { guestCartCookies } from '#modules/cart/guest-cart-cookies.ts';
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
        return repeat(shop, order);
      default:
        throw data(null, { status: 400 });
    }
  } catch (error) {
    if (error instanceof Refusal) return data({ error: error.message }, { status: error.status });
    throw error;
  }
}

/** Puts the order's lines into the cart as they were; what cannot be bought now is named there. */
function repeat({ visit, config }: Shop, order: OrderView) {
  const before = readGuestCart(visit.cookies, visit.visitor);
  const cart = order.lines.reduce<GuestCart>(
    (grown, line) =>
      grown.lines.some((other) => other.product_id === line.product_id)
        ? grown
        : withLine(grown, line.product_id, line.count),
    before,
  );
  const visitor = before.visitor ?? randomUUID();
  const headers = new Headers();
  for (const cookie of guestCartCookies(visit, config.MAIN_DOMAIN, { ...cart, visitor })) {
    headers.append('Set-Cookie', cookie);
  }
  return redirect(cartUrl(), { status: 303, headers });
}
