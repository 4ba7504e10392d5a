import { randomUUID } from 'node:crypto';
import { addToCart, setCount, setCoupon } from '#modules/cart/change-cart.ts';
import {
  emptied,
  type GuestCart,
  readGuestCart,
  withCount,
  withoutCoupon,
  withoutLine,
} from '#modules/cart/guest-cart.ts';
import { guestCartCookies } from '#modules/cart/guest-cart-cookies.ts';
import { CartLineInput } from '#modules/cart/schema.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { cookieDomain, serializeCookie } from '#platform/cookies.ts';
import { Refusal } from '#platform/refusal.ts';
import { refusals } from '#shared/refusals.ts';
import { cartUrl } from '#shared/urls.ts';
import type { Shop } from '#web/context.ts';
import { type CartForm, isPlacing, parseCount, readCartForm, writeRemoved } from './cart-form.ts';
import { cartLookCookie, cartLookSeconds, lookHere } from './cart-look.ts';
import type { CheckoutErrors, CheckoutValues } from './checkout-form.ts';
import { placeFromForm } from './place-from-form.ts';
import { type CartPage, readCartPage } from './read-cart-page.ts';

/** What came of a sent form. `page` is there when the whole page was sent: it shows the cart as it is now. */
export type CartAnswer = {
  /** The button that was pressed: its refusal is said beside it. */
  verb: string;
  /** Lines in the cart, for counters. */
  count: number;
  error: { code: string; message: string } | null;
  page: CartPage | null;
  values: CheckoutValues | null;
  errors: CheckoutErrors;
  line_errors: Record<number, string>;
  coupon_error: string | null;
  /** What changed while the order was being placed; «Согласен» sends it back. */
  difference: OrderDifference | null;
  /** Lines just put away, as `writeRemoved` wrote them. */
  removed: string;
  removed_name: string;
  /** The line that stood after the removed one; null: it was the last. */
  removed_before: number | null;
};

export type OrderDifference = {
  lines: { id: number; name: string; unit: string; was: number; now: number; was_price: number; now_price: number }[];
  /** Everything that would be ordered now, unchanged lines too. */
  agreed: { id: number; count: number }[];
  was_total: number;
  /** Null: nothing is left to order. */
  now_total: number | null;
};

export type ActionResult = { answer: CartAnswer; status: number; cookies: string[]; location: string | null };

type Turn = { cart: GuestCart & { visitor: string }; answer: CartAnswer; form: CartForm };

/** One pressed button: changes the guest's cart, or places the order. Refusals become words at their place. */
export async function runCartAction(shop: Shop, data: FormData): Promise<ActionResult> {
  const { visit, config } = shop;
  const form = readCartForm(data);
  const before = readGuestCart(visit.cookies, visit.visitor);
  const turn: Turn = {
    form,
    cart: { ...before, visitor: before.visitor ?? randomUUID() },
    answer: emptyAnswer(form),
  };
  const seat = { host: visit.host, isSecure: visit.isSecure, visitor: visit.visitor };
  const visitor = { ...visit, visitor: turn.cart.visitor };
  const cookies: string[] = [];
  let status = 200;
  try {
    if (form.isWhole) applyTypedCounts(turn);
    if (isPlacing(form.verb)) {
      const placed = await placeFromForm({ ...shop, visit: visitor }, seat, turn.cart, form);
      turn.cart = { ...placed.cart, visitor: turn.cart.visitor };
      Object.assign(turn.answer, placed.answer);
      if (placed.order) {
        const { location, cookies } = placed.order;
        return { answer: turn.answer, status: 303, cookies, location };
      }
      status = placed.answer.errors ? 422 : 409;
    } else {
      turn.cart = { ...(await changedCart({ ...shop, visit: visitor }, turn, data)), visitor: turn.cart.visitor };
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    status = error.status;
    putAtItsPlace(turn, error);
  }
  const { cart, answer } = turn;
  answer.count = cart.lines.length;
  if (form.verb === 'seen') cookies.push(lookCookie(shop, lookHere(visit.department.id_1c, new Date())));
  if (form.staysOnPage || (!form.isWhole && !answer.error)) {
    // A product's button: a script stays where it was, without one the cart opens.
    cookies.push(...guestCartCookies(seat, config.MAIN_DOMAIN, cart));
    return { answer, status, cookies, location: form.staysOnPage ? null : cartUrl() };
  }
  const chosen = chosenAfter(form);
  const values = form.verb === 'point' ? { ...form.values, point: form.argument } : form.values;
  const choice = { chosen, values, key: form.key || undefined };
  const { page, view } = await readCartPage({ ...shop, visit: visitor }, cart, choice);
  answer.page = form.verb === 'seen' ? { ...page, branch_change: null } : page;
  cookies.push(...guestCartCookies(seat, config.MAIN_DOMAIN, { ...view.cart, visitor: cart.visitor }));
  return { answer, status, cookies, location: null };
}

/** A line that was brought back is ticked again, as it was. */
function chosenAfter(form: CartForm): number[] {
  if (form.verb === 'all' || form.chosen.length === 0) return [];
  return form.verb === 'restore' ? [...form.chosen, ...form.removed.map((line) => line.product_id)] : form.chosen;
}

/** The cookie that remembers when and where the cart was last looked at. */
export function lookCookie({ visit, config }: Pick<Shop, 'visit' | 'config'>, value: string): string {
  return serializeCookie(cartLookCookie, value, {
    domain: cookieDomain(visit.host, config.MAIN_DOMAIN),
    maxAgeSeconds: cartLookSeconds,
    httpOnly: true,
    secure: visit.isSecure,
  });
}

function emptyAnswer(form: CartForm): CartAnswer {
  return {
    verb: form.verb,
    count: 0,
    error: null,
    page: null,
    values: form.isWhole ? form.values : null,
    errors: {},
    line_errors: {},
    coupon_error: null,
    difference: null,
    removed: '',
    removed_name: '',
    removed_before: null,
  };
}

/** Only counts that were changed on this page are taken, so that a stale tab does not undo another one. */
function applyTypedCounts(turn: Turn): void {
  for (const line of turn.form.lines) {
    const count = parseCount(line.count);
    if (count === line.was || !turn.cart.lines.some(({ product_id }) => product_id === line.product_id)) continue;
    if (count === null) {
      turn.answer.line_errors[line.product_id] = 'Должно быть числом';
      continue;
    }
    try {
      turn.cart = { ...withCount(turn.cart, line.product_id, count), visitor: turn.cart.visitor };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      turn.answer.line_errors[line.product_id] = `Укажите от 1 до ${error.details.max_count}`;
    }
  }
}

async function changedCart({ db, visit }: Shop, turn: Turn, data: FormData): Promise<GuestCart> {
  const { form, answer, cart } = turn;
  const id = Number(form.argument);
  const line = form.lines.find((other) => other.product_id === id);
  const present = cart.lines.find((other) => other.product_id === id);
  const seat = { visitor: visit.visitor, address: visit.address };
  switch (form.verb) {
    case 'add':
      return addToCart(db, visit.shelf, cart, parseLine(data));
    case 'set':
    case 'count':
      return setCount(db, visit.shelf, cart, parseLine(data));
    case 'plus':
      return line && present ? withCount(cart, id, present.count + line.step) : cart;
    case 'minus':
      return line && present ? withCount(cart, id, Math.max(1, present.count - line.step)) : cart;
    case 'take':
      return present && line ? withCount(cart, id, Number(data.get(`take_${id}`)) || present.count) : cart;
    case 'remove': {
      const product_id = id || Number(data.get('product_id'));
      const removed = cart.lines.find((other) => other.product_id === product_id);
      if (removed && line) {
        answer.removed = writeRemoved([{ ...removed, product_idcode: line.product_idcode }]);
        answer.removed_name = (await offersOf(db, visit.shelf, [product_id])).get(product_id)?.name ?? 'товар';
        answer.removed_before = cart.lines[cart.lines.indexOf(removed) + 1]?.product_id ?? null;
      }
      return withoutLine(cart, product_id);
    }
    case 'clear':
      answer.removed = writeRemoved(
        cart.lines.flatMap((kept) => {
          const product_idcode = form.lines.find((other) => other.product_id === kept.product_id)?.product_idcode;
          return product_idcode ? [{ ...kept, product_idcode }] : [];
        }),
      );
      return emptied(cart);
    case 'restore':
      return form.removed.reduce<GuestCart>(
        (grown, { product_id, count }) =>
          grown.lines.some((other) => other.product_id === product_id) ? grown : withCount(grown, product_id, count),
        cart,
      );
    case 'coupon':
    case 'set_coupon':
      return setCoupon(db, visit.shelf, cart, form.coupon, seat);
    case 'coupon-delete':
    case 'delete_coupon':
      return withoutCoupon(cart);
    case 'look':
    case 'all':
    case 'seen':
    case 'point':
      return cart;
    default:
      // «Пересчитать», and Enter in any field without JavaScript.
      return form.isWhole && form.coupon !== '' && form.coupon.toUpperCase() !== cart.coupon
        ? setCoupon(db, visit.shelf, cart, form.coupon, seat)
        : cart;
  }
}

function parseLine(data: FormData): CartLineInput {
  const parsed = CartLineInput.safeParse(Object.fromEntries(data));
  if (parsed.success) return parsed.data;
  throw new Refusal('bad_input', {}, parsed.error.issues[0]?.message);
}

/** S4-12: a coupon that failed is cleared and the server's words stand at its field; other refusals stand above the list. */
function putAtItsPlace(turn: Turn, refusal: Refusal): void {
  const { answer, form } = turn;
  const isCoupon = ['coupon', 'set_coupon', 'update'].includes(form.verb);
  if (isCoupon && ['coupon_refused', 'coupon_condition', 'too_many', 'bad_input'].includes(refusal.code)) {
    answer.coupon_error = refusal.message;
    turn.cart = { ...withoutCoupon(turn.cart), visitor: turn.cart.visitor };
    return;
  }
  const id = Number(refusal.details.product_id ?? form.argument);
  if (form.isWhole && refusal.code === 'bad_count' && id) answer.line_errors[id] = refusal.message;
  else answer.error = { code: refusal.code, message: refusal.message || refusals[refusal.code].message };
}
