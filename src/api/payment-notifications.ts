import { z } from 'zod';
import { findProvider } from '#integrations/payments/provider.ts';
import { keepEvent } from '#modules/payments/events.ts';
import { isInNetworks, networkList } from '#platform/networks.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Api, type ApiContext, ErrorAnswer } from './api.ts';

const Notification = z.looseObject({
  type: z.literal('notification'),
  event: z.string().max(100),
  object: z.looseObject({ id: z.string().max(100) }),
});

/**
 * Notifications of the payment provider. They carry no signature: taken only from its networks, kept, answered at once; a job asks the
 * provider what is true. Anything but 200 is sent again for a day, so a fault of ours loses nothing.
 */
export function paymentNotificationRoutes(api: Api, { db, config }: ApiContext): void {
  api.post(
    '/api/payments/yookassa/',
    {
      schema: { hide: true, body: Notification, response: { 200: z.object({}), 403: ErrorAnswer, 404: ErrorAnswer } },
      config: { anyHost: true, rateLimit: false },
      // Before the body is read: strangers are not listened to.
      onRequest: async (request) => {
        const provider = await findProvider(db, config);
        if (!provider) throw new Refusal('not_found');
        const networks = networkList(provider.networks);
        if (networks && isInNetworks(networks, request.ip)) return;
        request.log.warn({ address: request.ip }, 'a payment notification from a foreign address');
        throw new Refusal('forbidden');
      },
    },
    async (request) => {
      const { event, object } = request.body;
      const received = { event, object_id: object.id, address: request.ip, body: request.body };
      await db.transaction().execute((db) => keepEvent(db, received));
      return {};
    },
  );
}
