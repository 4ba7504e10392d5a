import { randomUUID } from 'node:crypto';
import { cartState } from '#modules/cart/cart-state.ts';
import { addMissing, addToCart, setCount, setCoupon } from '#modules/cart/change-cart.ts';
import { guestOfCookie } from '#modules/cart/guest-cart.ts';
import { type Cart, countOf, emptied, withCount, withoutCoupon, withoutLine } from '#modules/cart/lines.ts';
import { cartCookies, changeCart, openCart, unreadCart } from '#modules/cart/open-cart.ts';
import { CartLineInput } from '#modules/cart/schema.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { type SettledNote, settledNote } from '#modules/signing/merge-note.ts';
import { guestCookies } from '#modules/signing/settle-guest.ts';
import { cookieDomain, serializeCookie } from '#platform/cookies.ts';
import { Refusal } from '#platform/refusal.ts';
import { refusals } from '#shared/refusals.ts';
import { cartUrl } from '#shared/urls.ts';
import { parseLineList, writeLineList } from '#web/parts/goods/line-list.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { type CartAnswer, emptyAnswer } from './cart-answer.ts';
import { type CartForm, isPlacing, parseCount, readCartForm } from './cart-form.ts';
import { cartLookCookie, cartLookSeconds, lookHere } from './cart-look.ts';
import { placeFromForm } from './place-from-form.ts';
import { type CartPage, readCartPage } from './read-cart-page.ts';

/** What came of a sent form. `page` is there when the whole page was sent: it shows the cart as it is now. */
export type ActionResult = {
  answer: CartAnswer;
  status: number;
  cookies: string[];
  location: string | null;
  /** Seconds, when status is 429. */
  retry_after?: number | undefined;
};

type Turn = { cart: Cart & { visitor: string }; answer: CartAnswer; form: CartForm };

/** One pressed button: changes the visitor's cart, or places the order. Refusals become words at their place. */
export async function runCartAction(shop: Shop, data: FormData): Promise<ActionResult> {
  const { db, visit, config } = shop;
  const form = readCartForm(data);
  // A product's button needs nothing of a signed-in person's cart but its owner.
  const isOneMore = !form.isWhole && form.verb === 'add';
  const before = isOneMore ? unreadCart(visit) : await openCart(db, visit);
  const turn: Turn = {
    form,
    cart: { ...before, visitor: before.visitor ?? randomUUID() },
    answer: { ...emptyAnswer(form.verb), values: form.isWhole ? form.values : null },
  };
  const visitor = { ...visit, visitor: turn.cart.visitor };
  const cookies: string[] = [];
  let status = 200;
  let retry_after: number | undefined;
  try {
    if (form.isWhole) await saveTypedCounts(shop, turn);
    if (isPlacing(form.verb)) {
      const placed = await placeFromForm({ ...shop, visit: visitor }, visit, turn.cart, form);
      Object.assign(turn.answer, placed.answer);
      if (placed.order) {
        const { location, cookies } = placed.order;
        return { answer: turn.answer, status: 303, cookies, location };
      }
      if (placed.is_coupon_refused) turn.cart = await changeCart(db, turn.cart, withoutCoupon);
      retry_after = placed.retry_after;
      status = placed.answer.errors ? 422 : retry_after === undefined ? 409 : 429;
    } else {
      turn.cart = { ...(await changedCart({ ...shop, visit: visitor }, turn, data)), visitor: turn.cart.visitor };
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    status = error.status;
    await putAtItsPlace(shop, turn, error);
  }
  const { answer } = turn;
  if (form.verb === 'seen') cookies.push(lookCookie(shop, lookHere(visit.department.id_1c, new Date())));
  if (form.staysOnPage || (!form.isWhole && !answer.error)) {
    // A product's button: a script stays where it was, without one the cart opens.
    if (!answer.error) answer.cart = cartState(turn.cart, !isOneMore);
    cookies.push(...cartCookies(visit, config.MAIN_DOMAIN, turn.cart));
    return { answer, status, cookies, location: form.staysOnPage ? null : cartUrl() };
  }
  const came = form.verb === 'drop-guest' ? dropGuests(shop) : await settledNote(db, visit, config.MAIN_DOMAIN);
  cookies.push(...came.cookies);
  if (isOneMore || came.note) turn.cart = { ...(await openCart(db, visitor)), visitor: turn.cart.visitor };
  const chosen = chosenAfter(form);
  const values = form.verb === 'point' ? { ...form.values, point: form.argument } : form.values;
  const choice = { chosen, values, key: form.key || undefined };
  const { page, view } = await readCartPage({ ...shop, visit: visitor }, turn.cart, choice);
  if (view.is_changed) turn.cart = await changeCart(db, turn.cart, view.mend);
  answer.page = {
    ...page,
    version: turn.cart.version,
    merged: saidOf(came),
    branch_change: form.verb === 'seen' ? null : page.branch_change,
  };
  answer.cart = cartState(turn.cart, true);
  cookies.push(...cartCookies(visit, config.MAIN_DOMAIN, turn.cart));
  return { answer, status, cookies, location: null, retry_after };
}

/** Null when nothing of a guest is to be told of. */
export function saidOf({ note, waiting }: SettledNote): CartPage['merged'] {
  return note || waiting !== null ? { note, waiting } : null;
}

/** The guest's cart that does not fit is given up. */
function dropGuests({ visit, config }: Shop): SettledNote {
  const guests = Object.keys(visit.cookies).flatMap((name) => guestOfCookie(name) ?? []);
  return { note: null, waiting: null, cookies: visit.account ? guestCookies(visit, config.MAIN_DOMAIN, guests) : [] };
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

/** Only counts that were changed on this page are taken, so that a stale tab does not undo another one. */
async function saveTypedCounts({ db }: Shop, turn: Turn): Promise<void> {
  const typed = turn.form.lines.flatMap(({ product_id, count, was }) => {
    const read = parseCount(count);
    return read === was ? [] : [{ product_id, count: read }];
  });
  if (typed.length === 0) return;
  turn.cart = await changeCart(db, turn.cart, (cart) =>
    typed.reduce((grown, { product_id, count }) => {
      if (countOf(grown, product_id) === 0) return grown;
      if (count === null) {
        turn.answer.line_errors[product_id] = 'Должно быть числом';
        return grown;
      }
      try {
        return withCount(grown, product_id, count);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        turn.answer.line_errors[product_id] = `Укажите от 1 до ${error.details.max_count}`;
        return grown;
      }
    }, cart),
  );
}

async function changedCart({ db, visit }: Shop, turn: Turn, data: FormData): Promise<Cart> {
  const { form, cart } = turn;
  const id = Number(form.argument);
  const line = form.lines.find((other) => other.product_id === id);
  const seat = { visitor: visit.visitor, address: visit.address, account: visit.account };
  /** Sets the line's count, made of what lies in it now; a line that another tab removed stays removed. */
  const recount = (count: (present: number) => number) =>
    changeCart(db, cart, (cart) => {
      const present = countOf(cart, id);
      return line && present > 0 ? withCount(cart, id, count(present)) : cart;
    });
  switch (form.verb) {
    case 'add':
      return addToCart(db, visit.shelf, cart, parseLine(data), { key: pressKey(data) });
    case 'add-all':
      return addMissing(db, visit.shelf, cart, parseLineList(String(data.get('goods') ?? '').slice(0, 4_000)));
    case 'set':
    case 'count':
      return setCount(db, visit.shelf, cart, parseLine(data));
    case 'plus':
      return recount((present) => present + (line?.step ?? 1));
    case 'minus':
      return recount((present) => Math.max(1, present - (line?.step ?? 1)));
    case 'take':
      return recount((present) => Number(data.get(`take_${id}`)) || present);
    case 'remove':
      return removedLine({ db, visit }, turn, id || Number(data.get('product_id')));
    case 'clear':
      return clearedCart(db, turn);
    case 'restore':
      return changeCart(db, cart, (cart) =>
        form.removed.reduce(
          (grown, { product_id, count }) =>
            countOf(grown, product_id) > 0 ? grown : withCount(grown, product_id, count),
          cart,
        ),
      );
    case 'coupon':
    case 'set_coupon':
      return setCoupon(db, visit.shelf, cart, form.argument || form.coupon, seat);
    case 'coupon-delete':
    case 'delete_coupon':
      return changeCart(db, cart, withoutCoupon);
    case 'drop-guest':
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

/** «Вернуть» brings back exactly what was taken away now. */
async function removedLine({ db, visit }: Pick<Shop, 'db' | 'visit'>, turn: Turn, product_id: number): Promise<Cart> {
  const { form, answer } = turn;
  const line = form.lines.find((other) => other.product_id === product_id);
  const changed = await changeCart(db, turn.cart, (cart) => {
    const at = cart.lines.findIndex((other) => other.product_id === product_id);
    const removed = cart.lines[at];
    if (removed && line) {
      answer.removed = writeLineList([{ ...removed, product_idcode: line.product_idcode }]);
      answer.removed_before = cart.lines[at + 1]?.product_id ?? null;
    }
    return withoutLine(cart, product_id);
  });
  if (answer.removed) {
    answer.removed_name = (await offersOf(db, visit.shelf, [product_id])).get(product_id)?.name ?? 'товар';
  }
  return changed;
}

async function clearedCart(db: Shop['db'], { form, answer, cart }: Turn): Promise<Cart> {
  return changeCart(db, cart, (cart) => {
    answer.removed = writeLineList(
      cart.lines.flatMap((kept) => {
        const product_idcode = form.lines.find((other) => other.product_id === kept.product_id)?.product_idcode;
        return product_idcode ? [{ ...kept, product_idcode }] : [];
      }),
    );
    return emptied(cart);
  });
}

/** Names one press of a script's button, so that the same press sent again after a lost answer adds nothing. */
function pressKey(data: FormData): string | null {
  const key = data.get('press');
  return typeof key === 'string' && /^[\w-]{8,40}$/.test(key) ? key : null;
}

function parseLine(data: FormData): CartLineInput {
  const parsed = CartLineInput.safeParse(Object.fromEntries(data));
  if (parsed.success) return parsed.data;
  throw new Refusal('bad_input', {}, parsed.error.issues[0]?.message);
}

/** S4-12: a coupon that failed is cleared and the server's words stand at its field; other refusals stand above the list. */
async function putAtItsPlace({ db }: Shop, turn: Turn, refusal: Refusal): Promise<void> {
  const { answer, form } = turn;
  const isCoupon = ['coupon', 'set_coupon', 'update'].includes(form.verb);
  if (isCoupon && ['coupon_refused', 'coupon_condition', 'too_many', 'bad_input'].includes(refusal.code)) {
    answer.coupon_error = refusal.message;
    turn.cart = await changeCart(db, turn.cart, withoutCoupon);
    return;
  }
  const id = Number(refusal.details.product_id ?? form.argument);
  if (form.isWhole && refusal.code === 'bad_count' && id) answer.line_errors[id] = refusal.message;
  else answer.error = { code: refusal.code, message: refusal.message || refusals[refusal.code].message };
}
