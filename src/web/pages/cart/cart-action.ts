import { cartId } from '#modules/cart/cart.ts';
import { cartState } from '#modules/cart/cart-state.ts';
import { cartCookies, openCart } from '#modules/cart/open-cart.ts';
import { recountLines } from '#modules/cart/recount-lines.ts';
import { type SettledNote, settledNote } from '#modules/signing/merge-note.ts';
import { Refusal } from '#platform/refusal.ts';
import { refusals } from '#shared/refusals.ts';
import { readCount, typedAmount } from '#shared/unit-words.ts';
import { cartUrl } from '#shared/urls.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { cookieHeaders } from '#web/parts/request/cookie-headers.ts';
import { type CartAnswer, emptyAnswer } from './cart-answer.ts';
import { readCartForm } from './cart-form.ts';
import { type Change, type Intent, verbOf } from './cart-verbs.ts';
import { type CartPage, showCart } from './read-cart-page.ts';

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
