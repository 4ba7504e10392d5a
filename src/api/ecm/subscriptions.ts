import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { isSubscribed } from '#modules/subscriptions/queries.ts';
import { subscriptionEmailMessages } from '#modules/subscriptions/schema.ts';
import { subscribeToNews, takeSubscriptionTry } from '#modules/subscriptions/subscribe-to-news.ts';
import { Refusal } from '#platform/refusal.ts';

const SiteParams = z.object({ site: z.string().max(100) });

/** S7-22, S7-23: the footer's subscription. */
export function subscriptionRoutes(api: Api, { db, config, keys }: ApiContext): void {
  const checkSite = (site: string) => {
    if (site !== config.SITE_CODE) throw new Refusal('unknown_site_code');
  };

  api.get(
    '/api/ecm/subscriptions/:site/subscribe/product-category/exists/',
    {
      schema: {
        summary: 'Подписан ли адрес',
        description: 'true: адрес подписан и подтвердил это. Число вопросов ограничено.',
        params: SiteParams,
        querystring: z.looseObject({ email: z.string().max(300).default('') }),
        response: { 200: z.boolean(), 404: ErrorAnswer, 429: ErrorAnswer },
      },
    },
    async (request) => {
      checkSite(request.params.site);
      await takeSubscriptionTry(db, request.requestContext.address);
      return isSubscribed(db, request.query.email);
    },
  );

  api.post(
    '/api/ecm/subscriptions/:site/subscribe/product-category/',
    {
      schema: {
        summary: 'Подписка на новости',
        description:
          'Письмо с просьбой подтвердить придёт на адрес, который ещё не подтверждён. Без consent_advertising согласие на рекламу спросит страница этого письма. Уже подписанный адрес — 409 already_subscribed.',
        params: SiteParams,
        body: z.object({
          email: z
            .string({
              error: ({ input }) =>
                input == null ? subscriptionEmailMessages.required : subscriptionEmailMessages.format,
            })
            .max(300, subscriptionEmailMessages.format),
          consent_personal_data: z.boolean().optional(),
          consent_advertising: z.boolean().optional(),
        }),
        response: {
          200: z.object({ success: z.literal(true) }),
          403: ErrorAnswer,
          404: ErrorAnswer,
          409: ErrorAnswer,
          422: ErrorAnswer,
          429: ErrorAnswer,
        },
      },
    },
    async (request) => {
      checkSite(request.params.site);
      const { account, department, origin, address } = request.requestContext;
      if (account) refuseWhileActing(account);
      await takeSubscriptionTry(db, address);
      const { email, consent_personal_data = false, consent_advertising = false } = request.body;
      const requester = { user_id: account?.user_id ?? null, department_id_1c: department.id_1c, origin, address };
      const consents = { personal_data: consent_personal_data, advertising: consent_advertising };
      await db.transaction().execute((db) => subscribeToNews(db, keys, requester, { email, consents }));
      return { success: true as const };
    },
  );
}
