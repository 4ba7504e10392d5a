import { z } from 'zod';
import { keepEvent } from '#modules/payments/events.ts';
import { isInNetworks, networkList } from '#platform/networks.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Api, type ApiContext, ErrorAnswer } from './api.ts';

/**
 * Notifications of the payment provider, at an address that names it. They prove nothing: taken only from its networks,
 * stored, answered at once; a job asks the provider what is true. Anything but 200 is sent again for a day, so a fault
 * of ours loses nothing.
 */
export function paymentNotificationRoutes(api: Api, { db, partners }: ApiContext): void {
  const provider = partners.payments;
  const params = z.object({ provider: z.string() });
  api.post(
    '/api/payments/:provider/',
    {
      schema: { hide: true, params, response: { 200: z.object({}), 403: ErrorAnswer, 404: ErrorAnswer } },
      config: { anyHost: true, rateLimit: false },
      // Before the body is read: strangers are not listened to.
      onRequest: async (request) => {
        const { provider: named } = request.params as z.output<typeof params>;
        if (provider?.name !== named) throw new Refusal('not_found');
        const networks = networkList(provider.networks);
        if (networks && isInNetworks(networks, request.ip)) return;
        request.log.warn({ address: request.ip }, 'a payment notification from a foreign address');
        throw new Refusal('forbidden');
      },
    },
    async (request) => {
      const { body, ip: address } = request;
      const notification = provider?.readNotification(body);
      if (!notification) throw new Refusal('bad_input');
      const { event, object_id } = notification;
      const received = { event, object_id, address, body };
      await db.transaction().execute((db) => keepEvent(db, received));
      return {};
    },
  );
}
