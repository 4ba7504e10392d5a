/** Who cancelled an order and why, as the order's history says. */
export type Cancelling = { who: string; why: string };

/** What the history says of an order that its buyer gave up. */
export const buyersWish = 'по просьбе покупателя';

/**
 * Whose decision it was: the buyer's own, that of the firm's owner, who says so in `why`, or the shop's; staff who act
 * for the buyer are the shop.
 */
export function cancelledBy({ who, why }: Cancelling): 'buyer' | 'owner' | 'shop' {
  if (why.startsWith(ownersRefusal)) return 'owner';
  return why === buyersWish && !who.startsWith('сотрудник ') ? 'buyer' : 'shop';
}

/** So begins what the history says when the owner of a firm does not want an order. */
export const ownersRefusal = 'не согласован владельцем организации';
