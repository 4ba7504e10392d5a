import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { checkProductCode, ProductCode } from '#api/product-code.ts';
import { readGuestCart } from '#modules/cart/guest-cart.ts';
import { offersOf } from '#modules/catalogue/offers.ts';
import { Refusal } from '#platform/refusal.ts';

const CartAnswer = z.object({
  id: z.string(),
  coupon: z.string().nullable(),
  products: z.array(z.object({ product_id: z.int(), product_idcode: z.string(), count: z.int() })),
});

/** S7-14 for guests: their uuid names the cart of their own cookie; any other cart is unknown to them. */
export function cartRoutes(api: Api, { db, config }: ApiContext): void {
  api.get(
    '/api/ecm/:product/cart/',
    {
      schema: {
        summary: 'Корзина',
        params: z.object({ product: ProductCode }),
        querystring: z.looseObject({ cart_uuid: z.string().max(100).optional() }),
        response: { 200: CartAnswer, 404: ErrorAnswer, 500: ErrorAnswer },
      },
    },
    async (request, reply) => {
      checkProductCode(request.params.product, config);
      reply.header('Cache-Control', 'private, no-store');
      const { cart_uuid } = request.query;
      if (!cart_uuid) throw new Refusal('no_cart_uuid');
      const { visit } = request;
      if (cart_uuid !== visit.visitor) throw new Refusal('not_found', {}, 'Такой корзины нет');
      const cart = readGuestCart(visit.cookies, visit.visitor);
      const offers = await offersOf(
        db,
        visit.shelf,
        cart.lines.map((line) => line.product_id),
      );
      const products = cart.lines.flatMap(({ product_id, count }) => {
        const offer = offers.get(product_id);
        return offer ? [{ product_id, product_idcode: offer.idcode, count }] : [];
      });
      return { id: cart_uuid, coupon: cart.coupon, products };
    },
  );
}
