import { z } from 'zod';
import { forgetYandexState, readYandexProfile } from '#integrations/identity/yandex-sign-in.ts';
import { signInByYandex } from '#modules/accounts/sign-in-by-yandex.ts';
import { requesterOf } from '#modules/visitors/requester-of.ts';
import { waitingLink } from '#modules/visitors/sign-in-cookies.ts';
import type { Log } from '#platform/log.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Api, type ApiContext, ErrorAnswer } from '../api.ts';
import { answerSignedIn, SignedInAnswer } from './sign-in-answer.ts';

const YandexInput = z.object({
  oauth_key: z.string('Обязательно для заполнения').min(1, 'Обязательно для заполнения').max(4_000),
  state: z.string().max(200).optional(),
});

/**
 * S7-09: what Yandex ID sent to /auth/yandex signs in, leads to signing up, or asks for a code of the account with the
 * same email.
 */
export function yandexRoutes(api: Api, context: ApiContext): void {
  const { db, config, keys } = context;
  api.post(
    '/api/auth/yandex',
    {
      schema: {
        summary: 'Вход через Яндекс ID',
        description:
          'oauth_key — код авторизации вместе с его state (браузер, который начал вход, помнит их в cookie) или, без state, токен доступа, выданный нашему приложению. 409 sign_up_needed: такого кабинета нет, proof продолжает регистрацию. 409 code_needed: кабинет с этой почтой есть, на неё отправлен код для POST /api/auth/email/.',
        body: YandexInput,
        response: {
          200: SignedInAnswer,
          401: ErrorAnswer,
          403: ErrorAnswer,
          404: ErrorAnswer,
          409: ErrorAnswer,
          422: ErrorAnswer,
          429: ErrorAnswer,
          502: ErrorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { requestContext } = request;
      reply.header('Set-Cookie', forgetYandexState(requestContext, config));
      const profile = await readYandexProfile(context, keys, requestContext, request.body, request.log as Log);
      const result = await signInByYandex(db, keys, profile, requesterOf(requestContext));
      switch (result.kind) {
        case 'signed_in':
          return answerSignedIn(context, requestContext, result, reply);
        case 'needs_sign_up': {
          const { proof, email, full_name } = result;
          throw new Refusal('sign_up_needed', { proof, email, full_name });
        }
        case 'needs_code':
          reply.header('Set-Cookie', waitingLink(requestContext, config.MAIN_DOMAIN, result.waiting_link));
          throw new Refusal('code_needed', { email: result.email, ...result.sent });
      }
    },
  );
}
