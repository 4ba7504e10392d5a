import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { listOwnOrders, type OwnOrder } from '#modules/orders/list-own-orders.ts';
import type { Db } from '#platform/database.ts';
import { orderStateWord } from '#shared/order-states.ts';
import { rowOf } from '#web/parts/order/order-row.ts';
import { type AttachOffer, readAttachOffer } from '#web/parts/order/read-attach-offer.ts';
import type { Shop } from '#web/parts/request/context.ts';
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
/** Of the completed ones below a list of active orders that is empty. */
const shownLast = 3;

export type OrderListPage = NonNullable<Awaited<ReturnType<typeof readOrderList>>>;

/** One page of the personal list as it is shown; null: there is no such page. */
export async function readOrderList(
  { db, requestContext, partners }: Pick<Shop, 'db' | 'requestContext' | 'partners'>,
  account: SignedIn,
  group: OrderGroup,
  query: OrderQuery,
  page: number,
) {
  const [list, attach, departments] = await Promise.all([
    listOwnOrders(db, account.user_id, {
      ...filterOf(group, query),
      urgent_first: group === 'active',
      page,
      limit: perPage,
    }),
    readAttachOffer({ db, requestContext }),
    departmentDirectory(db),
  ]);
  if (page > 1 && list.orders.length === 0) return null;
  const row = (order: OwnOrder) => rowOf(order, departments, partners.payments?.most_positions ?? null);
  const isNarrowed = isFiltered(query);
  const other = otherGroup[group];
  const whole = readOrderQuery(new URLSearchParams());
  const [ofThis, others, found_elsewhere, under_warranty] = await Promise.all([
    isNarrowed ? countOf(db, account, group, whole) : list.found,
    listOwnOrders(db, account.user_id, { ...filterOf(other, whole), page: 1, limit: shownLast }),
    // A state is of one list alone.
    list.found === 0 && isNarrowed ? countOf(db, account, other, { ...query, state: '' }) : 0,
    countOf(db, account, 'completed', { ...whole, warranty: 'on' }),
  ]);
  return {
    group,
    /** How many the list of each kind holds, whatever the conditions; guest orders offered beside it count too. */
    counts: {
      [group]: ofThis + (ofGroup(attach, group)?.length ?? 0),
      [other]: others.found + (ofGroup(attach, other)?.length ?? 0),
    } as Record<OrderGroup, number>,
    /** Nothing is under way: what was bought last may be bought again. */
    last: group === 'active' && ofThis === 0 ? others.orders.map(row) : [],
    /** How many of the completed ones hold goods under warranty. */
    under_warranty,
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
    orders: list.orders.map(row),
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
