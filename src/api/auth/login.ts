import { LoginInput } from '#modules/accounts/schema.ts';
import { signInByPassword } from '#modules/accounts/sign-in-by-password.ts';
import { requesterOf } from '#modules/visitors/requester-of.ts';
import { type Api, type ApiContext, ErrorAnswer } from '../api.ts';
import { answerSignedIn, SignedInAnswer } from './sign-in-answer.ts';

/** S7-06: email and password. A failure's message is fit for the form's error box (S8-05). */
export function loginRoutes(api: Api, context: ApiContext): void {
  const { db, keys } = context;
  api.post(
    '/api/auth/login',
    {
      schema: {
        summary: 'Вход по паролю',
        body: LoginInput,
        response: { 200: SignedInAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 422: ErrorAnswer, 429: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const opened = await signInByPassword(db, keys, request.body, requesterOf(request.requestContext));
      return answerSignedIn(context, request.requestContext, opened, reply);
    },
  );
}
