import { isGoodToken, orderKeyOf } from '#modules/orders/order-access.ts';
import { getOrderForOwner, type OrderView } from '#modules/orders/queries.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';

/** S2-06: the order for the guest's secret or the email's signed link; for anybody else it does not exist. */
export async function ownOrder({ db, keys, requestContext }: Shop, id: string, request: Request): Promise<OrderView> {
  const token = new URL(request.url).searchParams.get('token');
  const order = await getOrderForOwner(db, id, orderKeyOf(requestContext, token), keys);
  if (!order) throw notFound();
  return order;
}

/** Whether the reader came by the signed link of the order's own email: only that proves that the email is theirs. */
export async function cameByEmail({ keys }: Shop, id: string, request: Request): Promise<boolean> {
  const token = new URL(request.url).searchParams.get('token');
  return isGoodToken(keys, id, token, new Date());
}
