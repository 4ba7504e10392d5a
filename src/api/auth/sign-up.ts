import { SignUpInput } from '#modules/accounts/schema.ts';
import { signUp } from '#modules/accounts/sign-up.ts';
import { requesterOf } from '#modules/visitors/requester-of.ts';
import { type Api, type ApiContext, ErrorAnswer } from '../api.ts';
import { answerSignedIn, SignedInAnswer } from './sign-in-answer.ts';

/** The last step of somebody new: `proof` comes from 409 sign_up_needed of POST /api/auth/email/. */
export function signUpRoutes(api: Api, context: ApiContext): void {
  const { db, keys } = context;
  api.post(
    '/api/auth/signup/',
    {
      schema: {
        summary: 'Регистрация после подтверждения почты',
        body: SignUpInput,
        response: { 200: SignedInAnswer, 403: ErrorAnswer, 410: ErrorAnswer, 422: ErrorAnswer, 429: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const requester = requesterOf(request.requestContext);
      const opened = await db.transaction().execute((db) => signUp(db, keys, request.body, requester));
      return answerSignedIn(context, request.requestContext, opened, reply);
    },
  );
}
