import { z } from 'zod';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import {
  isOrderInScope,
  listStaffOrders,
  type OrderScope,
  type StaffOrderRow,
  staffOrderSorts,
} from '#modules/orders/staff-orders.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import {
  nextStates,
  orderStates,
  orderStateWord,
  paymentMethodWords,
  paymentStateWords,
} from '#shared/order-states.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { adminRead, adminWrite, IdParam } from './route.ts';

const State = z.enum(orderStates);
const PaymentState = z.enum(['unpaid', 'pending', 'paid', 'partly_refunded', 'refunded']);
const PaymentMethod = z.enum(['on_receipt', 'online', 'invoice', 'credit']);
const ReceivingType = z.enum(['pickup', 'delivery']);

/** Kopecks; times ISO with zone. */
const OrderRow = z.object({
  id: z.string(),
  number: z.int(),
  created_at: z.string(),
  department_id_1c: z.string(),
  city: z.string(),
  time_zone: z.string(),
  state: State,
  state_words: z.string(),
  payment_state: PaymentState,
  payment_words: z.string(),
  payment_method: PaymentMethod,
  payment_method_words: z.string(),
  receiving_type: ReceivingType,
  receiving_date: z.string().nullable(),
  place: z.string(),
  contact_name: z.string(),
  /** null: not for this person. */
  contact_phone: z.string().nullable(),
  contact_email: z.string().nullable(),
  company_name: z.string().nullable(),
  company_inn: z.string().nullable(),
  coupon: z.string().nullable(),
  comment: z.string(),
  lines_count: z.int(),
  total: z.int(),
  is_overdue: z.boolean(),
  is_short: z.boolean(),
  is_unconfirmed: z.boolean(),
  awaits_approval: z.boolean(),
  arrived_at: z.string().nullable(),
  reserved_until: z.string().nullable(),
  /** Where it may go from here. */
  next_states: z.array(z.object({ state: State, words: z.string() })),
});

export const orderRoutes = [
  adminRead({
    url: '/api/admin/orders',
    summary: 'Заказы',
    permission: 'orders.read',
    query: listQuery(
      {
        state: z.array(State),
        payment_state: z.array(PaymentState),
        payment_method: z.array(PaymentMethod),
        receiving_type: z.array(ReceivingType),
        pickup_department_id_1c: z.string().max(40),
        created_from: z.coerce.date(),
        created_to: z.coerce.date(),
        total_gte: z.int(),
        total_lte: z.int(),
        is_short: z.boolean(),
        is_unconfirmed: z.boolean(),
        is_overdue: z.boolean(),
        is_business: z.boolean(),
        user_id: z.uuid(),
        company_id: z.int(),
        coupon: z.string().max(60),
        product_id: z.int(),
        q: z.string().max(200),
      },
      staffOrderSorts,
    ),
    response: listAnswer(OrderRow),
    async run({ db, scope, may, query: { filter, sort, ids, ...page }, now }) {
      const window = { ...windowOf(page), sort, count_to: countedRows };
      const { orders, count } = await listStaffOrders(db, scope, { ...filter, ...(ids && { ids }) }, window, now);
      return { items: orders.map((order) => present(order, may('orders.contacts'))), ...totalOf(count) };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/move',
    summary: 'Перевод заказа в следующее состояние',
    permission: 'orders.assemble',
    params: IdParam,
    body: z.object({ state: State, why: z.string().max(500).default('') }),
    response: z.object({ state: State }),
    async run({ db, scope, may, staff, params: { id }, body: { state, why }, now }) {
      if (!may(state === 'cancelled' ? 'orders.cancel' : isAssembling(state) ? 'orders.assemble' : 'orders.move'))
        throw new Refusal('forbidden');
      const { number, state: from, receiving, branch } = await needOrder(db, scope, id);
      await moveOrder(db, id, state, { who: staff.full_name, why, now });
      const words = orderStateWord(state, receiving.type).toLowerCase();
      return {
        answer: { state },
        audit: {
          ...{ resource: 'orders', record_id: id, department_id_1c: branch.id_1c },
          words: `Заказ ${number}: ${words}${why ? ` (${why})` : ''}`,
          ...{ before: { state: from }, after: { state } },
        },
      };
    },
  }),
];

/** What the person at the shelf does. */
function isAssembling(state: string): boolean {
  return state === 'assembling' || state === 'ready';
}

/** The order, within the scope. Throws not_found. */
async function needOrder(db: Db, scope: OrderScope, id: string) {
  if (!(await isOrderInScope(db, scope, id))) throw new Refusal('not_found');
  return ensure(await getOrder(db, id));
}

function present(order: StaffOrderRow, isContactShown: boolean): z.input<typeof OrderRow> {
  const { state, payment_state, payment_method, receiving_type } = order;
  return {
    ...order,
    created_at: order.created_at.toISOString(),
    state_words: orderStateWord(state, receiving_type),
    payment_words: paymentStateWords[payment_state],
    payment_method_words: paymentMethodWords[payment_method],
    contact_phone: isContactShown ? order.contact_phone : null,
    contact_email: isContactShown ? order.contact_email : null,
    arrived_at: order.arrived_at?.toISOString() ?? null,
    reserved_until: order.reserved_until?.toISOString() ?? null,
    next_states: nextStates(receiving_type, state).map((next) => ({
      state: next,
      words: orderStateWord(next, receiving_type),
    })),
  };
}
