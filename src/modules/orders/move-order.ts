import { sql } from 'kysely';
import { spendHold } from '#modules/loyalty/hold-bonuses.ts';
import { giveCouponBack } from '#modules/pricing/coupon.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { mayGoUnpaid, paysLater } from '#shared/deferral.ts';
import {
  isCancellableByBuyer,
  isUnpaid,
  nextStates,
  type OrderState,
  orderStateWord,
  type PaymentMethod,
  stepsOf,
} from '#shared/order-states.ts';
import { endUnconfirmed } from './confirm-order.ts';
import { deferralDays } from './deferral-days.ts';
import { endHold } from './end-hold.ts';
import { endProposal } from './proposals.ts';
import type { OrderSummary } from './queries.ts';
import { queuePapers } from './queue-papers.ts';
import { endReservations, keepWithoutTerm, tagsOfChangedWords } from './stock.ts';
import { endOfWorkingDay, readTerms } from './working-days.ts';

/**
 * Who moves an order and why, as the move's row keeps it. `isFact`: another system has papers by which the goods left,
 * whatever was paid.
 */
export type Mover = { who: string; why?: string; now?: Date; isFact?: boolean };

/**
 * Takes an order to its next state (staff); whatever it is, staff stands for the order from then on. `ready` starts the
 * storage term of pickup on receipt; `completed` hands the goods over: on_hand goes down, reservations end, an order
 * paid on receipt is paid, its bonuses are spent; `in_delivery` ends the term of its reservations; `cancelled` gives
 * stock, coupon and bonuses back. Emails are queued. Throws not_found, wrong_move {from, allowed} (also for cancelling
 * what was given out in part and not paid), not_paid, awaits_approval.
 */
export async function moveOrder(db: Db, order_id: string, to: OrderState, mover: Mover): Promise<void> {
  const order = await lockOrder(db, order_id);
  const allowed = nextStates(order.receiving_type, order.state);
  if (!allowed.includes(to)) throw wrongMove(order, to, allowed);
  await applyMove(db, order, to, mover, 'cancelled');
}

/**
 * The same by the hands of staff, who send and complete nothing that is to be paid first: 1C and the desk know by
 * papers of their own that goods have left. Throws what moveOrder throws, not_paid for more orders.
 */
export async function moveByStaff(db: Db, order_id: string, to: OrderState, mover: Mover): Promise<void> {
  const order = await lockOrder(db, order_id);
  if (isUnpaid(order.payment_state) && !mayGoUnpaid(order, to)) throw new Refusal('not_paid');
  await moveOrder(db, order_id, to, mover);
}

/**
 * Begins to assemble these orders; one that cannot be assembled now stays as it is. Returns the ids of those that are
 * assembled from now on.
 */
export async function assembleOrders(db: Db, order_ids: string[], mover: Mover): Promise<string[]> {
  const moved: string[] = [];
  // Always in one order: two people who press at once wait for each other and never for ever.
  for (const id of order_ids.toSorted()) {
    const order = await lockOrder(db, id);
    if (order.awaits_approval || !nextStates(order.receiving_type, order.state).includes('assembling')) continue;
    await applyMove(db, order, 'assembling', mover, 'cancelled');
    moved.push(id);
  }
  return moved;
}

/**
 * Takes an order on to a later state, through those between, which nobody is written of: what another system did at
 * once. False, and nothing changed, when it is there already or beyond, or another way. Throws as moveOrder does.
 */
export async function advanceOrder(db: Db, order_id: string, to: OrderState, mover: Mover): Promise<boolean> {
  const order = await lockOrder(db, order_id);
  const way = wayTo(order, to);
  for (const state of way ?? []) {
    await applyMove(db, order, state, mover, 'cancelled', state === to);
    order.state = state;
    order.unconfirmed_since = null;
  }
  return way !== null;
}

/** The states after the order's own up to `to`; null: no way leads there. */
function wayTo({ state, receiving_type }: LockedOrder, to: OrderState): OrderState[] | null {
  const states = stepsOf(receiving_type);
  if (receiving_type === 'delivery' && (state === 'ready' || to === 'ready')) states.splice(2, 0, 'ready');
  const [from, end] = [states.indexOf(state), states.indexOf(to)];
  return from === -1 || end <= from ? null : states.slice(from + 1, end + 1);
}

/**
 * The buyer's own cancelling, while the goods are not ready yet. A second call changes nothing. Throws not_found,
 * not_cancellable.
 */
export async function cancelByBuyer(db: Db, order_id: string, mover: Mover): Promise<void> {
  const order = await lockOrder(db, order_id);
  if (order.state === 'cancelled') return;
  if (!isCancellableByBuyer(order.state)) throw new Refusal('not_cancellable', { state: order.state });
  await applyMove(db, order, 'cancelled', mover, 'cancelled');
}

/**
 * Cancels an order whose reservation has run out at `now`; false when it has not, the order is already over, or its
 * firm pays behind the goods.
 */
export async function cancelExpired(db: Db, order_id: string, now: Date): Promise<boolean> {
  const order = await lockOrder(db, order_id);
  if (!nextStates(order.receiving_type, order.state).includes('cancelled')) return false;
  if (!isUnpaid(order.payment_state) || (paysLater(order) && !order.awaits_approval)) return false;
  const { rows } = await sql`
    select from reservations r join order_lines l on l.id = r.order_line_id
    where l.order_id = ${order_id} and r.ended_at is null and r.expires_at <= ${now} limit 1`.execute(db);
  if (rows.length === 0) return false;
  await applyMove(db, order, 'cancelled', { who: 'магазин', why: expiryReason(order), now }, 'expired');
  return true;
}

function expiryReason({ unconfirmed_since, awaits_approval, payment_method }: LockedOrder): string {
  if (unconfirmed_since !== null) return 'не подтверждён в срок';
  return awaits_approval ? 'не согласован в срок' : expiryReasons[payment_method];
}

const expiryReasons: Record<PaymentMethod, string> = {
  on_receipt: 'не получен в срок',
  online: 'не оплачен в срок',
  invoice: 'счёт не оплачен в срок',
  credit: 'кредит не оформлен в срок',
};

type LockedOrder = Pick<
  OrderSummary,
  'id' | 'number' | 'state' | 'payment_state' | 'payment_method' | 'receiving_type'
> & {
  pickup_department_id_1c: string | null;
  department_id_1c: string;
  coupon: string | null;
  unconfirmed_since: Date | null;
  awaits_approval: boolean;
  deferral_days: number | null;
};

async function lockOrder(db: Db, order_id: string): Promise<LockedOrder> {
  const { rows } = await sql<LockedOrder>`
    select id, number, state, payment_state, payment_method, receiving_type, pickup_department_id_1c, department_id_1c, coupon,
      unconfirmed_since, awaits_approval(id) as awaits_approval, ${deferralDays} as deferral_days
    from orders o where id = ${order_id}::uuid for update`.execute(db);
  const [order] = rows;
  if (!order) throw new Refusal('not_found');
  return order;
}

async function applyMove(
  db: Db,
  order: LockedOrder,
  to: OrderState,
  { who, why = '', now = new Date() }: Mover,
  ending: 'cancelled' | 'expired',
  isEmailed = true,
): Promise<void> {
  if (to !== 'cancelled' && order.awaits_approval) throw new Refusal('awaits_approval');
  if (to === 'completed' && order.payment_method === 'online' && isUnpaid(order.payment_state))
    throw new Refusal('not_paid');
  if (to !== 'cancelled' && order.unconfirmed_since !== null) await endUnconfirmed(db, order, now);
  if (to === 'cancelled') await endApproval(db, order.id, ending, now);
  if (to === 'cancelled' || to === 'completed') await endProposal(db, order.id, now);
  if (to === 'cancelled') await giveBack(db, order, ending, now);
  if (to === 'completed') await handOver(db, order, now);
  // What is on the road is no longer taken back by a term: its driver brings the money, or people settle it.
  if (to === 'in_delivery') await keepWithoutTerm(db, order.id);
  if (to === 'ready') await startStorage(db, order, now);
  // Also one whose buyer had begun to pay online: should that money come after all, it goes back.
  const isPaidNow = to === 'completed' && order.payment_method === 'on_receipt' && isUnpaid(order.payment_state);
  const payment_state = isPaidNow ? 'paid' : order.payment_state;
  await sql`
    with moved as (
      insert into order_moves (order_id, at, state, payment_state, who, why)
      values (${order.id}, ${now}, ${to}, ${isPaidNow ? 'paid' : null}, ${who}, ${why})
    )
    update orders set state = ${to}, payment_state = ${payment_state}, changed_at = ${now},
      cancelled_at = ${to === 'cancelled' ? now : null}::timestamptz,
      completed_at = ${to === 'completed' ? now : null}::timestamptz
    where id = ${order.id}`.execute(db);
  if (isEmailed && (to === 'ready' || to === 'cancelled' || to === 'in_delivery')) {
    await enqueue(db, 'write_order_emails', { order_id: order.id, event: to });
  }
  // Money that came goes back, or gets its second receipt.
  const isOver = to === 'cancelled' || to === 'completed';
  if (isOver && order.payment_method !== 'on_receipt') await enqueue(db, 'settle_payment', { order_id: order.id });
}

/** Nobody has to decide any more. */
async function endApproval(db: Db, order_id: string, why: 'cancelled' | 'expired', now: Date): Promise<void> {
  await sql`
    update order_approvals set outcome = ${why === 'expired' ? 'expired' : 'withdrawn'}, decided_at = ${now}
    where order_id = ${order_id}::uuid and outcome is null`.execute(db);
}

async function giveBack(db: Db, order: LockedOrder, why: 'cancelled' | 'expired', now: Date): Promise<void> {
  if (isUnpaid(order.payment_state)) await refusePartGiven(db, order);
  const ended = await endReservations(db, order.id, why, now);
  if (order.coupon !== null) await giveCouponBack(db, order.coupon);
  await endHold(db, order.id, now);
  const changes = ended.map(({ product_id, count, available }) => {
    return { product_id, before: Math.max(available - count, 0), after: available };
  });
  await invalidate(db, tagsOfChangedWords(changes));
}

/**
 * Goods that have left unpaid cannot be cancelled: nobody would be asked for their money. Such an order is closed at
 * the desk.
 */
async function refusePartGiven(db: Db, order: LockedOrder): Promise<void> {
  const { rows } = await sql`
    select from reservations r join order_lines l on l.id = r.order_line_id
    where l.order_id = ${order.id} and r.why = 'handed_over' limit 1`.execute(db);
  if (rows.length === 0) return;
  throw new Refusal(
    'wrong_move',
    { from: order.state, to: 'cancelled', allowed: ['completed'] },
    `Часть заказа ${order.number} уже выдана: отменить его нельзя, закройте его на выдаче без недостающего`,
  );
}

/** What was reserved leaves the store: available stays as it was, so no page changes a word. */
async function handOver(db: Db, order: LockedOrder, now: Date): Promise<void> {
  await endReservations(db, order.id, 'handed_over', now);
  await queuePapers(db, order.id);
  await spendHold(db, order.id, now);
}

type StoredOrder = Pick<
  LockedOrder,
  'id' | 'receiving_type' | 'payment_method' | 'pickup_department_id_1c' | 'department_id_1c'
>;

/**
 * S7-36: pickup paid on receipt is kept as many working days after it became ready as its point promises, by the
 * point's own calendar.
 */
export async function startStorage(db: Db, order: StoredOrder, now: Date): Promise<void> {
  if (order.receiving_type !== 'pickup' || order.payment_method !== 'on_receipt') return;
  const { calendar, storage_days } = await readTerms(db, order.pickup_department_id_1c ?? order.department_id_1c);
  const expires_at = endOfWorkingDay(calendar, now, storage_days);
  await sql`
    update reservations r set expires_at = ${expires_at} from order_lines l
    where l.order_id = ${order.id} and r.order_line_id = l.id and r.ended_at is null`.execute(db);
}

function wrongMove(order: LockedOrder, to: OrderState, allowed: readonly OrderState[]): Refusal {
  const word = (state: OrderState) => `«${orderStateWord(state, order.receiving_type)}»`;
  const choice = allowed.length > 0 ? `можно: ${allowed.map(word).join(', ')}` : 'дальше его не переводят';
  return new Refusal(
    'wrong_move',
    { from: order.state, to, allowed },
    `Заказ ${order.number} сейчас ${word(order.state)}; ${choice}`,
  );
}
