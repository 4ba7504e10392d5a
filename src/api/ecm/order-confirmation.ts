import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { ProductCode } from '#api/product-code.ts';
import { listActs } from '#modules/handover/acts.ts';
import { recipientOf } from '#modules/handover/hand-over.ts';
import { passLink, passToken } from '#modules/handover/pass.ts';
import { isActive } from '#shared/order-states.ts';
import { ownOrder } from './own-order.ts';

/** `link` is what the pass's QR code holds; code and link are null when there is nothing left to receive. */
const ConfirmationAnswer = z.object({
  order_id: z.string(),
  number: z.int(),
  state: z.string(),
  code: z.string().nullable(),
  link: z.string().nullable(),
  recipient: z.string(),
  reserved_until: z.string().nullable(),
  acts: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      staff_name: z.string(),
      recipient_name: z.string(),
      is_last: z.boolean(),
      note: z.string(),
      lines: z.array(
        z.object({
          name: z.string(),
          unit: z.string(),
          expected: z.int(),
          given: z.int(),
          problem: z.string().nullable(),
          note: z.string(),
        }),
      ),
    }),
  ),
});

/**
 * S7-33: the pickup pass and the acts of an order, for whoever the order belongs to; for anybody else it does not
 * exist.
 */
export function orderConfirmationRoutes(api: Api, context: ApiContext): void {
  const { db, keys } = context;
  api.get(
    '/api/ecm/:product/orders/:id/receiving/confirmation/',
    {
      schema: {
        summary: 'Пропуск на выдачу и акты',
        params: z.object({ product: ProductCode, id: z.string().max(100) }),
        querystring: z.object({ token: z.string().max(100).optional() }),
        response: { 200: ConfirmationAnswer, 404: ErrorAnswer },
      },
    },
    async (request) => {
      const { requestContext, query, params } = request;
      const order = await ownOrder(context, requestContext, params.id, query.token);
      const isOpen = isActive(order.state);
      return {
        order_id: order.id,
        number: order.number,
        state: order.state,
        code: isOpen ? order.pickup_code : null,
        link: isOpen ? passLink(requestContext.origin, passToken(keys, order)) : null,
        recipient: recipientOf(order),
        reserved_until: order.reserved_until?.toISOString() ?? null,
        acts: (await listActs(db, order.id)).map(({ proof: _, at, lines, ...act }) => ({
          ...act,
          at: new Date(at).toISOString(),
          lines: lines.map(({ name, unit, expected, given, problem, note }) => {
            return { name, unit, expected, given, problem, note };
          }),
        })),
      };
    },
  );
}
