import { ImageError } from '#platform/image-sources.ts';
import type { Images } from '#platform/images.ts';
import { networkOf } from '#platform/networks.ts';
import { imageBase } from '#shared/image-url.ts';
import type { Api } from './api.ts';

/** S7-27: `/_ipx/{modifiers}/{path or allowed address}`. Answers belong to nobody, so any cache may keep them. */
export function imageRoutes(api: Api, images: Images): void {
  api.get(
    `${imageBase}/*`,
    { config: { anyHost: true, rateLimit: false }, schema: { hide: true } },
    async (request, reply) => {
      const path = request.raw.url?.slice(imageBase.length + 1).split('?', 1)[0] ?? '';
      try {
        const { body, type, etag } = await images.get(path, networkOf(request.ip));
        reply.headers({
          'Cache-Control': 'public, max-age=604800, s-maxage=604800',
          ETag: etag,
          'Content-Security-Policy': "default-src 'none'",
          'X-Content-Type-Options': 'nosniff',
        });
        if (request.headers['if-none-match'] === etag) return reply.code(304).send();
        return reply.type(type).send(body);
      } catch (error) {
        if (!(error instanceof ImageError)) throw error;
        return reply.code(error.status).send({ error: { code: error.code, message: error.message } });
      }
    },
  );
}
