import { type Cart, withoutCoupon, withoutLines } from '#modules/cart/lines.ts';
import { type CartSeat, cartCookies } from '#modules/cart/open-cart.ts';
import { cookieDomain, serializeCookie } from '#platform/cookies.ts';
import { secretCookie, secretCookieSeconds } from './order-access.ts';
import type { PlacedOrder } from './place-order.ts';

/**
 * Set-Cookie values of a placed order's answer: the secret that opens it (HttpOnly) and the guest's cart without exactly the ordered lines;
 * the used coupon leaves the cart too (S7-32). None for a signed-in buyer: the account opens the order, and placeOrder emptied the cart.
 */
export function placedOrderCookies(
  seat: CartSeat,
  mainDomain: string,
  cart: Cart & { visitor: string },
  secret: string,
  order: PlacedOrder,
): string[] {
  if (cart.version !== null) return [];
  const rest = withoutLines(
    cart,
    order.products.map((line) => line.product_id),
  );
  const isCouponUsed = order.coupon !== null && order.coupon === cart.coupon;
  const left = { ...(isCouponUsed ? withoutCoupon(rest) : rest), visitor: cart.visitor };
  const domain = cookieDomain(seat.host, mainDomain);
  return [
    serializeCookie(secretCookie, secret, {
      domain,
      httpOnly: true,
      secure: seat.isSecure,
      maxAgeSeconds: secretCookieSeconds,
    }),
    ...cartCookies(seat, mainDomain, left),
  ];
}
