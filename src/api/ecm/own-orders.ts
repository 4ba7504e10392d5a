import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { ProductCode } from '#api/product-code.ts';
import { changeReceiving } from '#modules/orders/change-receiving.ts';
import { claimPurchase } from '#modules/orders/claim-purchase.ts';
import { isFree } from '#modules/orders/delivery-slots.ts';
import { listGuestOrders, listOwnOrders, type OwnOrder } from '#modules/orders/list-own-orders.ts';
import { secretCookie } from '#modules/orders/order-access.ts';
import { cancelOwnOrder } from '#modules/orders/own-order.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import {
  quoteOrder,
  receivingDays,
  receivingPlaces,
  receivingRights,
  receivingSlots,
} from '#modules/orders/receiving.ts';
import { ReceivingInput } from '#modules/orders/schema.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { roubles, roublesOrNull } from '#shared/money.ts';
import { isActive, orderStates } from '#shared/order-states.ts';
import { clock } from '#shared/work-time.ts';
import { ownOrder } from './own-order.ts';
import { refusalInRoubles } from './refusal-in-roubles.ts';

/** Roubles. delivery_price null = «уточнит оператор», total is then the goods only. */
const OrderRow = z.object({
  id: z.string(),
  number: z.int(),
  state: z.string(),
  payment_state: z.string(),
  payment_method: z.string(),
  created_at: z.string(),
  receiving: z.object({ type: z.string(), place: z.string(), date: z.string().nullable() }),
  total: z.number(),
  delivery_price: z.number().nullable(),
  reserved_until: z.string().nullable(),
  company_name: z.string().nullable(),
  buyer_number: z.string().nullable(),
  building_site: z.string().nullable(),
  awaits_approval: z.boolean(),
  ordered_by: z.string(),
  lines_count: z.int(),
});

const OrderList = z.object({
  items: z.array(OrderRow),
  total: z.int(),
  unpaid_sum: z.number(),
  page: z.int(),
  pages: z.int(),
});

const Hours = z.object({ from: z.string(), to: z.string() });

/** Times are 'HH:MM' by the clock of the place. `may_change`: which of it the reader may still change. */
const ReceivingAnswer = z.object({
  type: z.string(),
  department_id_1c: z.string().nullable(),
  address: z.string().nullable(),
  zone_name: z.string().nullable(),
  date: z.string().nullable(),
  slot: Hours.nullable(),
  recipient: z.object({ kind: z.string(), name: z.string(), phone: z.string() }),
  car_plate: z.string().nullable(),
  unloading_note: z.string(),
  carrying: z.object({ kind: z.string(), floor: z.int().nullable() }).nullable(),
  delivery_price: z.number().nullable(),
  carrying_price: z.number().nullable(),
  total: z.number(),
  reserved_until: z.string().nullable(),
  may_change: z.object({ place: z.boolean(), time: z.boolean(), people: z.boolean() }),
  points: z.array(z.object({ id_1c: z.string(), name_for_site: z.string(), city: z.string(), address: z.string() })),
  days: z.array(z.object({ date: z.string(), slots: z.array(Hours) })),
});

const OwnOrderAnswer = OrderRow.omit({
  receiving: true,
  lines_count: true,
  ordered_by: true,
  company_name: true,
  buyer_number: true,
  building_site: true,
}).extend({
  goods_sum: z.number(),
  carrying_price: z.number().nullable(),
  discount: z.number(),
  bonus_discount: z.number(),
  coupon: z.string().nullable(),
  pickup_code: z.string(),
  contact: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  company: z
    .object({
      name: z.string(),
      inn: z.string(),
      buyer_number: z.string().nullable(),
      building_site: z.string().nullable(),
    })
    .nullable(),
  comment: z.string(),
  can_be_cancelled: z.boolean(),
  receiving: ReceivingAnswer.omit({
    points: true,
    days: true,
    may_change: true,
    total: true,
    delivery_price: true,
    carrying_price: true,
  }),
  products: z.array(
    z.object({
      product_id: z.int(),
      product_idcode: z.string(),
      name: z.string(),
      article: z.string().nullable(),
      unit: z.string(),
      count: z.int(),
      price: z.number(),
      discount: z.number(),
      bonus_discount: z.number(),
      sum: z.number(),
    }),
  ),
  moves: z.array(
    z.object({
      at: z.string(),
      state: z.string().nullable(),
      payment_state: z.string().nullable(),
      who: z.string(),
      why: z.string(),
    }),
  ),
});

/** S7-28, roubles; null: it was told before, or the order is older than a day. */
const PurchaseAnswer = z.object({
  purchase: z
    .object({
      number: z.int(),
      total: z.number(),
      coupon: z.string().nullable(),
      products: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          brand: z.string().nullable(),
          category: z.string().nullable(),
          price: z.number(),
          count: z.int(),
        }),
      ),
    })
    .nullable(),
});

const params = z.object({ product: ProductCode, id: z.string().max(100) });
const querystring = z.object({ token: z.string().max(200).optional() });
const errors = { 403: ErrorAnswer, 404: ErrorAnswer, 409: ErrorAnswer, 422: ErrorAnswer };
const offeredDays = 5;

/**
 * S7-33: one's own orders. They open for the signed-in person, for the guest's secret cookie and for the token of an
 * email's link; for anybody else they do not exist.
 */
export function ownOrderRoutes(api: Api, context: ApiContext): void {
  orderListRoute(api, context);
  orderRoutes(api, context);
  receivingRoutes(api, context);
  purchaseRoute(api, context);
}

function orderListRoute(api: Api, { db }: ApiContext): void {
  api.get(
    '/api/ecm/:product/orders/',
    {
      schema: {
        summary: 'Свои заказы',
        params: z.object({ product: ProductCode }),
        querystring: z.object({
          state: z.enum(['active', 'completed']).default('active'),
          q: z.string().max(100).optional(),
          page: z.coerce.number().int().min(1).max(100_000).default(1),
          limit: z.coerce.number().int().min(1).max(100).default(20),
        }),
        response: { 200: OrderList, 401: ErrorAnswer, ...errors },
      },
    },
    async (request) => {
      const { requestContext, query } = request;
      const secret = requestContext.cookies[secretCookie];
      const states = orderStates.filter((state) => isActive(state) === (query.state === 'active'));
      const filter = { states, search: query.q, page: query.page, limit: query.limit };
      const list = requestContext.account
        ? await listOwnOrders(db, requestContext.account.user_id, filter)
        : secret
          ? await listGuestOrders(db, secret, filter)
          : null;
      if (!list) throw new Refusal('signed_out');
      return {
        items: list.orders.map(toRow),
        total: list.found,
        unpaid_sum: roubles(list.unpaid_sum),
        page: query.page,
        pages: Math.max(1, Math.ceil(list.found / query.limit)),
      };
    },
  );
}

function orderRoutes(api: Api, context: ApiContext): void {
  api.get(
    '/api/ecm/:product/orders/:id/',
    { schema: { summary: 'Свой заказ', params, querystring, response: { 200: OwnOrderAnswer, ...errors } } },
    async (request) => {
      return toAnswer(await ownOrder(context, request.requestContext, request.params.id, request.query.token));
    },
  );

  api.post(
    '/api/ecm/:product/orders/:id/cancel/',
    { schema: { summary: 'Отменить свой заказ', params, querystring, response: { 200: OwnOrderAnswer, ...errors } } },
    async (request) => {
      const { requestContext, params, query } = request;
      const order = await ownOrder(context, requestContext, params.id, query.token);
      await context.db.transaction().execute((db) => cancelOwnOrder(db, order, requestContext.account));
      return toAnswer(await ownOrder(context, requestContext, params.id, query.token));
    },
  );
}

function receivingRoutes(api: Api, context: ApiContext): void {
  const { db } = context;
  const path = '/api/ecm/:product/orders/:id/receiving/';
  api.get(
    path,
    {
      schema: {
        summary: 'Как, когда и кем получается заказ, и что ещё можно выбрать',
        params,
        querystring,
        response: { 200: ReceivingAnswer, ...errors },
      },
    },
    async (request) => {
      return receivingAnswer(
        db,
        await ownOrder(context, request.requestContext, request.params.id, request.query.token),
      );
    },
  );

  api.put(
    path,
    {
      schema: {
        summary: 'Изменить получение заказа',
        params,
        querystring,
        body: ReceivingInput,
        response: { 200: ReceivingAnswer, ...errors, 429: ErrorAnswer },
      },
    },
    async (request) => {
      const { requestContext, params, query, body } = request;
      const order = await ownOrder(context, requestContext, params.id, query.token);
      await db
        .transaction()
        .execute((db) => changeReceiving(db, order, body, { account: requestContext.account }))
        .catch(refusalInRoubles);
      return receivingAnswer(db, await ownOrder(context, requestContext, params.id, query.token));
    },
  );
}

function purchaseRoute(api: Api, context: ApiContext): void {
  api.post(
    '/api/ecm/:product/orders/:id/purchase/',
    {
      schema: {
        summary: 'Покупка для счётчика: один раз за заказ, первому спросившему в течение суток',
        params,
        response: { 200: PurchaseAnswer, ...errors },
      },
    },
    async (request) => {
      const { requestContext } = request;
      const order = await ownOrder(context, requestContext, request.params.id);
      // What staff does for a customer is no visit of the customer's.
      if (requestContext.account?.acting) return { purchase: null };
      const purchase = await claimPurchase(context.db, order);
      if (!purchase) return { purchase: null };
      const products = purchase.products.map((line) => ({ ...line, price: roubles(line.price) }));
      return { purchase: { ...purchase, total: roubles(purchase.total), products } };
    },
  );
}

async function receivingAnswer(db: Db, order: OrderView): Promise<z.input<typeof ReceivingAnswer>> {
  const now = new Date();
  const places = await receivingPlaces(db, order);
  const place = await presentPlace(db, order, places);
  const dates = receivingDays(order, places, place, now).slice(0, offeredDays);
  const days = dates.map(async (date) => ({
    date,
    slots: (await receivingSlots(db, order, places, place, { date, now })).filter(isFree).map(toHours),
  }));
  const { why_not: _, ...may_change } = receivingRights(order);
  return {
    ...receivingOf(order),
    delivery_price: roublesOrNull(order.delivery_price),
    carrying_price: roublesOrNull(order.carrying_price),
    total: roubles(order.total),
    may_change,
    points: places.points.map(({ id_1c, name_for_site, city, address }) => ({ id_1c, name_for_site, city, address })),
    days: await Promise.all(days),
  };
}

async function presentPlace(db: Db, order: OrderView, { points }: Awaited<ReturnType<typeof receivingPlaces>>) {
  const { department, address } = order.receiving;
  const point = points.find(({ id_1c }) => id_1c === department?.id_1c);
  return point ? { point } : { quote: await quoteOrder(db, order, address ?? '') };
}

function toRow(order: OwnOrder): z.input<typeof OrderRow> {
  const { id, number, state, payment_state, payment_method, company_name, ordered_by, lines_count } = order;
  return {
    id,
    number,
    state,
    payment_state,
    payment_method,
    created_at: order.created_at.toISOString(),
    receiving: { type: order.receiving_type, place: order.place, date: order.receiving_date },
    total: roubles(order.total),
    delivery_price: roublesOrNull(order.delivery_price),
    reserved_until: order.reserved_until?.toISOString() ?? null,
    company_name,
    buyer_number: order.buyer_number,
    building_site: order.building_site,
    awaits_approval: order.awaits_approval,
    ordered_by,
    lines_count,
  };
}

function toAnswer(order: OrderView): z.input<typeof OwnOrderAnswer> {
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    payment_state: order.payment_state,
    payment_method: order.payment_method,
    created_at: order.created_at.toISOString(),
    total: roubles(order.total),
    goods_sum: roubles(order.goods_sum),
    discount: roubles(order.discount),
    bonus_discount: roubles(order.bonus_discount),
    delivery_price: roublesOrNull(order.delivery_price),
    carrying_price: roublesOrNull(order.carrying_price),
    reserved_until: order.reserved_until?.toISOString() ?? null,
    coupon: order.coupon,
    pickup_code: order.pickup_code,
    contact: order.contact,
    company: order.company,
    awaits_approval: order.awaits_approval,
    comment: order.comment,
    can_be_cancelled: order.can_be_cancelled && order.reader_role !== 'accountant',
    receiving: receivingOf(order),
    products: order.lines.map((line) => ({
      product_id: line.product_id,
      product_idcode: line.product_idcode,
      name: line.name,
      article: line.article,
      unit: line.unit,
      count: line.count,
      price: roubles(line.price),
      discount: roubles(line.discount),
      bonus_discount: roubles(line.bonus_discount),
      sum: roubles(line.sum),
    })),
    moves: order.moves.map((move) => ({ ...move, at: move.at.toISOString() })),
  };
}

function receivingOf({ receiving, contact, reserved_until }: OrderView) {
  const kind = receiving.is_proxy ? 'proxy' : receiving.recipient ? 'person' : 'self';
  const { name, phone } = receiving.recipient ?? contact;
  return {
    type: receiving.type,
    department_id_1c: receiving.department?.id_1c ?? null,
    address: receiving.address,
    zone_name: receiving.zone_name,
    date: receiving.date,
    slot: receiving.hours && toHours(receiving.hours),
    recipient: { kind, name, phone },
    car_plate: receiving.car_plate,
    unloading_note: receiving.unloading_note,
    carrying: receiving.carrying,
    reserved_until: reserved_until?.toISOString() ?? null,
  };
}

function toHours({ from, to }: { from: number; to: number }) {
  return { from: clock(from), to: clock(to) };
}
