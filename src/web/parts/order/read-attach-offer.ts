import { listAttachable } from '#modules/orders/attach-guest-orders.ts';
import { secretCookie } from '#modules/orders/order-access.ts';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { isActive, orderStateWord } from '#shared/order-states.ts';
import { guestPassUrl, orderUrl } from '#shared/urls.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** Guest orders that the signed-in person may attach with one press; null: none, or a member of staff sits there. */
export type AttachOffer = NonNullable<Awaited<ReturnType<typeof readAttachOffer>>>;

export async function readAttachOffer({ db, requestContext }: Pick<Shop, 'db' | 'requestContext'>) {
  const { account, cookies } = requestContext;
  if (!account || account.acting) return null;
  const orders = await listAttachable(db, account.user_id, { secret: cookies[secretCookie] });
  if (orders.length === 0) return null;
  return orders.map(({ id, number, state, receiving_type, total, created_at, time_zone, is_unconfirmed, opens }) => ({
    number,
    state,
    is_active: isActive(state),
    is_unconfirmed,
    state_words: is_unconfirmed ? 'Не подтверждён' : orderStateWord(state, receiving_type),
    facts: `от ${formatDate(created_at, time_zone)} · ${formatPrice(total)}`,
    url: opens ? orderUrl(id) : null,
    pass_url: opens && state === 'ready' && receiving_type === 'pickup' ? guestPassUrl(id) : null,
  }));
}
