import { z } from 'zod';
import { signOut } from '#modules/signing/sign-out.ts';
import { introduceVisitor } from '#modules/visitors/introduce-visitor.ts';
import { type Api, type ApiContext, ErrorAnswer } from '../api.ts';

const CookieAnswer = z.object({ user: z.object({ uuid: z.uuid().nullable() }) });

/** S7-04, S7-05: the visitor's uuid, and the end of the session, in the database too. */
export function authCookieRoutes(api: Api, { db, config, keys }: ApiContext): void {
  api.get(
    '/api/_auth/cookie',
    { schema: { summary: 'Идентификатор посетителя', response: { 200: CookieAnswer } } },
    async (request, reply) => {
      const { uuid, cookies } = introduceVisitor(request.requestContext, config.MAIN_DOMAIN);
      if (cookies.length > 0) reply.header('Set-Cookie', cookies);
      return { user: { uuid } };
    },
  );

  api.delete(
    '/api/_auth/cookie',
    {
      schema: {
        summary: 'Завершение сеанса',
        response: { 200: z.object({ success: z.literal(true) }), 403: ErrorAnswer },
      },
    },
    async (request, reply) => {
      const cookies = await signOut(db, keys, request.requestContext, config.MAIN_DOMAIN);
      reply.header('Set-Cookie', cookies);
      return { success: true as const };
    },
  );
}
