import { z } from 'zod';
import { requestSignInCode } from '#modules/accounts/request-sign-in-code.ts';
import { EmailCodeInput, EmailInput } from '#modules/accounts/schema.ts';
import { signInByCode } from '#modules/accounts/sign-in-by-code.ts';
import { requesterOf } from '#modules/visitors/requester-of.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Api, type ApiContext, ErrorAnswer } from '../api.ts';
import { ProductCode } from '../product-code.ts';
import { answerSignedIn, SignedInAnswer } from './sign-in-answer.ts';

const SentAnswer = z.object({
  success: z.literal(true),
  /** Seconds until another email may be asked for. */
  resend_after_seconds: z.int(),
  expires_after_seconds: z.int(),
  /** How many codes may be tried. */
  checks: z.int(),
});

const refusals = { 403: ErrorAnswer, 422: ErrorAnswer, 429: ErrorAnswer };

/** S7-07, S7-08: a code by email. Whether somebody has the address shows nowhere but in the mailbox. */
export function emailCodeRoutes(api: Api, context: ApiContext): void {
  const { db, keys } = context;
  api.post(
    '/api/ecm/:product/users/auth-code/',
    {
      schema: {
        summary: 'Код для входа на почту',
        params: z.object({ product: ProductCode }),
        body: EmailInput,
        response: { 200: SentAnswer, 404: ErrorAnswer, ...refusals },
      },
    },
    async (request) => {
      const sent = await requestSignInCode(db, keys, request.body.email, requesterOf(request.requestContext));
      return { success: true as const, ...sent };
    },
  );

  api.post(
    '/api/auth/email/',
    {
      schema: {
        summary: 'Вход по коду с почты',
        description:
          'Верный код адреса, которого нет ни у кого, отвечает 409 sign_up_needed с полем proof: с ним продолжается регистрация.',
        body: EmailCodeInput,
        response: { 200: SignedInAnswer, 409: ErrorAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const result = await signInByCode(db, keys, request.body, requesterOf(request.requestContext));
      if (result.kind === 'needs_sign_up') throw new Refusal('sign_up_needed', { proof: result.proof });
      return answerSignedIn(context, request.requestContext, result, reply);
    },
  );
}
