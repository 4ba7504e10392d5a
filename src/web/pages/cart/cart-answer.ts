import type { CartState } from '#modules/cart/cart-state.ts';
import type { FieldErrors } from '#shared/form-rules.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import type { CheckoutValues } from './checkout-form.ts';
import type { CartPage } from './read-cart-page.ts';

export type CartAnswer = {
  /** The button that was pressed: its refusal is said beside it. */
  verb: string;
  /** A signed-in person's cart for counters and steppers; null: the cookies tell. */
  cart: CartState | null;
  error: { code: string; message: string } | null;
  page: CartPage | null;
  values: CheckoutValues | null;
  errors: FieldErrors;
  line_errors: Record<number, string>;
  coupon_error: string | null;
  bonus_error: string | null;
  /** What changed while the order was being placed; «Согласен» sends it back. */
  difference: OrderDifference | null;
  /** Lines just put away, as `writeLineList` wrote them. */
  removed: string;
  removed_name: string;
  /** The link that was just made to a copy of the cart, and the day it opens last. */
  shared: { url: string; until: string } | null;
  /** The line that stood after the removed one; null: it was the last. */
  removed_before: number | null;
};

export type OrderDifference = {
  lines: {
    id: number;
    name: string;
    shown_unit: ShownUnit;
    /** Sales units and kopecks for one of them. */
    was: number;
    now: number;
    was_price: number;
    now_price: number;
  }[];
  /** Everything that would be ordered now, unchanged lines too. */
  agreed: { id: number; count: number }[];
  was_total: number;
  /** Null: nothing is left to order. */
  now_total: number | null;
};

/** An answer that says nothing yet. */
export function emptyAnswer(verb: string): CartAnswer {
  return {
    verb,
    cart: null,
    error: null,
    page: null,
    values: null,
    errors: {},
    line_errors: {},
    coupon_error: null,
    bonus_error: null,
    difference: null,
    shared: null,
    removed: '',
    removed_name: '',
    removed_before: null,
  };
}

/** What a script gets of a sent form; `location`: the order was placed and stands there. */
export type SentAnswer = { answer: CartAnswer; location: string | null };
