import { z } from 'zod';
import { readGuestCart } from '#modules/cart/guest-cart.ts';
import type { Api } from './api.ts';

const VisitorState = z.object({
  cart: z.object({
    /** Lines, as the badge counts them. */
    count: z.int(),
    /** product_id → whole sales units, so that a kept page shows what already lies in the cart. */
    lines: z.record(z.string(), z.int()),
  }),
});

/** What a kept page asks for once after load: nothing of it may stand in the page itself. */
export function visitorStateRoutes(api: Api): void {
  api.get(
    '/api/_visitor/state',
    { schema: { summary: 'Состояние посетителя для шапки и карточек', response: { 200: VisitorState } } },
    async (request, reply) => {
      const { lines } = readGuestCart(request.visit.cookies, request.visit.visitor);
      reply.header('Cache-Control', 'private, no-store');
      return {
        cart: {
          count: lines.length,
          lines: Object.fromEntries(lines.map(({ product_id, count }) => [product_id, count])),
        },
      };
    },
  );
}
