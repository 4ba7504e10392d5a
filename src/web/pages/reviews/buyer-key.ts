import { secretCookie } from '#modules/orders/order-access.ts';
import type { BuyerKey } from '#modules/reviews/proof.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';

/** What this visitor can show: the account, the secret of a guest's orders, the order and token of an email's link. */
export function buyerKey(requestContext: RequestContext, request: Request, order_id?: string): BuyerKey {
  const query = new URL(request.url).searchParams;
  return {
    user_id: requestContext.account?.user_id ?? null,
    secret: requestContext.cookies[secretCookie] ?? null,
    order_id: order_id ?? query.get('order'),
    token: query.get('token'),
  };
}

/** «Анна Смирнова» → «Анна С.»: what a signature is offered as. */
export function offeredName(full_name: string): string {
  const [first = '', last = ''] = full_name.trim().split(/\s+/);
  return (last ? `${first} ${last.slice(0, 1)}.` : first).slice(0, 60);
}
