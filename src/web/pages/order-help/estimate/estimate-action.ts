import { data, redirect } from 'react-router';
import { addLines, type LeftOut } from '#modules/cart/add-lines.ts';
import { cartCookies, cartOf } from '#modules/cart/open-cart.ts';
import {
  type LineEdit,
  removeEstimate,
  searchLine,
  settleLines,
  tickFoundLines,
  untickLines,
} from '#modules/estimates/change-estimate.ts';
import { readEstimate } from '#modules/estimates/queries.ts';
import { estimateLimits } from '#modules/estimates/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { cartLimits } from '#shared/constants.ts';
import { readCount } from '#shared/unit-words.ts';
import { cartUrl, estimatesUrl, estimateUrl } from '#shared/urls.ts';
import { textOf } from '#web/parts/forms/form-answer.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { estimateKey } from './owner.ts';

/** `line`: the position the words belong to; null: the whole form. */
export type EstimateAnswer = { line: number | null; error: string | null; left_out: LeftOut[]; is_in_cart: boolean };

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
    await db.transaction().execute((db) => settleLines(db, requestContext.priceContext, key, id, editsOf(form)));
    if (verb === 'find' && line !== null) {
      await db
        .transaction()
        .execute((db) => searchLine(db, requestContext.priceContext, key, id, line, textOf(form, `words_${line}`)));
      return redirect(`${estimateUrl(id)}#line-${line}`, { status: 303 });
    }
    if (verb === 'cart') return await putIntoCart(shop, id);
    if (verb === 'all') await db.transaction().execute((db) => tickFoundLines(db, key, id));
    // A script keeps corrections as they are made and stays where it is.
    if (verb === 'keep' || verb === 'all')
      return data<EstimateAnswer>({ line: null, error: null, left_out: [], is_in_cart: false });
    return redirect(estimateUrl(id), { status: 303 });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
    const position = Number(error.details.position ?? line) || null;
    return data<EstimateAnswer>(
      { line: position, error: error.message, left_out: [], is_in_cart: false },
      refusedInit(error),
    );
  }
}

/** What went in is in the cart and no longer ticked; what could not is named here, and stays ticked. */
async function putIntoCart(shop: Shop, id: string) {
  const { db, requestContext, config } = shop;
  const key = estimateKey(shop);
  const { lines } = await readEstimate(db, requestContext.priceContext, key, id);
  const taken = lines.flatMap(({ position, is_taken, product_id, count }) =>
    is_taken && product_id !== null && count !== null ? [{ position, product_id, count }] : [],
  );
  if (taken.length === 0) throw new Refusal('bad_input', {}, 'Отметьте хотя бы одну строку');
  const { cart, left_out } = await addLines(db, requestContext.priceContext, cartOf(requestContext), taken);
  const stayed = new Set(left_out.map(({ product_id }) => product_id));
  const gone = taken.filter(({ product_id }) => !stayed.has(product_id)).map(({ position }) => position);
  await db.transaction().execute((db) => untickLines(db, key, id, gone));
  const headers = new Headers();
  for (const cookie of cartCookies(requestContext, config.MAIN_DOMAIN, cart)) headers.append('Set-Cookie', cookie);
  if (left_out.length === 0) return redirect(cartUrl(), { status: 303, headers });
  const answer: EstimateAnswer = { line: null, error: null, left_out, is_in_cart: left_out.length < taken.length };
  return data(answer, { status: 200, headers });
}

/** Fields by line: `line` (all positions of the form), `take_3`, `product_3`, `count_3`. */
export function editsOf(form: FormData): LineEdit[] {
  // Each once: every edit is a statement, and a body holds `line` as often as its sender likes.
  return [...new Set(form.getAll('line').map(Number))]
    .filter((position) => Number.isInteger(position) && position > 0 && position <= estimateLimits.lines)
    .map((position) => ({
      position,
      is_taken: form.has(`take_${position}`),
      product_id: Number(textOf(form, `product_${position}`)) || null,
      count: countOf(textOf(form, `count_${position}`), textOf(form, `count_${position}_parts`)),
    }));
}

/** Sales units of what was typed in the shown unit; null: no whole number of them. */
function countOf(typed: string, parts: string): number | null {
  const read = readCount(typed, { parts: /^\d{1,4}$/.test(parts) ? Math.max(Number(parts), 1) : 1 });
  return 'count' in read && read.count <= cartLimits.maxCount ? read.count : null;
}
