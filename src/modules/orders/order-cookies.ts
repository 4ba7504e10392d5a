import { type GuestCart, withoutCoupon, withoutLines } from '#modules/cart/guest-cart.ts';
import { type CookieSeat, guestCartCookies } from '#modules/cart/guest-cart-cookies.ts';
import { cookieDomain, serializeCookie } from '#platform/cookies.ts';
import { secretCookie, secretCookieSeconds } from './order-access.ts';
import type { PlacedOrder } from './place-order.ts';

/**
 * Set-Cookie values of a placed order's answer: the secret that opens it (HttpOnly) and the guest's cart without exactly the ordered lines;
 * the used coupon leaves the cart too (S7-32).
 */
export function placedOrderCookies(
  seat: CookieSeat,
  mainDomain: string,
  cart: GuestCart & { visitor: string },
  secret: string,
  order: PlacedOrder,
): string[] {
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
    ...guestCartCookies(seat, mainDomain, left),
  ];
}
