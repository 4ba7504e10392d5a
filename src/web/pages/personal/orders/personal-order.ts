import { getOrderForOwner, type OrderView } from '#modules/orders/queries.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';

/** The order of the signed-in person; somebody else's does not exist, whatever cookie or link opens it elsewhere. */
export async function personalOrder(
  { db, keys, requestContext }: Shop,
  id: string,
  request: Request,
): Promise<OrderView> {
  const { user_id } = requireAccount(requestContext, request);
  const order = await getOrderForOwner(db, id, { user_id }, keys);
  if (!order) throw notFound();
  return order;
}
