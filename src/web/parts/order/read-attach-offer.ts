import { listAttachable } from '#modules/orders/attach-guest-orders.ts';
import { secretCookie } from '#modules/orders/order-access.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** Guest orders that the signed-in person may attach with one press; null: none, or a member of staff sits there. */
export type AttachOffer = { numbers: number[] };

export async function readAttachOffer({
  db,
  requestContext,
}: Pick<Shop, 'db' | 'requestContext'>): Promise<AttachOffer | null> {
  const { account, cookies } = requestContext;
  if (!account || account.acting) return null;
  const orders = await listAttachable(db, account.user_id, { secret: cookies[secretCookie] });
  return orders.length > 0 ? { numbers: orders.map(({ number }) => number) } : null;
}
