import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { previewCookie, readShopPreview } from '#modules/visitors/shop-preview.ts';
import { Refusal } from '#platform/refusal.ts';
import { serializeCookie } from '#shared/cookies.ts';
import { previewMinutes } from '#shared/shop-look.ts';
import { homeUrl, safeBack } from '#shared/urls.ts';
import type { Api, ApiContext } from './api.ts';

/**
 * Where the link of a look at the shop leads, on the branch's own host: it becomes a cookie of this host alone. To
 * anybody but the member of staff it was made for there is no such page.
 */
export function shopPreviewRoutes(api: Api, { keys }: ApiContext): void {
  api.get(
    '/_preview/',
    {
      schema: {
        hide: true,
        querystring: z.object({ token: z.string().max(800), to: z.string().max(1_000).optional() }),
      },
    },
    async ({ query: { token, to }, requestContext }, reply) => {
      if (!readShopPreview(keys, token, requestContext)) throw new Refusal('not_found');
      const next = { token, maxAgeSeconds: previewMinutes * 60, to: safeBack(to, homeUrl()) };
      return leave(reply, requestContext.isSecure, next);
    },
  );
  api.get('/_preview/end/', { schema: { hide: true } }, async ({ requestContext }, reply) =>
    leave(reply, requestContext.isSecure, { token: '', maxAgeSeconds: 0, to: homeUrl() }),
  );
}

type Next = { token: string; maxAgeSeconds: number; to: string };

function leave(reply: FastifyReply, secure: boolean, { token, maxAgeSeconds, to }: Next) {
  reply.header('Set-Cookie', serializeCookie(previewCookie, token, { secure, httpOnly: true, maxAgeSeconds }));
  return reply.header('Referrer-Policy', 'no-referrer').redirect(to, 303);
}
