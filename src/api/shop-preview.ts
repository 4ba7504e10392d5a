import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { previewCookie, previewMinutes, readShopPreview } from '#modules/visitors/shop-preview.ts';
import { Refusal } from '#platform/refusal.ts';
import { serializeCookie } from '#shared/cookies.ts';
import type { Api, ApiContext } from './api.ts';

/**
 * Where the link of a look at the shop leads, on the branch's own host: it becomes a cookie of this host alone. To
 * anybody but the member of staff it was made for there is no such page.
 */
export function shopPreviewRoutes(api: Api, { keys }: ApiContext): void {
  api.get(
    '/_preview/',
    { schema: { hide: true, querystring: z.object({ token: z.string().max(800) }) } },
    async ({ query: { token }, requestContext }, reply) => {
      if (!readShopPreview(keys, token, requestContext)) throw new Refusal('not_found');
      return leave(reply, token, requestContext.isSecure, previewMinutes * 60);
    },
  );
  api.get('/_preview/end/', { schema: { hide: true } }, async ({ requestContext }, reply) =>
    leave(reply, '', requestContext.isSecure, 0),
  );
}

function leave(reply: FastifyReply, token: string, secure: boolean, maxAgeSeconds: number) {
  reply.header('Set-Cookie', serializeCookie(previewCookie, token, { secure, httpOnly: true, maxAgeSeconds }));
  return reply.header('Referrer-Policy', 'no-referrer').redirect('/', 303);
}
