import { z } from 'zod';
import { reviseInvoice } from '#modules/documents/revise-invoice.ts';
import { findAtDesk, passAtDesk } from '#modules/handover/find-at-desk.ts';
import { handOver, recipientOf } from '#modules/handover/hand-over.ts';
import { dueAtDesk, mayBeHandedOver, servicesDue, waitingLines } from '#modules/orders/hand-over.ts';
import { mayBePaidAtDesk, payAtDesk } from '#modules/orders/pay-at-desk.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { listStaffOrders } from '#modules/orders/staff-orders.ts';
import { closeShortByStaff, planCloseShort } from '#modules/payments/close-short.ts';
import { refundLimitOf } from '#modules/staff/refund-limit.ts';
import type { StaffMember } from '#modules/staff/require-staff.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { deferralWords, paysLater } from '#shared/deferral.ts';
import { formatPrice } from '#shared/money.ts';
import { orderStateWord, paymentMethodWords, paymentStateWords } from '#shared/order-states.ts';
import { Ok, ok } from './answers.ts';
import { aboutOrder, needOrder } from './need-order.ts';
import { RefundPlan } from './order-money.ts';
import { type AdminRoute, adminAction, adminRead, adminWrite, IdParam, type Scope } from './route.ts';

const Waiting = z.object({
  id: z.string(),
  number: z.int(),
  contact_name: z.string(),
  place: z.string(),
  lines_count: z.int(),
  total: z.int(),
  arrived_at: z.string().nullable(),
  car_plate: z.string().nullable(),
  reserved_until: z.string().nullable(),
});

const Desk = z.object({
  order_id: z.string(),
  number: z.int(),
  state_words: z.string(),
  place: z.string().nullable(),
  recipient: z.string(),
  company: z.string().nullable(),
  is_proxy: z.boolean(),
  comment: z.string(),
  time_zone: z.string(),
  arrived_at: z.string().nullable(),
  car_plate: z.string().nullable(),
  payment_words: z.string(),
  /**
   * Kopecks: what the order costs, what is to be taken at the desk when all that waits leaves, and was taken before.
   */
  total: z.int(),
  due: z.int(),
  taken: z.int(),
  /** Delivery and lifting, paid with the first part that leaves; 0 later. */
  services: z.int(),
  /** What opened it; null: its number alone, the code is still to be told. */
  proof: z.enum(['pass', 'code']).nullable(),
  /** Why nothing can be handed over now; null: it can. */
  why_not: z.string().nullable(),
  /** It was to be paid on the site: the money can be taken here instead. */
  may_pay_here: z.boolean(),
  is_partly_given: z.boolean(),
  lines: z.array(
    z.object({
      order_line_id: z.int(),
      position: z.int(),
      name: z.string(),
      article: z.string().nullable(),
      image: z.string().nullable(),
      unit: z.object({ short: z.string(), parts: z.int() }),
      count: z.int(),
      waiting: z.int(),
      /** What all of the line costs, kopecks: parts of it by `dueForPart`. */
      sum: z.int(),
    }),
  ),
});

const Key = z.string().trim().min(1, 'Отсканируйте пропуск или введите код').max(300);
/** A photograph as the browser made it smaller: base64 of JPEG or PNG. */
const Photo = z.string().max(900_000, 'Фотография слишком большая');

/** The counter: who came, what waits, and the goods that leave. */
export const handoverRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/handover',
    summary: 'Что ждёт выдачи; кто подъехал, стоит первым',
    permission: 'handover.do',
    query: z.strictObject({ branch: z.string().max(40).optional() }),
    response: z.object({ items: z.array(Waiting), total: z.int() }),
    async run({ db, scope, now }) {
      const page = { sort: [{ column: 'promised_at' as const, isDescending: false }], limit: 100, offset: 0 };
      const filter = { state: ['ready' as const], receiving_type: ['pickup' as const] };
      const { orders, count } = await listStaffOrders(db, scope, filter, { ...page, count_to: 1_000 }, now);
      const arrived = (order: (typeof orders)[number]) => order.arrived_at?.getTime() ?? Number.POSITIVE_INFINITY;
      const items = orders.toSorted((a, b) => (arrived(a) === arrived(b) ? 0 : arrived(a) - arrived(b)));
      return {
        total: count,
        items: items.map(({ id, number, contact_name, place, lines_count, total, car_plate, ...order }) => ({
          id,
          number,
          contact_name,
          place,
          lines_count,
          total,
          car_plate,
          arrived_at: order.arrived_at?.toISOString() ?? null,
          reserved_until: order.reserved_until?.toISOString() ?? null,
        })),
      };
    },
  }),

  adminAction({
    url: '/api/admin/handover/find',
    summary: 'Заказ по пропуску, коду из шести цифр или номеру',
    permission: 'handover.do',
    body: z.object({ key: Key }),
    response: Desk,
    async run({ db, context, scope, staff, body: { key } }) {
      const { order, proof } = await findAtDesk(db, context.keys, deskOf(scope, staff), key);
      return deskView(db, order, proof);
    },
  }),

  adminWrite({
    url: '/api/admin/handover/:id/give',
    summary: 'Выдача заказа или его части',
    permission: 'handover.do',
    params: IdParam,
    body: z.object({
      key: Key,
      lines: z
        .array(
          z.object({
            order_line_id: z.int(),
            given: z.int().min(0).max(99_999),
            problem: z.enum(['shortage', 'defect']).nullable().default(null),
            note: z.string().max(500).default(''),
            photo: Photo.nullable().default(null),
          }),
        )
        .max(200),
      note: z.string().max(1_000).default(''),
      /** What the desk was told to take for these goods, kopecks. */
      due: z.int().min(0),
    }),
    response: z.object({ act_id: z.string(), is_last: z.boolean() }),
    needsKey: true,
    async run({ db, context, scope, staff, params: { id }, body: { key, lines, note, due }, now }) {
      const { pass, proof } = await passAtDesk({ db, pool: context.db }, context.keys, deskOf(scope, staff), key);
      if (pass.order_id !== id) throw new Refusal('wrong_pass', {}, 'Это пропуск другого заказа');
      const order = await needOrder(db, { ...scope, isOwnPointsOnly: false }, id);
      const given = lines.map(({ photo, ...line }) => ({ ...line, photo: photo === null ? null : readPhoto(photo) }));
      const done = await handOver(db, staff, { pass, proof, lines: given, note, seen_due: due }, now);
      const words = `Заказ ${order.number}: ${done.is_last ? 'выдан' : 'выдана часть'}${due > 0 ? `, принято ${formatPrice(due)}` : ''}`;
      return {
        answer: done,
        audit: aboutOrder(order, words, { after: { act: done.act_id, proof, is_last: done.is_last } }),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/handover/:id/pay-here',
    summary: 'Оплата при получении вместо оплаты на сайте',
    permission: 'handover.do',
    params: IdParam,
    /** `key` as it was scanned at the desk: it opens orders beyond one's own points, as handing over does. */
    body: z.strictObject({ key: Key.optional() }),
    response: Ok,
    needsKey: true,
    async run({ db, context, scope, staff, params: { id }, body: { key }, now }) {
      if (key !== undefined) {
        const { pass } = await passAtDesk({ db, pool: context.db }, context.keys, deskOf(scope, staff), key);
        if (pass.order_id !== id) throw new Refusal('wrong_pass', {}, 'Это пропуск другого заказа');
      }
      const order = await needOrder(db, key === undefined ? scope : { ...scope, isOwnPointsOnly: false }, id);
      await payAtDesk(db, id, { who: `сотрудник ${staff.full_name}`, now });
      const words = `Заказ ${order.number}: оплата при получении вместо оплаты на сайте`;
      const [before, after] = [{ payment_method: 'online' }, { payment_method: 'on_receipt' }];
      return { answer: ok, audit: aboutOrder(order, words, { before, after }) };
    },
  }),

  adminRead({
    url: '/api/admin/handover/:id/close-plan',
    summary: 'Что вернётся покупателю, если закрыть заказ без недостающего',
    permission: 'handover.do',
    params: IdParam,
    /**
     * `refund` null: no payment goes back; `total`: what the order then costs, `taken`: what of it was taken at the
     * desk, null: it is not paid there, kopecks; `obstacle`: why they may not.
     */
    response: z.object({
      refund: RefundPlan.nullable(),
      total: z.int(),
      taken: z.int().nullable(),
      obstacle: z.string().nullable(),
    }),
    async run({ db, scope, staff, params: { id } }) {
      await needOrder(db, scope, id);
      return planCloseShort(db, id, await refundLimitOf(db, staff));
    },
  }),

  adminWrite({
    url: '/api/admin/handover/:id/close',
    summary: 'Закрытие заказа без недостающего',
    permission: 'handover.do',
    params: IdParam,
    /** What the plan named to go back, kopecks; 0: nothing. */
    body: z.object({ amount: z.int().min(0) }),
    response: Ok,
    needsKey: true,
    async run({ db, scope, staff, params: { id }, body: { amount }, now }) {
      const order = await needOrder(db, scope, id);
      const asked = { who: `сотрудник ${staff.full_name}`, most: await refundLimitOf(db, staff), seen_amount: amount };
      await closeShortByStaff(db, id, asked, now);
      await reviseInvoice(db, id, now);
      const back = amount > 0 ? `, возврат ${formatPrice(amount)}` : '';
      const words = `Заказ ${order.number}: закрыт без недостающего${back}`;
      return { answer: ok, audit: aboutOrder(order, words, { after: { amount } }) };
    },
  }),
];

function deskOf(scope: Scope, { user_id }: StaffMember) {
  return { ...scope, user_id };
}

async function deskView(db: Db, order: OrderView, proof: 'pass' | 'code' | null): Promise<z.input<typeof Desk>> {
  const lines = await waitingLines(db, order.id);
  const { receiving, payment_state } = order;
  const due = dueAtDesk(order);
  // Where somebody lives is told to whoever was shown the pass or told the code.
  const home = proof === null ? null : receiving.address;
  const isSettled = payment_state === 'paid' || payment_state === 'partly_refunded';
  return {
    order_id: order.id,
    number: order.number,
    state_words: orderStateWord(order.state, receiving.type, order.has_given),
    place: receiving.department ? `${receiving.department.city}, ${receiving.department.address}` : home,
    recipient: recipientOf(order),
    company: order.company?.name ?? null,
    is_proxy: receiving.is_proxy,
    comment: order.comment,
    time_zone: order.branch.time_zone,
    arrived_at: order.arrived_at?.toISOString() ?? null,
    car_plate: receiving.car_plate,
    payment_words: isSettled ? paymentStateWords[payment_state] : unpaidWords(order),
    total: order.total,
    due,
    taken: order.taken_kopecks,
    services: servicesDue(order, lines),
    proof,
    why_not: whyNot(order),
    may_pay_here: mayBePaidAtDesk(order),
    is_partly_given: lines.some(({ count, waiting }) => waiting < count) && lines.some(({ waiting }) => waiting > 0),
    lines: lines.map(({ order_line_id, position, name, article, image, shown_unit, count, waiting, sum }) => ({
      order_line_id,
      position,
      name,
      article,
      image,
      count,
      waiting,
      sum,
      unit: { short: shown_unit.short, parts: shown_unit.parts },
    })),
  };
}

function unpaidWords({ payment_method, deferral_days }: OrderView): string {
  const words = paymentMethodWords[payment_method];
  return paysLater({ payment_method, deferral_days }) && deferral_days !== null
    ? `${words}, оплата ${deferralWords(deferral_days)}: денег не берите`
    : words;
}

function whyNot(order: OrderView): string | null {
  if (mayBeHandedOver(order)) return null;
  const ready = order.receiving.type === 'pickup' ? 'ready' : 'in_delivery';
  if (order.state !== ready) return `Заказ ещё не готов: сейчас «${orderStateWord(order.state, order.receiving.type)}»`;
  return `Не оплачен: ${formatPrice(order.total)}. ${mayBePaidAtDesk(order) ? 'Покупатель заплатит здесь?' : 'Без оплаты его не выдают'}`;
}

/** JPEG and PNG alone, by their first bytes. Throws bad_input. */
function readPhoto(base64: string) {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return { bytes, type: 'image/jpeg' as const };
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return { bytes, type: 'image/png' as const };
  throw new Refusal('bad_input', { fields: { photo: 'Нужна фотография JPEG или PNG' } });
}
