import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { checkProductCode, ProductCode } from '#api/product-code.ts';
import { orderMethods } from '#integrations/payments/order-methods.ts';
import { unreadCart } from '#modules/cart/open-cart.ts';
import { buyerOf } from '#modules/orders/buyer-of.ts';
import { guestLimits } from '#modules/orders/guest-limits.ts';
import { secretCookie, secretFor } from '#modules/orders/order-access.ts';
import { placedOrderCookies } from '#modules/orders/order-cookies.ts';
import type { PlacedOrder } from '#modules/orders/place-order.ts';
import { IdempotencyKey, OrderInput } from '#modules/orders/schema.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { visitorOfKey } from '#modules/orders/visitor-of-key.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { roubles } from '#shared/money.ts';
import { refusalInRoubles } from './refusal-in-roubles.ts';

/** Roubles. delivery_price null = «уточнит оператор», total is then the goods only. */
const OrderAnswer = z.object({
  id: z.string(),
  number: z.int(),
  state: z.string(),
  payment_state: z.string(),
  goods_sum: z.number(),
  delivery_price: z.number().nullable(),
  total: z.number(),
  coupon: z.string().nullable(),
  pickup_code: z.string(),
  products: z.array(
    z.object({
      product_id: z.int(),
      product_idcode: z.string(),
      name: z.string(),
      unit: z.string(),
      count: z.int(),
      price: z.number(),
      discount: z.number(),
      sum: z.number(),
    }),
  ),
});

/** S7-32: placing an order. */
export function orderRoutes(api: Api, { db, config, partners }: ApiContext): void {
  api.post(
    '/api/ecm/:product/orders/',
    {
      schema: {
        summary: 'Оформить заказ',
        params: z.object({ product: ProductCode }),
        headers: z.looseObject({ 'idempotency-key': IdempotencyKey }),
        body: OrderInput,
        response: { 201: OrderAnswer, 404: ErrorAnswer, 409: ErrorAnswer, 422: ErrorAnswer, 429: ErrorAnswer },
      },
    },
    async (request, reply) => {
      checkProductCode(request.params.product, config);
      const { visit } = request;
      const key = request.headers['idempotency-key'];
      const visitor = visit.visitor ?? visitorOfKey(key, visit.address);
      const keys = await secretKeys(db, config.SECRET_KEYS);
      const secret = secretFor(keys, visit.cookies[secretCookie], visitor, key);
      const { department, shelf, address, origin } = visit;
      const buyer = buyerOf(visit.account);
      const payment_methods = orderMethods(partners.payments);
      const most_paid_positions = partners.payments?.most_positions;
      const guest_limits = guestLimits(config, visit);
      const payable = { payment_methods, most_paid_positions };
      const place = { department, shelf, visitor, key, secret, address, origin, buyer, guest_limits, ...payable };
      const order = await submitOrder(db, place, request.body).catch(refusalInRoubles);
      const cart = { ...unreadCart(visit), visitor };
      reply.header('Set-Cookie', placedOrderCookies(visit, config.MAIN_DOMAIN, cart, secret, order));
      reply.header('Cache-Control', 'private, no-store').header('Location', `/order/${order.id}/`).code(201);
      return toAnswer(order);
    },
  );
}

function toAnswer({ is_replay: _, ...order }: PlacedOrder): z.input<typeof OrderAnswer> {
  return {
    ...order,
    goods_sum: roubles(order.goods_sum),
    delivery_price: order.delivery_price === null ? null : roubles(order.delivery_price),
    total: roubles(order.total),
    products: order.products.map((line) => ({
      ...line,
      price: roubles(line.price),
      discount: roubles(line.discount),
      sum: roubles(line.sum),
    })),
  };
}
