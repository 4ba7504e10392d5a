import { data, redirect } from 'react-router';
import { checkPayment } from '#integrations/payments/check-payment.ts';
import { ProviderSilent } from '#integrations/payments/provider.ts';
import { startPayment } from '#integrations/payments/start-payment.ts';
import { moverOf } from '#modules/orders/own-order.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { findOpenPayment, leavePayment } from '#modules/payments/open-payment.ts';
import { PaymentInput } from '#modules/payments/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';

/**
 * A pressed button of the payment page. `here` is the page with what opens it, for coming back. The way to the provider
 * begins on our own page (?go=): Chromium lets no form lead to another host under form-action 'self', not even by
 * redirect.
 */
export async function runPaymentAction(shop: Shop, order: OrderView, form: FormData, here: string) {
  try {
    switch (form.get('intent')) {
      case 'pay':
        return await pay(shop, order, form, here);
      case 'check':
        return await check(shop, order, here);
      case 'leave':
        await shop.db.transaction().execute((db) => leavePayment(db, order.id));
        return redirect(here, { status: 303 });
      default:
        throw new PageFailure(400);
    }
  } catch (error) {
    if (error instanceof Refusal) return data({ error: error.message }, refusedInit(error));
    throw error;
  }
}

async function pay({ db, partners, requestContext }: Shop, order: OrderView, form: FormData, here: string) {
  const input = PaymentInput.safeParse({ method: form.get('method') });
  if (!input.success) throw new Refusal('bad_input', {}, 'Выберите способ оплаты');
  const { method } = input.data;
  const provider = partners.payments;
  if (!provider) throw new Refusal('payment_unavailable');
  const confirmation =
    method === 'sbp' && requestContext.device === 'desktop'
      ? ({ type: 'qr' } as const)
      : ({ type: 'redirect', return_url: `${requestContext.here}${withQuery(here, 'return=1')}` } as const);
  const started_by = moverOf(requestContext.account, order).who;
  const payment = await startPayment(db, provider, { order_id: order.id, method, confirmation, started_by });
  const isOn = payment.state === 'pending' && payment.confirmation_url !== null;
  return redirect(isOn ? withQuery(here, `go=${payment.id}`) : here, { status: 303 });
}

async function check({ db, partners }: Shop, order: OrderView, here: string) {
  const provider = partners.payments;
  const open = await findOpenPayment(db, order.id);
  if (provider && open) {
    await checkPayment(db, provider, open.id).catch((error) => {
      if (!(error instanceof ProviderSilent)) throw error;
      throw new Refusal('payment_failed', {}, 'Платёжная система не отвечает. Спросим её ещё раз сами');
    });
  }
  return redirect(here, { status: 303 });
}

function withQuery(path: string, pair: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${pair}`;
}
