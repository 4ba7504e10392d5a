import { join } from 'node:path';
import swagger from '@fastify/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { ServerBuild } from 'react-router';
import type { Api, DemonstrationInShop, EmailSample } from '#api/api.ts';
import { devEmailRoutes } from '#api/dev-emails.ts';
import { docsRoutes } from '#api/docs.ts';
import { answerError } from '#api/errors.ts';
import { healthRoutes } from '#api/health.ts';
import { imageRoutes } from '#api/images.ts';
import { OfficeStreams } from '#api/office-streams.ts';
import { createResponseCache } from '#api/response-cache.ts';
import { registerApi } from '#api/routes.ts';
import { openPartners, type Partners } from '#integrations/partners.ts';
import { type CatalogueFollower, followCatalogue } from '#modules/catalogue-index/follow-catalogue.ts';
import { writeMissingPaths } from '#modules/content/missing-paths.ts';
import { writeVariantCounts } from '#modules/landings/count-variants.ts';
import { createViewCounter, type ViewCounter } from '#modules/reports/count-views.ts';
import { writeLeftGoods } from '#modules/reports/left-goods.ts';
import { writeSearchFinds } from '#modules/search/finds.ts';
import { writeSearchMisses } from '#modules/search/misses.ts';
import { whileActing } from '#modules/staff/acting-log.ts';
import { officeChannel } from '#modules/staff/office-events.ts';
import { invalidateCaches } from '#platform/cache.ts';
import type { Database } from '#platform/database.ts';
import { isDatabaseUnavailable } from '#platform/database-unavailable.ts';
import { countFailure } from '#platform/failures.ts';
import { watchForwarding } from '#platform/forwarding-alarm.ts';
import { type FindDrawing, imageHostsOf } from '#platform/image-sources.ts';
import { openImages } from '#platform/images.ts';
import { followInvalidations, isFollowed } from '#platform/invalidation.ts';
import type { Log } from '#platform/log.ts';
import { createPageCache } from '#platform/page-cache.ts';
import { createRecentCount } from '#platform/recent-count.ts';
import { createRecentTimes } from '#platform/recent-times.ts';
import { Refusal } from '#platform/refusal.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import type { Invalidation } from '#shared/cache-tags.ts';
import { pagesForRobots } from '#shared/page-facts.ts';
import { loggedPath } from '#shared/urls.ts';
import { answerPageFailure, asksForPage } from '#web/page-failures.ts';
import { pageRoutes } from '#web/page-routes.ts';
import { createPageServer } from '#web/page-server.ts';
import { serveAdmin } from './app/admin-files.ts';
import { contactPhones } from './app/contact-phones.ts';
import { boundFloods, createHttpServer, type HttpServer } from './app/http-server.ts';
import { refuseChangesDuringMaintenance } from './app/maintenance.ts';
import { isCartSave } from './app/request-kinds.ts';
import { checkAddress, requestContextResolver } from './app/resolve-request.ts';
import { serveFiles } from './app/static-files.ts';
import type { Config } from './config.ts';

export type AppOptions = {
  db: Database;
  config: Config;
  partners?: Partners;
  log: Log;
  build: ServerBuild;
  /** Built files of the pages; those of the back office stand beside it, in `admin`. */
  clientDir: string;
  /**
   * false: each list asks the database what changed, as commands and jobs do. For tests that write and read in turns.
   */
  followsCatalogue?: boolean;
  /** Aborted when the process is about to end: /readyz says so. */
  stopping?: AbortSignal;
  /** How every email looks: in the back office, and in a demonstration at /dev/emails/. */
  emailSamples?: () => EmailSample[];
  /** How the back office takes the demonstration out of the shop. */
  demonstration?: DemonstrationInShop;
  /** Of a demonstration: draws the pictures of its goods, that are kept in this folder. */
  findDrawingIn?: (filesDir: string) => FindDrawing;
};

/** Enough for a quarter to say something, few enough to be of now. */
const recentPages = 1_000;

/** Faults are counted in windows of a quarter of an hour. */
const faultsWindowMs = 900_000;
/** The shop is closed for works, or its database is away: not a fault of the answer. */
const unavailable = 503;

export type App = Awaited<ReturnType<typeof buildApp>>;

/** The application behind server.ts, the dev server and the tests: pages, API, pictures and health on one Fastify. */
export async function buildApp(options: AppOptions) {
  const { db, config, log, build, clientDir, followsCatalogue = true } = options;
  const partners = options.partners ?? openPartners(db, config);
  const keys = await secretKeys(db, config.SECRET_KEYS);
  const catalogue = followsCatalogue
    ? followCatalogue(db, { replicaUrl: config.DATABASE_REPLICA_URL, log, changed: invalidateCaches })
    : null;
  const cache = createPageCache({ isInDoubt: () => !isFollowed(db) });
  const views = createViewCounter(db, config, log);
  const pages = createPageServer({ db, config, keys, partners, build, cache, noteView: views.note });
  const phones = contactPhones(db);
  const pageTimes = createRecentTimes(recentPages);
  const faults = createRecentCount(faultsWindowMs);
  const ownState = {
    catalogue: () => catalogue?.state() ?? null,
    pageTimes: pageTimes.seen,
    faults: () => faults.recent(),
  };
  const forwarding = watchForwarding(log);
  const officeStreams = new OfficeStreams(db, log);
  // At once: an open stream would be waited for as a request that is not answered yet.
  options.stopping?.addEventListener('abort', () => officeStreams.close());
  const app = createHttpServer({ config, log, answerCached: pages.answerCached, answerFailure });

  app.addHook('onRequest', async (request) => forwarding.note(request));
  app.addHook('onRequest', checkAddress);
  app.addHook(
    'onRequest',
    requestContextResolver({ db, config, keys, log, phones, styles: build.assets.routes.root?.css ?? [] }),
  );
  app.addHook('onResponse', async (_request, { statusCode }) => {
    if (statusCode >= 500 && statusCode !== unavailable) faults.note();
  });
  noteChanges(app, log);
  await boundFloods(app, config);
  refuseChangesDuringMaintenance(app, db);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'ИДД: вызовы магазина', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  await serveFiles(app, config, clientDir);
  await serveAdmin(app, db, config, join(clientDir, '../admin'));
  await app.register(async (scope) => {
    const api = scope as unknown as Api;
    const { emailSamples = () => [], demonstration = null } = options;
    const responses = createResponseCache(db);
    const given = { db, config, keys, partners, responses, emailSamples, demonstration, ownState, officeStreams };
    const context = { ...given, ...pagesForRobots };
    healthRoutes(api, context, catalogue, forwarding, options.stopping);
    imageRoutes(api, imagesOf(options));
    docsRoutes(api, { db });
    registerApi(api, context);
    if (config.isDemonstration) devEmailRoutes(api, db, emailSamples);
    api.all('/api/*', { schema: { hide: true } }, async () => {
      throw new Refusal('not_found');
    });
  });
  await app.register(async (scope) => {
    scope.addHook('onResponse', async ({ method }, reply) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      if (isPage && method === 'GET' && reply.statusCode === 200) pageTimes.note(reply.elapsedTime);
    });
    pageRoutes(scope, db, pages.handle);
  });
  const invalidations = await followChanges(app, { db, log, catalogue, phones, views, officeStreams });
  return Object.assign(app, { catalogue, invalidations, officeStreams });

  /**
   * JSON for programs, a page for people; a page that is cached is better than one that says that the database is away.
   */
  async function answerFailure(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
    if (!asksForPage(request)) return answerError(error, request, reply);
    if (isDatabaseUnavailable(error) && (await pages.sendStale(request, reply))) return reply;
    return answerPageFailure(error, request, reply, await phones(), build);
  }
}

/**
 * The log of requests, failed saves of carts, and S6-05: whatever a member of staff changes for a customer is written
 * down where it is changed.
 */
function noteChanges(app: HttpServer, log: Log): void {
  // Not async: what is called by `done` runs within.
  app.addHook('preHandler', (request, _reply, done) => {
    const acting = request.requestContext?.account?.acting;
    if (acting) whileActing(acting.id, done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 500 && isCartSave(request)) countFailure('cart_save');
    if (request.routeOptions.config.anyHost || !log.isLevelEnabled('info')) return;
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        branch: request.requestContext?.department.id_1c,
      },
      'request',
    );
  });
}

function imagesOf({ config, log, findDrawingIn }: AppOptions) {
  const filesDir = join(config.DATA_DIR, 'files');
  return openImages({
    filesDir,
    log,
    findDrawing: findDrawingIn?.(filesDir),
    cacheDir: join(config.DATA_DIR, 'cache', 'images'),
    allowedHosts: imageHostsOf(config),
  });
}

type Changes = {
  db: Database;
  log: Log;
  catalogue: CatalogueFollower | null;
  phones: () => Promise<string[]>;
  views: ViewCounter;
  officeStreams: OfficeStreams;
};

/** What other processes change is dropped from the caches of this one, until the application is closed. */
async function followChanges(app: HttpServer, changes: Changes) {
  const { db, log, catalogue, phones, views, officeStreams } = changes;
  const note = (tags: Invalidation[]) => {
    invalidateCaches(tags);
    catalogue?.onNotification(tags);
    if (tags.includes('settings') || tags.includes('*')) void phones();
  };
  const invalidations = await followInvalidations(db, note, log, {
    channel: officeChannel,
    onMessage: (payload) => officeStreams.onNotification(payload),
    onLost: () => officeStreams.onLost(),
  });
  app.addHook('preClose', async () => officeStreams.close());
  await phones();
  app.addHook('onClose', async () => {
    const lost = (what: string) => (error: unknown) => log.warn({ err: error }, `counts of ${what} are lost`);
    await Promise.all([
      ...[invalidations.stop(), catalogue?.stop()],
      writeSearchMisses(db).catch(lost('searches')),
      writeSearchFinds(db).catch(lost('searches')),
      writeVariantCounts(db).catch(lost('landing pages')),
      writeMissingPaths(db).catch(lost('missing addresses')),
      views.write().catch(lost('visits')),
      writeLeftGoods(db).catch(lost('goods that did not suffice')),
    ]);
  });
  return invalidations;
}
