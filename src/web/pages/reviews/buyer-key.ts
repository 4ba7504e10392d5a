import { secretCookie } from '#modules/orders/order-access.ts';
import type { BuyerKey } from '#modules/reviews/proof.ts';
import type { Visit } from '#modules/visitors/visit.ts';

/** What this visitor can show: the account, the secret of a guest's orders, the order and token of a letter's link. */
export function buyerKey(visit: Visit, request: Request, order_id?: string): BuyerKey {
  const query = new URL(request.url).searchParams;
  return {
    user_id: visit.account?.user_id ?? null,
    secret: visit.cookies[secretCookie] ?? null,
    order_id: order_id ?? query.get('order'),
    token: query.get('token'),
  };
}

/** «Анна Смирнова» → «Анна С.»: what a signature is offered as. */
export function offeredName(full_name: string): string {
  const [first = '', last = ''] = full_name.trim().split(/\s+/);
  return (last ? `${first} ${last.slice(0, 1)}.` : first).slice(0, 60);
}
