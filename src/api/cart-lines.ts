import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { addMissing } from '#modules/cart/add-missing.ts';
import { addToCart } from '#modules/cart/add-to-cart.ts';
import type { Cart } from '#modules/cart/cart.ts';
import { cartState } from '#modules/cart/cart-state.ts';
import { cartCookies, cartOf } from '#modules/cart/open-cart.ts';
import { removeLine } from '#modules/cart/remove-line.ts';
import { AddToCartInput, CartLineInput, CartLinesInput } from '#modules/cart/schema.ts';
import { setCount } from '#modules/cart/set-count.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Api, type ApiContext, ErrorAnswer } from './api.ts';

const State = z.object({
  cartId: z.string(),
  version: z.int(),
  cartItems: z.array(z.object({ id: z.int(), count: z.int() })),
  cartCoupon: z.string().nullable(),
  is_whole: z.boolean(),
});

/**
 * A refusal is words in an answer of status 200: an error status would only be one more error in the visitor's console
 * (decision 080).
 */
const CartLineAnswer = z.object({
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** A signed-in person's cart (`CartState`); null: a guest's, which stands in the cookie. */
  cart: State.nullable(),
});

const response = { 200: CartLineAnswer, 422: ErrorAnswer };

/**
 * The buttons of products where a script runs. The cart's page, and whoever has no script, sends the form of `/cart/`.
 */
export function cartLineRoutes(api: Api, { db, config }: ApiContext): void {
  api.post(
    '/api/cart/lines/',
    { schema: { summary: 'Положить товар в корзину', body: AddToCartInput, response } },
    ({ requestContext, body }, reply) =>
      answerTo(
        requestContext,
        reply,
        addToCart(db, requestContext.priceContext, cartOf(requestContext), body, { key: body.request_key }),
      ),
  );

  api.put(
    '/api/cart/lines/',
    { schema: { summary: 'Изменить количество товара в корзине', body: CartLineInput, response } },
    ({ requestContext, body }, reply) =>
      answerTo(requestContext, reply, setCount(db, requestContext.priceContext, cartOf(requestContext), body)),
  );

  api.delete(
    '/api/cart/lines/:product_id/',
    {
      schema: {
        summary: 'Убрать товар из корзины',
        params: CartLineInput.pick({ product_id: true }),
        response,
      },
    },
    ({ requestContext, params }, reply) =>
      answerTo(
        requestContext,
        reply,
        removeLine(db, cartOf(requestContext), params.product_id).then(({ cart }) => cart),
      ),
  );

  api.post(
    '/api/cart/goods/',
    {
      schema: { summary: 'Дополнить корзину до этих количеств, ничего не убавляя', body: CartLinesInput, response },
    },
    ({ requestContext, body }, reply) =>
      answerTo(requestContext, reply, addMissing(db, requestContext.priceContext, cartOf(requestContext), body)),
  );

  async function answerTo(
    requestContext: RequestContext,
    reply: FastifyReply,
    changing: Promise<Cart>,
  ): Promise<z.input<typeof CartLineAnswer>> {
    try {
      const cart = await changing;
      const cookies = cartCookies(requestContext, config.MAIN_DOMAIN, cart);
      if (cookies.length > 0) reply.header('Set-Cookie', cookies);
      return { error: null, cart: cartState(cart) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { error: { code: error.code, message: error.message }, cart: null };
    }
  }
}
