import type { ApiContext } from '#api/api.ts';
import { orderKeyOf } from '#modules/orders/order-access.ts';
import { getOrderForOwner, type OrderView } from '#modules/orders/queries.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { Refusal } from '#platform/refusal.ts';

/**
 * The order for whoever it belongs to: the account, the guest's secret or the token of an email's link. Throws
 * not_found for anybody else.
 */
export async function ownOrder(
  { db, keys }: Pick<ApiContext, 'db' | 'keys'>,
  requestContext: RequestContext,
  id: string,
  token?: string,
): Promise<OrderView> {
  const order = await getOrderForOwner(db, id, orderKeyOf(requestContext, token), keys);
  if (!order) throw new Refusal('not_found');
  return order;
}
