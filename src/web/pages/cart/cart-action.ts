import { addMissing } from '#modules/cart/add-missing.ts';
import { addToCart } from '#modules/cart/add-to-cart.ts';
import { applyCoupon } from '#modules/cart/apply-coupon.ts';
import { bringBackLines } from '#modules/cart/bring-back-lines.ts';
import { type Cart, type CartCount, cartId } from '#modules/cart/cart.ts';
import { cartState } from '#modules/cart/cart-state.ts';
import { clearCart } from '#modules/cart/clear-cart.ts';
import { guestOfCookie } from '#modules/cart/cookie-cart.ts';
import { cartCookies, openCart } from '#modules/cart/open-cart.ts';
import { recountLines } from '#modules/cart/recount-lines.ts';
import { removeCoupon } from '#modules/cart/remove-coupon.ts';
import { removeLine } from '#modules/cart/remove-line.ts';
import { CartLineInput } from '#modules/cart/schema.ts';
import { shareCart } from '#modules/cart/shared-carts.ts';
import { swapRest } from '#modules/cart/swap-rest.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { departmentDirectory, pointsOf } from '#modules/departments/directory.ts';
import { type SettledNote, settledNote } from '#modules/signing/merge-note.ts';
import { guestCookies } from '#modules/signing/settle-guest.ts';
import { Refusal } from '#platform/refusal.ts';
import { pointCookieSeconds } from '#shared/constants.ts';
import { serializeCookie } from '#shared/cookies.ts';
import { formatDate } from '#shared/dates.ts';
import { refusals } from '#shared/refusals.ts';
import { pressStep, readCount, typedAmount } from '#shared/unit-words.ts';
import { cartUrl, sharedCartUrl } from '#shared/urls.ts';
import { writeLineList } from '#web/parts/goods/line-list.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { cookieHeaders } from '#web/parts/request/cookie-headers.ts';
import { pointCookie } from '#web/ui/own-cookies.ts';
import { type CartAnswer, emptyAnswer } from './cart-answer.ts';
import { type CartForm, type FormLine, readCartForm } from './cart-form.ts';
import { lookCookie, lookHere } from './cart-look.ts';
import { placeFromForm } from './place-from-form.ts';
import { type CartChoice, type CartPage, showCart } from './read-cart-page.ts';
import { spendBonuses } from './spend-bonuses.ts';

/**
 * A pressed button: what was sent, and the cart it is about. `requestContext` is the shop's with the uuid of this cart.
 */
export type Intent = { shop: Shop; requestContext: Shop['requestContext']; cart: Cart; form: CartForm };

/** What came of it: the cart as it is now, and what the answer says beside it. */
export type Change = {
  cart: Cart;
  answer?: Partial<CartAnswer>;
  /** Of the answer, when it is not 200. */
  status?: number;
  /** Seconds, when status is 429. */
  retry_after?: number | undefined;
  /** The order was placed: where it stands, and the Set-Cookie values. */
  placed?: { location: string; cookies: string[] };
  /** More Set-Cookie values beside the cart's own. */
  cookies?: string[];
  /** The page shows it for this, where that is not what was sent. */
  choice?: Partial<CartChoice>;
  /** What the answer says once the whole page is read. */
  ofPage?: (page: CartPage) => Partial<CartAnswer>;
  /** What came of the guest's carts of this browser, where the button decides it. */
  settled?: SettledNote;
};

/**
 * What came of a sent form. `answer.page` is there when the whole page was sent, or something is to be said: it shows
 * the cart as it is now.
 */
export type ActionResult = {
  answer: CartAnswer;
  status: number;
  location: string | null;
  headers: Headers;
};

/** One pressed button: changes the visitor's cart, or places the order. Refusals become words at their place. */
export async function runCartAction(shop: Shop, data: FormData): Promise<ActionResult> {
  const intent = await readIntent(shop, data);
  const change = await changeBy(intent);
  if (change.placed) return redirectTo(change.placed.location, intent, change.placed.cookies);
  // A product's button without a script: the cart opens.
  const isDone = !intent.form.isWhole && !change.answer?.error;
  if (isDone) {
    const kept = cartCookies(shop.requestContext, shop.config.MAIN_DOMAIN, change.cart);
    return redirectTo(cartUrl(), intent, [...kept, ...(change.cookies ?? [])]);
  }
  return showAnswer(intent, change);
}

async function readIntent(shop: Shop, data: FormData): Promise<Intent> {
  const cart = await openCart(shop.db, shop.requestContext);
  return { shop, requestContext: { ...shop.requestContext, visitor: cartId(cart) }, cart, form: readCartForm(data) };
}

/** The counts typed on the page are taken first, whatever was pressed; a refusal undoes none of them. */
async function changeBy(intent: Intent): Promise<Change> {
  const typed = intent.form.isWhole ? await saveTypedCounts(intent) : { cart: intent.cart };
  const now = { ...intent, cart: typed.cart };
  try {
    return joined(typed, await verbOf(intent.form)(now));
  } catch (error) {
    if (error instanceof Refusal) return joined(typed, refusedChange(now, error));
    throw error;
  }
}

/** Only counts that were changed on this page are taken, so that a stale tab does not undo another one. */
async function saveTypedCounts({ shop: { db }, cart, form }: Intent): Promise<Change> {
  const typed = form.lines.flatMap((line) => {
    const read = readCount(line.count, line);
    return 'count' in read && read.count === line.was ? [] : [{ ...line, read }];
  });
  if (typed.length === 0) return { cart };
  const { cart: changed, refused } = await recountLines(
    db,
    cart,
    typed.flatMap(({ product_id, read }) => ('count' in read ? [{ product_id, count: () => read.count }] : [])),
  );
  const line_errors: Record<number, string> = {};
  for (const { product_id, parts, read } of typed) {
    const most = refused.get(product_id);
    if (most !== undefined)
      line_errors[product_id] = `Укажите от ${typedAmount(1, { parts })} до ${typedAmount(most, { parts })}`;
    if ('message' in read && changed.lines.some((line) => line.product_id === product_id))
      line_errors[product_id] = read.message;
  }
  return { cart: changed, answer: { line_errors } };
}

function joined(typed: Change, change: Change): Change {
  const line_errors = { ...typed.answer?.line_errors, ...change.answer?.line_errors };
  return { ...change, answer: { ...change.answer, line_errors } };
}

/** A refusal stands above the list, that of a count at its line. */
function refusedChange({ cart, form }: Intent, refusal: Refusal): Change {
  const { code, status, details } = refusal;
  const message = refusal.message || refusals[code].message;
  const id = Number(details.product_id ?? form.argument);
  if (form.isWhole && code === 'bad_count' && id) return { cart, status, answer: { line_errors: { [id]: message } } };
  return { cart, status, answer: { error: { code, message } } };
}

function redirectTo(location: string, { form }: Intent, cookies: string[]): ActionResult {
  return { answer: emptyAnswer(form.verb), status: 303, location, headers: cookieHeaders(cookies) };
}

/** The whole page made again for what was sent, as prices and stock are now. */
async function showAnswer({ shop, form }: Intent, change: Change): Promise<ActionResult> {
  const { db, requestContext, config } = shop;
  const came = change.settled ?? (await settledNote(db, requestContext, config.MAIN_DOMAIN));
  const before = came.note ? await openCart(db, requestContext) : change.cart;
  const choice = {
    chosen: form.chosen,
    values: form.values,
    key: form.key || undefined,
    bonuses: form.usedBonuses,
    ...change.choice,
  };
  const asVisitor = { ...shop, requestContext: { ...requestContext, visitor: cartId(before) } };
  const { page: read, cart } = await showCart(asVisitor, before, choice);
  const page = { ...read, cart_id: cartId(cart), merged: noticeOf(came) };
  const answer: CartAnswer = {
    ...emptyAnswer(form.verb),
    values: form.isWhole ? form.values : null,
    ...change.answer,
    page,
    cart: cartState(cart),
    ...change.ofPage?.(page),
  };
  const kept = cartCookies(requestContext, config.MAIN_DOMAIN, cart);
  const headers = cookieHeaders([...(change.cookies ?? []), ...came.cookies, ...kept]);
  if (change.retry_after !== undefined) headers.set('Retry-After', String(change.retry_after));
  return { answer, status: change.status ?? 200, location: null, headers };
}

/** Null when nothing of a guest is to be announced. */
export function noticeOf({ note, waiting }: SettledNote): CartPage['merged'] {
  return note || waiting !== null ? { note, waiting } : null;
}

type Verb = (intent: Intent) => Promise<Change> | Change;

/** The sent button's verb; «Пересчитать», and Enter in any field without JavaScript, when it names none. */
function verbOf({ verb }: CartForm): Verb {
  return (Object.hasOwn(verbs, verb) && verbs[verb]) || recalculate;
}

/** All that each button of the cart's forms does; its name is the part of `intent` before the colon. */
const verbs: Record<string, Verb> = {
  add: async ({ shop: { db }, requestContext, cart, form }) => ({
    cart: await addToCart(db, requestContext.priceContext, cart, productOf(form)),
  }),
  'add-all': async ({ shop: { db }, requestContext, cart, form }) => ({
    cart: await addMissing(db, requestContext.priceContext, cart, form.goods),
  }),
  at: addAtPoint,
  plus: recount((present, line) => present + pressStep(line.step, line)),
  minus: recount((present, line) => Math.max(1, present - pressStep(line.step, line))),
  take: recount((present, { now }) => now || present),
  swap,
  remove,
  clear: async ({ shop: { db }, cart, form }) => {
    const cleared = await clearCart(db, cart);
    return { cart: cleared.cart, answer: { removed: asTyped(cleared.removed, form) } };
  },
  // Ticked again, as the lines were.
  restore: async ({ shop: { db }, cart, form }) => ({
    cart: await bringBackLines(db, cart, form.removed),
    choice: { chosen: tickedWith(form, ...form.removed.map((line) => line.product_id)) },
  }),
  share,
  coupon: (intent) => couponOf(intent, intent.form.argument || intent.form.coupon),
  'coupon-delete': async ({ shop: { db }, cart }) => ({ cart: await removeCoupon(db, cart) }),
  bonuses: spendBonuses,
  'bonuses-delete': ({ cart }) => ({ cart, choice: { bonuses: 0 } }),
  'drop-guest': ({ shop, cart }) => ({ cart, settled: dropGuests(shop) }),
  look: ({ cart }) => ({ cart }),
  all: ({ cart }) => ({ cart, choice: { chosen: [] } }),
  seen: seeBranch,
  point: ({ cart, form }) => ({ cart, choice: { values: { ...form.values, point: form.argument } } }),
  place: (intent) => placeFromForm(intent, null),
  agree: (intent) => placeFromForm(intent, intent.form.agreed ?? { total: 0, counts: new Map() }),
  update: recalculate,
};

function recalculate(intent: Intent): Promise<Change> | Change {
  const { cart, form } = intent;
  const isTyped = form.isWhole && form.coupon !== '' && form.coupon.toUpperCase() !== cart.coupon;
  return isTyped ? couponOf(intent, form.coupon) : { cart };
}

/** S4-12: a coupon that failed is cleared and the server's words stand at its field. */
async function couponOf({ shop: { db }, requestContext, cart }: Intent, typed: string): Promise<Change> {
  try {
    return { cart: await applyCoupon(db, requestContext.priceContext, cart, typed, requestContext) };
  } catch (error) {
    if (!(error instanceof Refusal) || !couponRefusals.has(error.code)) throw error;
    const coupon_error = error.message || refusals[error.code].message;
    return { cart: await removeCoupon(db, cart), status: error.status, answer: { coupon_error } };
  }
}

const couponRefusals: ReadonlySet<string> = new Set(['coupon_refused', 'coupon_condition', 'too_many', 'bad_input']);

/** The guest's cart that does not fit is given up. */
function dropGuests({ requestContext, config }: Shop): SettledNote {
  const guests = Object.keys(requestContext.cookies).flatMap((name) => guestOfCookie(name) ?? []);
  const cookies = requestContext.account ? guestCookies(requestContext, config.MAIN_DOMAIN, guests) : [];
  return { note: null, waiting: null, cookies };
}

/** What changed with the city has been read. */
function seeBranch({ shop, cart }: Intent): Change {
  const look = lookHere(shop.requestContext.department.id_1c, new Date());
  return { cart, cookies: [lookCookie(shop, look)], ofPage: (page) => ({ page: { ...page, branch_change: null } }) };
}

/** The ticks that were sent with these beside them; without any tick all lines are chosen. */
function tickedWith({ chosen }: CartForm, ...others: number[]): number[] {
  return chosen.length === 0 ? [] : [...chosen, ...others];
}

/**
 * `at:00132`: goods that lie at this point of the branch go into the cart, and the point becomes the visitor's own:
 * what its shelf alone has is ordered nowhere else (decision 540). Throws what `addToCart` does, not_found.
 */
async function addAtPoint({ shop: { db }, requestContext, cart, form }: Intent): Promise<Change> {
  const { department, priceContext, isSecure } = requestContext;
  const points = pointsOf(await departmentDirectory(db), department);
  const point = points.find(({ id_1c }) => id_1c === form.argument);
  if (!point) throw new Refusal('not_found');
  const added = await addToCart(db, { ...priceContext, store: point.store }, cart, productOf(form));
  const remembered = { domain: null, maxAgeSeconds: pointCookieSeconds, secure: isSecure };
  return { cart: added, cookies: [serializeCookie(pointCookie, point.id_1c, remembered)] };
}

/** Sets the line's count, made of what lies in it now. */
function recount(count: (present: number, line: FormLine) => number): Verb {
  return async ({ shop: { db }, cart, form }) => {
    const line = lineOf(form);
    if (!line) return { cart };
    const { product_id } = line;
    const recounts = [{ product_id, count: (present: number) => count(present, line) }];
    const changed = await recountLines(db, cart, recounts);
    if (changed.refused.has(product_id)) throw new Refusal('bad_count', { product_id });
    return { cart: changed.cart };
  };
}

/** `swap:12-34`: what is missing of product 12 is bought as product 34. */
async function swap({ shop: { db }, requestContext, cart, form }: Intent): Promise<Change> {
  const [product_id = 0, other_id = 0] = form.argument.split('-').map(Number);
  const line = lineOf(form, product_id);
  if (!line) return { cart };
  const swapped = await swapRest(db, requestContext.priceContext, cart, { product_id, keep: line.now, other_id });
  return { cart: swapped, choice: { chosen: tickedWith(form, other_id) } };
}

/** «Поделиться»: a link to a copy of what lies in the cart now. */
async function share({ shop: { db }, requestContext, cart }: Intent): Promise<Change> {
  const { account, address, origin, department } = requestContext;
  const { token, expires_at } = await shareCart(db, cart.lines, account?.user_id ?? address);
  const until = formatDate(expires_at.toISOString(), department.time_zone);
  return { cart, answer: { shared: { url: origin + sharedCartUrl(token), until } } };
}

/** «Вернуть» brings back exactly what was taken away now. */
async function remove({ shop: { db }, requestContext, cart, form }: Intent): Promise<Change> {
  const product_id = Number(form.argument);
  const { cart: changed, removed } = await removeLine(db, cart, product_id);
  const list = removed.line ? asTyped([removed.line], form) : '';
  if (list === '') return { cart: changed };
  const offer = (await offersOf(db, requestContext.priceContext, [product_id])).get(product_id);
  const answer = { removed: list, removed_name: offer?.name ?? 'товар', removed_before: removed.before };
  return { cart: changed, answer };
}

/** The lines with the idcodes of the page, as «Вернуть» sends them back. */
function asTyped(lines: CartCount[], form: CartForm): string {
  return writeLineList(
    lines.flatMap((line) => {
      const product_idcode = form.lines.find(({ product_id }) => product_id === line.product_id)?.product_idcode;
      return product_idcode ? [{ ...line, product_idcode }] : [];
    }),
  );
}

function lineOf({ lines, argument }: CartForm, id = Number(argument)): FormLine | undefined {
  return lines.find(({ product_id }) => product_id === id);
}

function productOf({ product }: CartForm): CartLineInput {
  const { parts, ...line } = product;
  const read = readCount(line.count, { parts });
  if ('message' in read) throw new Refusal('bad_count', { product_id: Number(line.product_id) }, read.message);
  const parsed = CartLineInput.safeParse({ ...line, count: read.count });
  if (parsed.success) return parsed.data;
  throw new Refusal('bad_input', {}, parsed.error.issues[0]?.message);
}
