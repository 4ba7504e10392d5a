import type { Cart, CartContents } from './cart.ts';

/**
 * S3-05: what a page cached for all visitors shows of a signed-in person's cart once it is loaded; `orderItems`, the
 * idcodes ticked for the order, stay in the browser (S4-08). A guest's cart stands in a cookie that scripts read.
 */
export type CartState = {
  /** cart_uuid, so that the state of another account is never taken for a later one of this. */
  cartId: string;
  /** Grows with every change: the later of two states is the one with the greater version. */
  version: number;
  /** id: the product's; count: whole sales units. */
  cartItems: { id: number; count: number }[];
  cartCoupon: string | null;
  /**
   * False: only the lines that were just changed; whoever knows the version before may add them, others ask for the
   * whole.
   */
  is_whole: boolean;
};

/** Null for a guest. */
export function cartState(cart: Cart): CartState | null {
  if (cart.kept === 'cookie') return null;
  const { user_id: cartId, version, coupon: cartCoupon, is_whole } = cart;
  return { cartId, version, cartItems: cartItems(cart), cartCoupon, is_whole };
}

export function cartItems({ lines }: Pick<CartContents, 'lines'>): CartState['cartItems'] {
  return lines.map(({ product_id, count }) => ({ id: product_id, count }));
}
