import { z } from 'zod';
import { listContactInfos } from '#modules/accounts/contact-infos.ts';
import { isSubscribed } from '#modules/subscriptions/queries.ts';
import { isBusinessBuyer } from '#modules/visitors/resolve-request-context.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Api, type ApiContext, ErrorAnswer } from '../api.ts';

const UserAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    uuid: z.uuid(),
    /** S3-03: whether the account's email receives the shop's actions. */
    isSubscribed: z.boolean(),
    currentUser: z.object({
      buyer: z.object({ full_name: z.string() }),
      is_b2b_buyer: z.boolean(),
      buyer_price_column: z.string().nullable(),
      contact_infos: z.array(
        z.object({
          id: z.int(),
          type: z.enum(['phone', 'email', 'telegram']),
          value: z.string(),
          purpose: z.enum(['main', 'additional', 'VK', 'Yandex']),
        }),
      ),
    }),
  }),
});

/**
 * S7-02: who is signed in (S3-04). 401 for a guest and for an access token that has run out alike: the browser then
 * tries one refresh, which tells the two apart (S4-01, S4-02). Staff who act for a customer do not read the contacts.
 */
export function userRoutes(api: Api, { db }: ApiContext): void {
  api.get(
    '/api/auth/user',
    { schema: { summary: 'Кто вошёл', response: { 200: UserAnswer, 401: ErrorAnswer } } },
    async (request) => {
      const { account, priceContext } = request.requestContext;
      if (!account) throw new Refusal('signed_out');
      const contacts = account.acting ? [] : await listContactInfos(db, account.user_id);
      const email = contacts.find(({ type, purpose }) => type === 'email' && purpose === 'main')?.value;
      return {
        success: true as const,
        data: {
          uuid: account.user_id,
          isSubscribed: email ? await isSubscribed(db, email) : false,
          currentUser: {
            buyer: { full_name: account.full_name },
            is_b2b_buyer: isBusinessBuyer(account),
            buyer_price_column: priceContext.buyer_price_column,
            contact_infos: contacts,
          },
        },
      };
    },
  );
}
