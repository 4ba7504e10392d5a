import { recipientOf } from '#modules/handover/hand-over.ts';
import { type Pass, passLink, readPass } from '#modules/handover/pass.ts';
import { dueAtDesk, mayBeHandedOver, servicesDue, waitingLines } from '#modules/orders/hand-over.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { isOrderOf } from '#modules/orders/staff-orders.ts';
import { planCloseShort } from '#modules/payments/close-short.ts';
import { refundLimitOf } from '#modules/staff/refund-limit.ts';
import { ownBranches, requireStaff, type StaffMember } from '#modules/staff/require-staff.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDateTime } from '#shared/dates.ts';
import { paysLater } from '#shared/deferral.ts';
import { isActive, orderStateWord } from '#shared/order-states.ts';
import { spelledCode } from '#shared/spelled-code.ts';
import { readActs } from '#web/parts/order/pass/read-acts.ts';
import { paymentText } from '#web/parts/order/pass/read-pass-page.ts';
import { readOrderPoint } from '#web/parts/order/read-order-page.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { qrPath } from '#web/ui/qr-path.ts';

/** Who looks: staff at work, staff whose code is missing, or whoever holds the pass. */
export type Looker = { kind: 'staff'; staff: StaffMember } | { kind: 'code' } | { kind: 'holder' };

export function lookerOf(requestContext: RequestContext): Looker {
  try {
    return { kind: 'staff', staff: requireStaff(requestContext, 'pickup') };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: error.code === 'second_factor_needed' ? 'code' : 'holder' };
  }
}

/** The scanned token's pass, or 404: a code nobody signed leads nowhere. */
export async function scannedPass({ db, keys }: Shop, token: string): Promise<Pass> {
  const pass = await readPass(db, keys, token);
  if (!pass) throw notFound();
  return pass;
}

/** What the holder of the link sees: enough to come to the right place, nothing of the buyer's contacts. */
export async function readHeldPass({ db, requestContext }: Shop, pass: Pass, token: string, now = new Date()) {
  const order = await orderOf(db, pass);
  const place = order.receiving.department;
  const closed = !isActive(order.state)
    ? `Заказ ${orderStateWord(order.state, order.receiving.type).toLowerCase()}`
    : pass.delegated?.state === 'used'
      ? 'По этому пропуску заказ уже получали'
      : pass.delegated?.state === 'revoked'
        ? 'Владелец заказа отозвал этот пропуск'
        : null;
  return {
    number: order.number,
    closed,
    name: pass.delegated?.name ?? null,
    code: spelledCode(pass.code),
    qr: closed || !mayBeHandedOver(order) ? null : qrPath(passLink(requestContext.origin, token)),
    state_words: orderStateWord(order.state, order.receiving.type, order.has_given),
    point: place && (await readOrderPoint(db, place, now)),
    is_pickup: order.receiving.type === 'pickup',
  };
}

export type HeldPass = Awaited<ReturnType<typeof readHeldPass>>;

/** Everything the desk needs to give the order out. Somebody else's branch: 404. */
export async function readDesk({ db }: Shop, pass: Pass, staff: StaffMember) {
  const order = await orderOf(db, pass);
  if (!(await isOrderOf(db, ownBranches(staff), order.id))) throw notFound();
  const zone = order.branch.time_zone;
  const [lines, acts] = await Promise.all([waitingLines(db, order.id), readActs(db, order)]);
  const isSettled = order.payment_state === 'paid' || order.payment_state === 'partly_refunded';
  const readyState = order.receiving.type === 'pickup' ? 'ready' : 'in_delivery';
  const is_ready = order.state === readyState;
  const waiting = lines.filter(({ waiting }) => waiting > 0);
  return {
    order_id: order.id,
    number: order.number,
    created_text: formatDateTime(order.created_at, zone),
    state_words: orderStateWord(order.state, order.receiving.type, order.has_given),
    is_active: isActive(order.state),
    is_ready,
    ready_words: orderStateWord(readyState, order.receiving.type),
    is_paid: isSettled,
    /** A firm that pays behind the goods: they wait for no money. */
    pays_later: paysLater(order),
    may_be_given: mayBeHandedOver(order),
    due: dueAtDesk(order),
    services: servicesDue(order, lines),
    payment_text: paymentText(order),
    recipient: pass.delegated?.name ?? recipientOf(order),
    is_delegated: pass.delegated !== null,
    pass_state: pass.delegated?.state ?? ('open' as const),
    company: order.company?.name ?? null,
    arrived_text: order.arrived_at && formatDateTime(order.arrived_at, zone),
    comment: order.comment,
    point: order.receiving.department?.address ?? order.receiving.address,
    lines,
    waiting,
    acts,
    /** What closing it without the rest would give back; null: it cannot be closed so. */
    closing: acts.length > 0 && is_ready && waiting.length > 0 ? await readClosing(db, order.id, staff) : null,
  };
}

export type Desk = Awaited<ReturnType<typeof readDesk>>;

/** `refund` and `total` null: the obstacle is all there is to say. */
async function readClosing(db: Shop['db'], order_id: string, staff: StaffMember) {
  try {
    return await planCloseShort(db, order_id, await refundLimitOf(db, staff));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refund: null, total: null, taken: null, obstacle: error.message };
  }
}

async function orderOf(db: Shop['db'], pass: Pass): Promise<OrderView> {
  const order = await getOrder(db, pass.order_id);
  if (!order) throw notFound();
  return order;
}
