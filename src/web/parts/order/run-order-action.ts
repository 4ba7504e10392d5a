import { data, redirect } from 'react-router';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { bringBackLines } from '#modules/cart/bring-back-lines.ts';
import { cartCookies, cartOf } from '#modules/cart/open-cart.ts';
import { approveOrder, declineOrder } from '#modules/orders/approve-order.ts';
import { confirmOrder } from '#modules/orders/confirm-order.ts';
import { cancelOwnOrder } from '#modules/orders/own-order.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { requestFreshLink } from '#modules/orders/write-order-emails.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { declineForm } from '#shared/company-rules.ts';
import { cartUrl } from '#shared/urls.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';

/** The sent form; `here`: where to return to; `isByEmail`: the reader came by the link of the order's own email. */
type Pressed = { form: FormData; here: string; isByEmail: boolean };

/** What the page says after a button that leads nowhere else. */
export type OrderActionAnswer = { error: string | null; message: string | null };

/** What a pressed button of an order's page does; a refusal becomes words on the page. */
export async function runOrderAction(shop: Shop, order: OrderView, { form, here, isByEmail }: Pressed) {
  try {
    switch (form.get('intent')) {
      case 'confirm':
        if (!isByEmail) throw new Refusal('forbidden', {}, 'Подтвердить заказ можно по ссылке из письма о нём');
        await shop.db.transaction().execute((db) => confirmOrder(db, order.id, { who: 'покупатель' }));
        return redirect(here, { status: 303 });
      case 'send-link':
        await requestFreshLink(shop.db, { number: order.id, email: order.contact.email }, shop.requestContext.address);
        return answerWith({
          message: `Отправили письмо на ${order.contact.email}. Оно придёт в течение нескольких минут.`,
        });
      case 'cancel':
        await shop.db.transaction().execute((db) => cancelOwnOrder(db, order, shop.requestContext.account));
        return redirect(here, { status: 303 });
      case 'approve':
        await decide(shop, (db, account) => approveOrder(db, order.id, account, Number(form.get('total'))));
        return redirect(here, { status: 303 });
      case 'decline': {
        const { note } = checkForm(declineForm, form);
        await decide(shop, (db, account) => declineOrder(db, order.id, account, note));
        return redirect(here, { status: 303 });
      }
      case 'repeat':
        return await repeat(shop, order, form);
      default:
        throw new PageFailure(400);
    }
  } catch (error) {
    if (error instanceof Refusal) return answerWith({ error: error.message }, refusedInit(error));
    throw error;
  }
}

/** Only who is signed in decides: neither the order's link nor its cookie does. */
async function decide(
  { db, requestContext: { account } }: Shop,
  verb: (db: Db, account: SignedIn) => Promise<void>,
): Promise<void> {
  if (!account) throw new Refusal('signed_out');
  await db.transaction().execute((db) => verb(db, account));
}

function answerWith(notice: Partial<OrderActionAnswer>, init?: ResponseInit) {
  return data<OrderActionAnswer>({ error: null, message: null, ...notice }, init);
}

/**
 * Puts the order's lines into the cart as they were, all of them or those that were ticked where they could be; what
 * cannot be bought now is named there.
 */
async function repeat({ db, requestContext, config }: Shop, order: OrderView, form: FormData) {
  const ticked = form.has('chosen') ? form.getAll('line').map(Number) : null;
  const lines = order.lines.filter(({ product_id }) => ticked === null || ticked.includes(product_id));
  if (lines.length === 0) throw new Refusal('bad_input', {}, 'Отметьте, что повторить');
  const cart = await bringBackLines(db, cartOf(requestContext), lines);
  const headers = new Headers();
  for (const cookie of cartCookies(requestContext, config.MAIN_DOMAIN, cart)) headers.append('Set-Cookie', cookie);
  return redirect(cartUrl(), { status: 303, headers });
}
