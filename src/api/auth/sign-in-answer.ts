import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { OpenedSession } from '#modules/accounts/sign-in-result.ts';
import { afterSignIn } from '#modules/signing/after-sign-in.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { ApiContext } from '../api.ts';

export const SignedInAnswer = z.object({ success: z.literal(true) });

/** The cookies of the opened session; the browser then asks GET /api/auth/user who it is. */
export async function answerSignedIn(
  { db, config }: ApiContext,
  requestContext: RequestContext,
  opened: OpenedSession,
  reply: FastifyReply,
) {
  const { cookies } = await afterSignIn(db, requestContext, config.MAIN_DOMAIN, opened);
  reply.header('Set-Cookie', cookies);
  return { success: true as const };
}
