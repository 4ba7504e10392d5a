import { departmentDirectory } from '#modules/departments/directory.ts';
import { type AttachableOrder, listAttachable } from '#modules/orders/attach-guest-orders.ts';
import { secretCookie } from '#modules/orders/order-access.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { isActive, orderStateWord } from '#shared/order-states.ts';
import { countOf } from '#shared/plurals.ts';
import { untilWords, zonedDayWords } from '#shared/until-words.ts';
import { guestPassUrl, orderUrl } from '#shared/urls.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { nextStep } from './next-step.ts';
import { moneyOf, opensOf, whereOf } from './order-row.ts';

/** Guest orders that the signed-in person may attach with one press; null: none, or a member of staff sits there. */
export type AttachOffer = NonNullable<Awaited<ReturnType<typeof readAttachOffer>>>;

export async function readAttachOffer({ db, requestContext }: Pick<Shop, 'db' | 'requestContext'>) {
  const { account, cookies } = requestContext;
  if (!account || account.acting) return null;
  const orders = await listAttachable(db, account.user_id, { secret: cookies[secretCookie] });
  if (orders.length === 0) return null;
  const departments = await departmentDirectory(db);
  const now = new Date();
  return orders.map((order) => {
    const { id, number, state, receiving_type, goods_count, created_at, time_zone, is_unconfirmed, opens } = order;
    const { sum, payment } = moneyOf(order);
    return {
      number,
      state,
      is_active: isActive(state),
      is_unconfirmed,
      state_words: is_unconfirmed ? 'Не подтверждён' : orderStateWord(state, receiving_type, order.has_given),
      facts: [
        `от ${zonedDayWords(created_at, time_zone)}`,
        countOf(goods_count, 'товар', 'товара', 'товаров'),
        formatPrice(sum),
        ...(payment ? [lowerFirst(payment.words)] : []),
      ].join(' · '),
      next: nextOf(order, opensOf(order, departments, now), now),
      // Whose home an order goes to is told to the browser that placed it, not for an email alone.
      where: opens || receiving_type === 'pickup' ? whereOf(order, departments, now) : null,
      url: opens ? orderUrl(id) : null,
      pass_url: opens && state === 'ready' && receiving_type === 'pickup' ? guestPassUrl(id) : null,
    };
  });
}

/** Nothing is assembled or paid until somebody stands for the order. */
function nextOf(order: AttachableOrder, opens: string | null, now: Date): string {
  if (!order.is_unconfirmed) return nextStep(order, { opens, ready: null, is_at_point: false }, now);
  const { reserved_until, time_zone } = order;
  return reserved_until ? `Товары отложены до ${untilWords(reserved_until, time_zone, now)}` : '';
}
