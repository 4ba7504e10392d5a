import { z } from 'zod';
import { renewSession } from '#modules/accounts/sessions.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { contextOfAccount } from '#modules/visitors/resolve-request-context.ts';
import { forgetSession, sessionCookies } from '#modules/visitors/session-cookies.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Api, type ApiContext, ErrorAnswer } from '../api.ts';

/**
 * S7-03: a new pair of tokens for the refresh token of the cookie. 'No refresh token available' makes the visitor a
 * guest, 'Failed to refresh token' logs the browser out (S8-01). A token that was replaced before ends its session.
 */
export function refreshTokenRoutes(api: Api, { db, config, keys }: ApiContext): void {
  api.post(
    '/api/_auth/refresh-token',
    {
      schema: {
        summary: 'Новая пара токенов',
        response: { 200: z.object({ success: z.literal(true) }), 401: ErrorAnswer, 403: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const { requestContext } = request;
      const { refresh } = requestContext.cookies;
      if (!refresh) throw new Refusal('no_refresh_token');
      const now = new Date();
      const renewal = await db.transaction().execute((db) => renewSession(db, keys, refresh, now));
      const account = renewal.kind === 'renewed' ? await readSignedIn(db, renewal.session_id, now) : null;
      if (renewal.kind !== 'renewed' || !account) {
        if (renewal.kind === 'reused') request.log.warn('a refresh token came back after it was replaced');
        reply.header('Set-Cookie', forgetSession(requestContext, config.MAIN_DOMAIN));
        throw new Refusal('refresh_failed');
      }
      reply.header(
        'Set-Cookie',
        sessionCookies(contextOfAccount(requestContext, account), config.MAIN_DOMAIN, renewal),
      );
      return { success: true as const };
    },
  );
}
