import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { priceContextFor, priceContextQuery } from '#api/price-context-query.ts';
import { ProductCode } from '#api/product-code.ts';
import { openCart } from '#modules/cart/open-cart.ts';
import { type RepricedLine, repriceCart, repriceWithCoupon } from '#modules/cart/reprice-with-coupon.ts';
import { CartLinesInput } from '#modules/cart/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import { roubles } from '#shared/money.ts';

/**
 * S3-06 beside the pair of the payload, so that a client may send the same lines back. Roubles per sales unit,
 * kilograms.
 */
const RepricedProduct = z.object({
  id: z.int(),
  idcode: z.string(),
  product_id: z.int(),
  product_idcode: z.string(),
  count: z.int(),
  price: z.number().nullable(),
  old_price: z.number().nullable(),
  coupon_price: z.number().nullable(),
  discount: z.number(),
  sum: z.number().nullable(),
  weight: z.number().nullable(),
});

const params = z.object({ product: ProductCode, coupon: z.string().max(200) });
const response = {
  200: z.array(RepricedProduct),
  404: ErrorAnswer,
  409: ErrorAnswer,
  422: ErrorAnswer,
  429: ErrorAnswer,
};

/** S7-17, S7-18: what the lines cost with a coupon. A failure carries `detail` at the top too (S4-12, S8-04). */
export function couponRoutes(api: Api, { db }: ApiContext): void {
  api.post(
    '/api/ecm/:product/cart/coupons/:coupon/anonymous/',
    {
      schema: {
        summary: 'Цены с купоном для гостя',
        params,
        querystring: z.looseObject(priceContextQuery),
        body: CartLinesInput,
        response,
      },
    },
    async (request) => {
      const priceContext = await priceContextFor(db, request.requestContext, request.query);
      const { coupon } = request.params;
      return (await repriceWithCoupon(db, priceContext, coupon, request.body, request.requestContext, new Date())).map(
        toAnswer,
      );
    },
  );

  api.get(
    '/api/ecm/:product/cart/coupons/:coupon/',
    {
      schema: {
        summary: 'Цены корзины с купоном',
        params,
        querystring: z.looseObject({ cart_uuid: z.string().max(100).optional(), ...priceContextQuery }),
        response: { ...response, 500: ErrorAnswer },
      },
    },
    async (request) => {
      const { requestContext } = request;
      if (!request.query.cart_uuid) throw new Refusal('no_cart_uuid');
      if (request.query.cart_uuid !== requestContext.visitor) throw new Refusal('not_found', {}, 'Такой корзины нет');
      const priceContext = await priceContextFor(db, requestContext, request.query);
      const cart = await openCart(db, requestContext);
      return (await repriceCart(db, priceContext, request.params.coupon, cart, requestContext, new Date())).map(
        toAnswer,
      );
    },
  );
}

function toAnswer(line: RepricedLine): z.input<typeof RepricedProduct> {
  const inRoubles = (kopecks: number | null) => (kopecks === null ? null : roubles(kopecks));
  return {
    id: line.product_id,
    idcode: line.product_idcode,
    product_id: line.product_id,
    product_idcode: line.product_idcode,
    count: line.count,
    price: inRoubles(line.price),
    old_price: inRoubles(line.old_price),
    coupon_price: inRoubles(line.coupon_price),
    discount: roubles(line.discount),
    sum: inRoubles(line.sum),
    weight: line.weight_grams === null ? null : line.weight_grams / 1000,
  };
}
