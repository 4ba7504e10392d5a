import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { listOwnOrders, type OwnOrder } from '#modules/orders/list-own-orders.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import { isActive, isPaidOnline, orderStateWord, paymentMethodWords, paymentStateWords } from '#shared/order-states.ts';
import { plural } from '#shared/plurals.ts';
import { type AttachOffer, readAttachOffer } from '#web/parts/order/read-attach-offer.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { nextStep } from '../next-step.ts';
import {
  filterOf,
  isFiltered,
  type OrderGroup,
  type OrderQuery,
  otherGroup,
  readOrderQuery,
  statesOf,
} from './order-query.ts';

const perPage = 20;

export type OrderRow = ReturnType<typeof rowOf>;
export type OrderListPage = NonNullable<Awaited<ReturnType<typeof readOrderList>>>;

/** One page of the personal list as it is shown; null: there is no such page. */
export async function readOrderList(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  account: SignedIn,
  group: OrderGroup,
  query: OrderQuery,
  page: number,
) {
  const [list, attach] = await Promise.all([
    listOwnOrders(db, account.user_id, { ...filterOf(group, query), page, limit: perPage }),
    readAttachOffer({ db, requestContext }),
  ]);
  if (page > 1 && list.orders.length === 0) return null;
  const isNarrowed = isFiltered(query);
  const other = otherGroup[group];
  const whole = readOrderQuery(new URLSearchParams());
  const [ofThis, ofOther, found_elsewhere] = await Promise.all([
    isNarrowed ? countOf(db, account, group, whole) : list.found,
    countOf(db, account, other, whole),
    // A state is of one list alone.
    list.found === 0 && isNarrowed ? countOf(db, account, other, { ...query, state: '' }) : 0,
  ]);
  return {
    group,
    /** How many the list of each kind holds, whatever the conditions. */
    counts: { [group]: ofThis, [other]: ofOther } as Record<OrderGroup, number>,
    found_elsewhere,
    query,
    device: requestContext.device,
    is_company: account.company !== null,
    may_order: account.company?.role !== 'accountant',
    states: statesOf(group).map((state) => ({ state, words: orderStateWord(state, 'pickup') })),
    attach: ofGroup(attach, group),
    found: list.found,
    unpaid_sum: list.unpaid_sum,
    page,
    pages: Math.max(1, Math.ceil(list.found / perPage)),
    orders: list.orders.map(rowOf),
  };
}

/** A guest order is offered beside those it will stand among. */
function ofGroup(attach: AttachOffer | null, group: OrderGroup): AttachOffer | null {
  const offered = attach?.filter(({ is_active }) => is_active === (group === 'active')) ?? [];
  return offered.length > 0 ? offered : null;
}

async function countOf(db: Db, account: SignedIn, group: OrderGroup, query: OrderQuery): Promise<number> {
  return (await listOwnOrders(db, account.user_id, { ...filterOf(group, query), page: 1, limit: 1 })).found;
}

function rowOf(order: OwnOrder) {
  return {
    id: order.id,
    number: order.number,
    created_text: formatDateTime(order.created_at, order.time_zone),
    state: order.state,
    state_words: order.awaits_approval ? 'На согласовании' : orderStateWord(order.state, order.receiving_type),
    awaits_approval: order.awaits_approval,
    place: order.place,
    recipient: order.recipient_name,
    is_pickup: order.receiving_type === 'pickup',
    goods: goodsOf(order),
    total: order.total,
    is_paid: order.payment_state === 'paid',
    is_payable:
      !order.awaits_approval && isUnpaid(order) && isPaidOnline(order.payment_method) && isActive(order.state),
    payment_words: paymentWords(order),
    company_name: order.company_name,
    own_words: ownWords(order),
    ordered_by: order.ordered_by,
    next: nextStep(order),
  };
}

/** «Ваш номер ЗП-45, объект: ЖК «Северный»»: what the firm calls it; null: it said nothing. */
function ownWords({ buyer_number, building_site }: OwnOrder): string | null {
  return (
    [buyer_number && `Ваш номер ${buyer_number}`, building_site && `Объект: ${building_site}`]
      .filter(Boolean)
      .join(' · ') || null
  );
}

/** «Штукатурка, Грунтовка и ещё 3 позиции». */
function goodsOf({ names, lines_count }: OwnOrder): string {
  const rest = lines_count - names.length;
  const more = rest > 0 ? ` и ещё ${rest}\u00a0${plural(rest, 'позиция', 'позиции', 'позиций')}` : '';
  return names.join(', ') + more;
}

/** Nothing is said of the money of an order that was cancelled unpaid; one paid on receipt is not in arrears. */
function paymentWords(order: OwnOrder): string | null {
  const isOpen = order.payment_state === 'unpaid' || order.payment_state === 'pending';
  if (isOpen && (order.state === 'cancelled' || order.awaits_approval)) return null;
  if (order.payment_state === 'unpaid' && order.payment_method === 'on_receipt') return paymentMethodWords.on_receipt;
  return paymentStateWords[order.payment_state];
}

function isUnpaid({ state, payment_state }: OwnOrder): boolean {
  return state !== 'cancelled' && (payment_state === 'unpaid' || payment_state === 'pending');
}
