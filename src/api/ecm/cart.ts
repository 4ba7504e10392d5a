import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { ProductCode } from '#api/product-code.ts';
import { type Cart, cartId } from '#modules/cart/cart.ts';
import { cartEtag } from '#modules/cart/cart-etag.ts';
import { checkPairs } from '#modules/cart/check-line.ts';
import { mergeGuestCart } from '#modules/cart/merge-carts.ts';
import { cartCookies, cartOf, openCart } from '#modules/cart/open-cart.ts';
import { replaceCart } from '#modules/cart/replace-cart.ts';
import { CartInput, CartMergeInput } from '#modules/cart/schema.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { guestCookies } from '#modules/signing/settle-guest.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

const CartAnswer = z.object({
  id: z.string(),
  coupon: z.string().nullable(),
  products: z.array(z.object({ product_id: z.int(), product_idcode: z.string(), count: z.int() })),
  /** The mark of this state: the ETag without quotes, for If-Match. */
  version: z.string(),
});

const params = z.object({ product: ProductCode });

/**
 * S7-14…16. cart_uuid is the uuid of S7-02: a signed-in person's id names their rows, a guest's uuid their cookie, any
 * other is unknown.
 */
export function cartRoutes(api: Api, context: ApiContext): void {
  getRoute(api, context);
  putRoute(api, context);
  concatRoute(api, context);
}

function getRoute(api: Api, { db }: ApiContext): void {
  api.get(
    '/api/ecm/:product/cart/',
    {
      schema: {
        summary: 'Корзина',
        params,
        querystring: z.looseObject({ cart_uuid: z.string().max(100).optional() }),
        response: { 200: CartAnswer, 404: ErrorAnswer, 500: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const { requestContext } = request;
      checkOwner(requestContext, request.query.cart_uuid);
      const cart = await openCart(db, requestContext);
      // S4-09, S8-03: the client makes a new one.
      if (cart.kept === 'account' && cart.version === 0) throw unknownCart();
      return answer(db, requestContext, cart, reply);
    },
  );
}

function putRoute(api: Api, { db, config }: ApiContext): void {
  const failures = { 404: ErrorAnswer, 409: ErrorAnswer, 412: ErrorAnswer, 422: ErrorAnswer, 429: ErrorAnswer };
  api.put(
    '/api/ecm/:product/cart/',
    {
      schema: {
        summary: 'Сохранить корзину целиком',
        params,
        headers: z.looseObject({ 'if-match': z.string().max(1_000).optional() }),
        body: CartInput,
        response: { 200: CartAnswer, ...failures },
      },
    },
    async (request, reply) => {
      const { requestContext, body } = request;
      checkOwner(requestContext, body.id);
      const marks = marksOf(request.headers['if-match']);
      const cart = await replaceCart(db, requestContext.priceContext, cartOf(requestContext), body, {
        marks,
        requester: requestContext,
      });
      return answer(db, requestContext, cart, reply, cartCookies(requestContext, config.MAIN_DOMAIN, cart));
    },
  );
}

function concatRoute(api: Api, { db, config }: ApiContext): void {
  api.post(
    '/api/ecm/:product/cart-concat/new/',
    {
      schema: {
        summary: 'Соединить корзину гостя с корзиной пользователя',
        params,
        body: CartMergeInput,
        response: { 200: CartAnswer, 404: ErrorAnswer, 409: ErrorAnswer, 422: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const { requestContext, body } = request;
      const { id, products, coupon } = body.new_cart_data;
      if (!requestContext.account || id !== requestContext.account.user_id) throw unknownCart();
      const ids = products.map((line) => line.product_id);
      checkPairs(await offersOf(db, requestContext.priceContext, ids), products);
      const { department_id_1c } = requestContext.priceContext;
      const guest = { visitor: body.old_cart_id, lines: products, coupon: coupon || null, department_id_1c };
      const { cart } = await db.transaction().execute((db) => mergeGuestCart(db, id, guest));
      return answer(
        db,
        requestContext,
        cart,
        reply,
        guestCookies(requestContext, config.MAIN_DOMAIN, [body.old_cart_id]),
      );
    },
  );
}

function checkOwner(requestContext: RequestContext, cart_uuid: string | undefined): void {
  if (!cart_uuid) throw new Refusal('no_cart_uuid');
  if (cart_uuid !== requestContext.visitor) throw unknownCart();
}

function unknownCart(): Refusal {
  return new Refusal('not_found', {}, 'Такой корзины нет');
}

async function answer(
  db: Db,
  { priceContext }: RequestContext,
  cart: Cart,
  reply: FastifyReply,
  cookies: string[] = [],
): Promise<z.input<typeof CartAnswer>> {
  const version = cartEtag(cart);
  reply.header('ETag', `"${version}"`);
  if (cookies.length > 0) reply.header('Set-Cookie', cookies);
  const offers = await offersOf(
    db,
    priceContext,
    cart.lines.map((line) => line.product_id),
  );
  const products = cart.lines.flatMap(({ product_id, count }) => {
    const offer = offers.get(product_id);
    return offer ? [{ product_id, product_idcode: offer.idcode, count }] : [];
  });
  return { id: cartId(cart), coupon: cart.coupon, products, version };
}

/** The marks of an If-Match header; null: any state will do. */
function marksOf(header: string | undefined): string[] | null {
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').map((mark) => mark.trim().replace(/^(W\/)?"(.*)"$/, '$2'));
}
