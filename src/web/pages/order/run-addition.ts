import { countInCart, withoutLines } from '#modules/cart/cart.ts';
import { changeCart } from '#modules/cart/change-cart.ts';
import { cartCookies, cartOf } from '#modules/cart/open-cart.ts';
import { reviseInvoice } from '#modules/documents/revise-invoice.ts';
import { type AddedLine, addGoods } from '#modules/orders/add-goods.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { cartLimits } from '#shared/constants.ts';
import type { Shop } from '#web/parts/request/context.ts';

/**
 * Adds what the page has computed, and takes it out of the reader's cart. Returns the Set-Cookie values of the answer.
 * Throws what addGoods throws.
 */
export async function runAddition(shop: Shop, order: OrderView, form: FormData): Promise<Headers> {
  const { db, requestContext, config, partners } = shop;
  const added = sentLines(form);
  await db.transaction().execute(async (db) => {
    const asked = { added, accepted_total: Number(form.get('accepted_total')) };
    const most_paid_positions = partners.payments?.most_positions;
    await addGoods(db, order, asked, { account: requestContext.account, most_paid_positions });
    await reviseInvoice(db, order.id);
  });
  const cart = await changeCart(db, cartOf(requestContext), (cart) => {
    const left = added.flatMap(({ product_id, count }) => {
      const rest = countInCart(cart, product_id) - count;
      return rest > 0 ? [{ product_id, count: rest }] : [];
    });
    return withoutLines(
      cart,
      added.map(({ product_id }) => product_id),
      left,
    );
  });
  const headers = new Headers();
  for (const cookie of cartCookies(requestContext, config.MAIN_DOMAIN, cart)) headers.append('Set-Cookie', cookie);
  return headers;
}

/** «12:5»: a product and sales units of it. What is not written so is left out, and the sum is then another. */
function sentLines(form: FormData): AddedLine[] {
  const lines = new Map<number, number>();
  for (const text of form.getAll('added').slice(0, cartLimits.lines)) {
    const [, id, count] = /^([0-9]{1,9}):([0-9]{1,5})$/.exec(String(text)) ?? [];
    if (id && Number(count) > 0) lines.set(Number(id), Number(count));
  }
  return [...lines].map(([product_id, count]) => ({ product_id, count }));
}
