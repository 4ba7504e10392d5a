import { z } from 'zod';
import { openCart } from '#modules/cart/open-cart.ts';
import { settledNote } from '#modules/signing/merge-note.ts';
import type { Api, ApiContext } from './api.ts';

const VisitorState = z.object({
  /** The access token has run out: what stands here is a guest's, and the browser renews its session before it asks again (S4-01). */
  must_renew: z.boolean(),
  cart: z.object({
    /** cart_uuid; null: a guest without one. */
    id: z.string().nullable(),
    /** Of two answers the one with the greater version is the later; 0 for a guest. */
    version: z.int(),
    /** Lines, as the badge counts them. */
    count: z.int(),
    /** product_id → whole sales units, so that a kept page shows what already lies in the cart. */
    lines: z.record(z.string(), z.int()),
    is_whole: z.literal(true),
  }),
  /** What came from the guest's cart of this browser (S4-10); said once. */
  note: z
    .object({ lines: z.array(z.object({ id: z.int(), name: z.string(), count: z.int(), unit: z.string() })) })
    .nullable(),
});

/** What a kept page asks for once after load: nothing of it may stand in the page itself. */
export function visitorStateRoutes(api: Api, { db, config }: ApiContext): void {
  api.get(
    '/api/_visitor/state',
    { schema: { summary: 'Состояние посетителя для шапки и карточек', response: { 200: VisitorState } } },
    async (request, reply) => {
      const { visit } = request;
      const came = await settledNote(db, visit, config.MAIN_DOMAIN);
      const { visitor, version, lines } = await openCart(db, visit);
      reply.header('Cache-Control', 'private, no-store');
      if (came.cookies.length > 0) reply.header('Set-Cookie', came.cookies);
      return {
        must_renew: !visit.account && Boolean(visit.cookies.refresh),
        cart: {
          id: visitor,
          version: version ?? 0,
          count: lines.length,
          lines: Object.fromEntries(lines.map(({ product_id, count }) => [product_id, count])),
          is_whole: true as const,
        },
        note: came.note,
      };
    },
  );
}
