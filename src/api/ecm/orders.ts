import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { ProductCode } from '#api/product-code.ts';
import { orderMethods } from '#integrations/payments/order-methods.ts';
import { cartOf } from '#modules/cart/open-cart.ts';
import { noteOrdered } from '#modules/landings/count-variants.ts';
import type { PlacedOrder } from '#modules/orders/place-order.ts';
import { IdempotencyKey, OrderInput } from '#modules/orders/schema.ts';
import { takeOrder } from '#modules/orders/submit-order.ts';
import { noteLeftGoods } from '#modules/reports/left-goods.ts';
import type { Log } from '#platform/log.ts';
import { roubles, roublesOrNull } from '#shared/money.ts';
import { refusalInRoubles } from './refusal-in-roubles.ts';

/**
 * Roubles. delivery_price null = «уточнит оператор», total is then the goods only; carrying_price is of unloading or
 * lifting, 0 without it.
 */
const OrderAnswer = z.object({
  id: z.string(),
  number: z.int(),
  state: z.string(),
  payment_state: z.string(),
  goods_sum: z.number(),
  delivery_price: z.number().nullable(),
  carrying_price: z.number().nullable(),
  total: z.number(),
  coupon: z.string().nullable(),
  /** Whole bonuses held for the order. */
  bonuses: z.int(),
  pickup_code: z.string(),
  awaits_approval: z.boolean().describe('Сумма больше лимита закупщика: заказ ждёт решения владельца организации'),
  products: z.array(
    z.object({
      product_id: z.int(),
      product_idcode: z.string(),
      name: z.string(),
      unit: z.string(),
      count: z.int(),
      price: z.number(),
      discount: z.number(),
      bonus_discount: z.number(),
      sum: z.number(),
    }),
  ),
});

/** S7-32: placing an order. */
export function orderRoutes(api: Api, { db, config, keys, partners }: ApiContext): void {
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
      const { requestContext, headers, body } = request;
      const terms = {
        config,
        keys,
        payment_methods: orderMethods(partners.payments),
        most_paid_positions: partners.payments?.most_positions,
      };
      const taken = takeOrder(db, requestContext, cartOf(requestContext), terms, headers['idempotency-key'], body);
      const { order, cookies } = await taken.catch(refusalInRoubles);
      noteLeftGoods(db, requestContext.department, order, body.left_in_cart ?? [], request.log as Log);
      noteOrdered(db, requestContext, order, request.log as Log);
      reply.header('Set-Cookie', cookies);
      reply.header('Location', `/order/${order.id}/`).code(201);
      return toAnswer(order);
    },
  );
}

function toAnswer({ is_replay: _, ...order }: PlacedOrder): z.input<typeof OrderAnswer> {
  return {
    ...order,
    goods_sum: roubles(order.goods_sum),
    delivery_price: roublesOrNull(order.delivery_price),
    carrying_price: roublesOrNull(order.carrying_price),
    total: roubles(order.total),
    products: order.products.map((line) => ({
      ...line,
      price: roubles(line.price),
      discount: roubles(line.discount),
      bonus_discount: roubles(line.bonus_discount),
      sum: roubles(line.sum),
    })),
  };
}
