import { data, redirect } from 'react-router';
import { addLines, type LeftOut } from '#modules/cart/add-lines.ts';
import { countInCart } from '#modules/cart/cart.ts';
import { cartCookies, cartOf, openCart } from '#modules/cart/open-cart.ts';
import {
  type LineEdit,
  lockChosenLines,
  markPutIntoCart,
  removeEstimate,
  searchLine,
  settleLines,
  tickFoundLines,
} from '#modules/estimates/change-estimate.ts';
import { estimateLimits } from '#modules/estimates/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { inRepeatedTransaction } from '#platform/repeated-transaction.ts';
import { cartLimits } from '#shared/constants.ts';
import { readCount } from '#shared/unit-words.ts';
import { cartUrl, estimatesUrl, estimateUrl } from '#shared/urls.ts';
import { textOf } from '#web/parts/forms/form-answer.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { estimateKey } from './owner.ts';

/**
 * `line`: the position the words belong to; null: the whole form. `held`: how many lines of an older page lie in the
 * cart already.
 */
export type EstimateAnswer = {
  line: number | null;
  error: string | null;
  left_out: LeftOut[];
  is_in_cart: boolean;
  held: number;
};

const kept: EstimateAnswer = { line: null, error: null, left_out: [], is_in_cart: false, held: 0 };

/**
 * One pressed button of an estimate's page: the corrections are kept first, whatever was pressed, so that nothing typed
 * is lost; then a line is looked for again, or the ticked lines go into the cart.
 */
export async function runEstimateAction(shop: Shop, id: string, form: FormData) {
  const { db, requestContext } = shop;
  const key = estimateKey(shop);
  const [verb, argument] = textOf(form, 'intent').split(':');
  const line = argument ? Number(argument) : null;
  try {
    if (verb === 'remove') {
      await db.transaction().execute((db) => removeEstimate(db, key, id));
      return redirect(estimatesUrl(), { status: 303 });
    }
    const edits = editsOf(form);
    const settled = await db
      .transaction()
      .execute((db) => settleLines(db, requestContext.priceContext, key, id, edits));
    const { dropped } = settled;
    if (verb === 'find' && line !== null) {
      const searched = { position: line, typed: textOf(form, `words_${line}`), dropped };
      await db.transaction().execute((db) => searchLine(db, requestContext.priceContext, key, id, searched));
    }
    const [position] = settled.wrong;
    if (position !== undefined)
      throw new Refusal('bad_count', { position }, 'Укажите количество от 1 до 99 999. Остальное сохранили');
    if (verb === 'cart') return await putIntoCart(shop, id, edits);
    if (verb === 'all') await db.transaction().execute((db) => tickFoundLines(db, key, id, settled));
    // A script keeps corrections as they are made and stays where it is.
    if (verb === 'keep' || verb === 'all') return data({ ...kept, held: dropped.length });
    if (dropped.length > 0) throw new Refusal('seen_changed');
    return redirect(`${estimateUrl(id)}${verb === 'find' && line !== null ? `#line-${line}` : ''}`, { status: 303 });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
    const position = Number(error.details.position ?? line) || null;
    return data<EstimateAnswer>({ ...kept, line: position, error: error.message }, refusedInit(error));
  }
}

/**
 * What went in is in the cart and no longer ticked; what could not is named here, and stays ticked. What the sent page
 * shows ticked and another press has put in before goes in only where the cart has none of it: the answer with a
 * guest's cart may have been lost.
 */
async function putIntoCart(shop: Shop, id: string, edits: LineEdit[]) {
  const { db, requestContext, config } = shop;
  const pressed = new Set(edits.filter(({ is_taken }) => is_taken).map(({ position }) => position));
  const { cart, left_out, went, held } = await inRepeatedTransaction(db, async (db) => {
    const lines = await lockChosenLines(db, estimateKey(shop), id);
    const before = await openCart(db, requestContext);
    const late = lines.filter(({ position, is_taken }) => !is_taken && pressed.has(position));
    const missing = late.filter(({ product_id }) => countInCart(before, product_id) === 0);
    const taken = [...lines.filter(({ is_taken }) => is_taken), ...missing];
    const held = late.length - missing.length;
    if (taken.length + held === 0) throw new Refusal('bad_input', {}, 'Отметьте хотя бы одну строку');
    const { cart, left_out } = await addLines(db, requestContext.priceContext, cartOf(requestContext), taken);
    const isLeft = ({ product_id }: { product_id: number }) => left_out.some((line) => line.product_id === product_id);
    const went = positionsOf(taken.filter((line) => !isLeft(line)));
    await markPutIntoCart(db, id, { went, stayed: positionsOf(taken.filter(isLeft)) });
    return { cart, left_out, went, held };
  });
  const headers = new Headers();
  for (const cookie of cartCookies(requestContext, config.MAIN_DOMAIN, cart)) headers.append('Set-Cookie', cookie);
  if (left_out.length === 0 && held === 0) return redirect(cartUrl(), { status: 303, headers });
  return data<EstimateAnswer>({ ...kept, left_out, is_in_cart: went.length > 0, held }, { status: 200, headers });
}

function positionsOf(lines: { position: number }[]): number[] {
  return lines.map(({ position }) => position);
}

/** Fields by line: `line` (all positions of the form), `take_3`, `product_3`, `count_3`, `put_3`. */
export function editsOf(form: FormData): LineEdit[] {
  // Each once: every edit is a statement, and a body holds `line` as often as its sender likes.
  return [...new Set(form.getAll('line').map(Number))]
    .filter((position) => Number.isInteger(position) && position > 0 && position <= estimateLimits.lines)
    .map((position) => ({
      position,
      is_taken: form.has(`take_${position}`),
      product_id: Number(textOf(form, `product_${position}`)) || null,
      count: typedCount(textOf(form, `count_${position}`), textOf(form, `count_${position}_parts`)),
      times_put: Number(textOf(form, `put_${position}`)),
    }));
}

/** Sales units of what was typed in the shown unit; null: no whole number of them. */
function typedCount(typed: string, parts: string): number | null {
  const read = readCount(typed, { parts: /^\d{1,4}$/.test(parts) ? Math.max(Number(parts), 1) : 1 });
  return 'count' in read && read.count <= cartLimits.maxCount ? read.count : null;
}
