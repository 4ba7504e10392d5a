import { z } from 'zod';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { readAccountCart } from '#modules/cart/account-cart.ts';
import { type Cart, cartId } from '#modules/cart/cart.ts';
import { cartItems } from '#modules/cart/cart-state.ts';
import { openCart } from '#modules/cart/open-cart.ts';
import { restoreCart } from '#modules/cart/restore-cart.ts';
import { CartRestoreInput } from '#modules/cart/schema.ts';
import { standingConsent } from '#modules/consents/consents.ts';
import { listOwnOrders } from '#modules/orders/list-own-orders.ts';
import { noteToSay } from '#modules/signing/merge-note.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDate } from '#shared/dates.ts';
import { orderStates } from '#shared/order-states.ts';
import { type Api, type ApiContext, ErrorAnswer } from './api.ts';

/** S3-05. */
const CartStateAnswer = z.object({
  /** cart_uuid; null: a guest without one, or a look at the shop. */
  cartId: z.string().nullable(),
  /** Of two answers the one with the greater version is the later; 0 for a guest, and where no cart is stored. */
  version: z.int(),
  /** What lies in the cart: the product's id and whole sales units, so that a cached page shows it. */
  cartItems: z.array(z.object({ id: z.int(), count: z.int() })),
  cartCoupon: z.string().nullable(),
  is_whole: z.literal(true),
});

const VisitorState = z.object({
  /**
   * The access token has run out: what stands here is a guest's, and the browser renews its session before it asks
   * again (S4-01).
   */
  must_renew: z.boolean(),
  cart: CartStateAnswer,
  /** What came from the guest's cart of this browser (S4-10); said once. */
  note: z.object({ lines: z.array(z.object({ id: z.int(), name: z.string(), amount: z.string() })) }).nullable(),
});

/** What a cached page asks for once after load: nothing of it may stand in the page itself. */
export function visitorStateRoutes(api: Api, { db, config }: ApiContext): void {
  api.get(
    '/api/_visitor/state',
    { schema: { summary: 'Состояние посетителя для шапки и карточек', response: { 200: VisitorState } } },
    async (request, reply) => {
      const { requestContext } = request;
      const came = await noteToSay(db, requestContext, config.MAIN_DOMAIN);
      const cart = await openCart(db, requestContext);
      if (came.cookies.length > 0) reply.header('Set-Cookie', came.cookies);
      return {
        must_renew: !requestContext.account && Boolean(requestContext.cookies.refresh),
        // In a look at the shop nothing changes: a cart that is nobody's is neither followed nor made again.
        cart: requestContext.preview ? { ...answerOf(cart), cartId: null } : answerOf(cart),
        note: came.note,
      };
    },
  );

  api.get(
    '/api/_visitor/consent',
    {
      schema: {
        summary:
          'Согласие на обработку данных, которое посетитель уже дал: форма на общей странице не спросит его снова',
        response: { 200: z.object({ consent: z.object({ given_on: z.string() }).nullable() }) },
      },
    },
    async ({ requestContext: { account, department } }) => {
      const consent = account && (await standingConsent(db, account.user_id));
      return { consent: consent && { given_on: formatDate(consent.given_at, department.time_zone) } };
    },
  );

  api.get(
    '/api/_visitor/last-order',
    {
      schema: {
        summary:
          'Последний неотменённый заказ, который главная страница предлагает повторить; null, если заказать некому или нечего',
        response: {
          200: z.object({ order: z.object({ id: z.string(), number: z.int(), date: z.string() }).nullable() }),
        },
      },
    },
    async ({ requestContext: { account } }) => {
      if (!account || account.company?.role === 'accountant') return { order: null };
      const states = orderStates.filter((state) => state !== 'cancelled');
      const [order] = (await listOwnOrders(db, account.user_id, { states, page: 1, limit: 1 })).orders;
      if (!order) return { order: null };
      const { id, number, created_at, time_zone } = order;
      return { order: { id, number, date: formatDate(created_at, time_zone) } };
    },
  );

  api.put(
    '/api/_visitor/cart/',
    {
      schema: {
        summary: 'Новая корзина вместо пропавшей',
        body: CartRestoreInput,
        response: { 200: CartStateAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 422: ErrorAnswer },
      },
    },
    async (request) => {
      const { requestContext, body } = request;
      if (!requestContext.account) throw new Refusal('signed_out');
      // Nothing is made for the customer while a member of staff looks on.
      refuseWhileActing(requestContext.account);
      const cart = await readAccountCart(db, requestContext.account.user_id);
      return answerOf(await restoreCart(db, requestContext.priceContext, cart, body, { requester: requestContext }));
    },
  );
}

function answerOf(cart: Cart): z.input<typeof CartStateAnswer> {
  const isGuests = cart.kept === 'cookie';
  return {
    cartId: isGuests && cart.is_new ? null : cartId(cart),
    version: isGuests ? 0 : cart.version,
    cartItems: cartItems(cart),
    cartCoupon: cart.coupon,
    is_whole: true,
  };
}
