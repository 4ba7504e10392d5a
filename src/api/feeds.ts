import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isShopHost } from '#modules/departments/hosts.ts';
import { priceContextOf } from '#modules/departments/queries.ts';
import { closedRobotsText, robotsText } from '#modules/feeds/robots.ts';
import { sitemapMaker } from '#modules/feeds/sitemap.ts';
import { ymlMaker } from '#modules/feeds/yml.ts';
import { type FileMaker, isDiskFailure, openCachedFiles, TooManyWaiting } from '#platform/cached-files.ts';
import { accepts } from '#platform/cached-response.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Api, ApiContext } from './api.ts';

const hidden = { schema: { hide: true } } as const;

/** A sitemap may be an hour old; a feed states prices, so it is made again more often. */
const sitemapFreshMs = 3_600_000;
const feedFreshMs = 600_000;

/**
 * What search engines and Yandex services read of a host: robots.txt, the sitemap and the feed of goods of this very
 * branch.
 */
export function feedRoutes(api: Api, { db, config, closedToRobots, inSitemap }: ApiContext): void {
  const folder = join(config.DATA_DIR, 'cache', 'feeds');
  const sitemaps = openCachedFiles(folder, sitemapFreshMs);
  const feeds = openCachedFiles(folder, feedFreshMs);

  api.get('/robots.txt', hidden, async ({ requestContext }, reply) => {
    const isShop = isShopHost(requestContext.host, config.MAIN_DOMAIN);
    return reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=3600')
      .send(isShop ? robotsText(requestContext.origin, closedToRobots) : closedRobotsText);
  });

  const sendSitemap = (name: string, request: FastifyRequest, reply: FastifyReply) =>
    send(sitemaps, name, request, reply, ({ department, origin }) =>
      sitemapMaker(db, priceContextOf(department), origin, inSitemap),
    );
  api.get('/sitemap.xml', hidden, (request, reply) => sendSitemap('sitemap.xml', request, reply));
  api.get<{ Params: { part: string } }>('/sitemap-:part(^\\d{1,3}).xml', hidden, (request, reply) =>
    sendSitemap(`sitemap-${request.params.part}.xml`, request, reply),
  );

  api.get('/yml.xml', hidden, (request, reply) =>
    send(feeds, 'yml.xml', request, reply, ({ department, origin }) => ymlMaker(db, department, origin)),
  );

  async function send(
    files: ReturnType<typeof openCachedFiles>,
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    makerFor: (requestContext: FastifyRequest['requestContext']) => FileMaker,
  ) {
    const { requestContext } = request;
    // A host that is not the shop's (localhost, an address) has no pages for search engines.
    if (!isShopHost(requestContext.host, config.MAIN_DOMAIN)) throw new Refusal('not_found');
    // A branch has one set, whatever Host header it is asked by: its addresses are the configured ones.
    const file = await files
      .open(requestContext.department.id_1c, name, makerFor(requestContext))
      .catch((error: unknown) => {
        if (!(error instanceof TooManyWaiting) && !isDiskFailure(error)) throw error;
        request.log.error({ err: error }, 'a feed could not be made');
        return 'later' as const;
      });
    if (file === 'later') return sendLater(reply);
    if (!file) throw new Refusal('not_found');
    reply.headers({
      'Cache-Control': 'public, max-age=600',
      ETag: file.etag,
      'Last-Modified': file.modified.toUTCString(),
      Vary: 'Accept-Encoding',
      // The lists are for machines, not for results of a search.
      'X-Robots-Tag': 'noindex',
    });
    if (isKnown(request.headers, file)) {
      await file.close();
      return reply.code(304).send();
    }
    reply.type('application/xml; charset=utf-8');
    const isGzipped = accepts(request.headers['accept-encoding'] ?? '', 'gzip');
    if (isGzipped) reply.headers({ 'Content-Encoding': 'gzip', 'Content-Length': String(file.gzippedBytes) });
    return reply.send(file.read(isGzipped));
  }
}

function sendLater(reply: FastifyReply) {
  reply.code(503).header('Retry-After', '60').type('text/plain; charset=utf-8');
  return reply.send('Файл сейчас не собрать. Попробуйте через минуту');
}

/** If-None-Match when there is one, else If-Modified-Since, to the second. */
function isKnown(headers: FastifyRequest['headers'], file: { etag: string; modified: Date }): boolean {
  const tag = headers['if-none-match'];
  if (tag) return tag.split(',').some((one) => one.trim().replace(/^W\//, '') === file.etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Math.floor(file.modified.getTime() / 1000) * 1000 <= since;
}
