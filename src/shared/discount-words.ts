/**
 * What took an order's discount off: its coupon; without one, kopecks by which sums that came from 1C do not divide
 * into a price (decision 562).
 */
export function discountWords(coupon: string | null): string {
  return coupon === null ? 'Скидка' : `Купон ${coupon}`;
}
