import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { ServerBuild } from 'react-router';
import type { Api } from '#api/api.ts';
import { answerClientError } from '#api/client-errors.ts';
import { devLetterRoutes } from '#api/dev-letters.ts';
import { docsRoutes } from '#api/docs.ts';
import { answerError } from '#api/errors.ts';
import { healthRoutes } from '#api/health.ts';
import { imageRoutes } from '#api/images.ts';
import { createResponseCache } from '#api/response-cache.ts';
import { registerApi } from '#api/routes.ts';
import { letterSamples } from '#demo/letters.ts';
import { openPartners, type Partners } from '#integrations/partners.ts';
import { followCatalogue } from '#modules/catalogue-index/follow-catalogue.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { answerHost, configuredOrigin, hostName, isLocalHost } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { closedRobotsText } from '#modules/feeds/robots.ts';
import { writeSearchMisses } from '#modules/search/misses.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { whileActing } from '#modules/staff/acting-log.ts';
import { resolveVisit } from '#modules/visitors/resolve-visit.ts';
import type { Visit } from '#modules/visitors/visit.ts';
import { withSession } from '#modules/visitors/visit-session.ts';
import { invalidateCaches } from '#platform/cache.ts';
import type { Database } from '#platform/database.ts';
import { isDatabaseUnavailable } from '#platform/database-unavailable.ts';
import { countFailure, quietly } from '#platform/failures.ts';
import { watchForwarding } from '#platform/forwarding-alarm.ts';
import { openImages } from '#platform/images.ts';
import { followInvalidations, isFollowed } from '#platform/invalidation.ts';
import { isLocalRequest } from '#platform/local-request.ts';
import type { Log } from '#platform/log.ts';
import { networkOf, plainAddress } from '#platform/networks.ts';
import { createPageCache } from '#platform/page-cache.ts';
import { Refusal } from '#platform/refusal.ts';
import { boundBodies } from '#platform/request-bodies.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { contentSecurityPolicy, httpsHeaders, isOwnOrigin, securityHeaders } from '#platform/security.ts';
import { schemeOf } from '#platform/trusted-proxy.ts';
import type { Invalidation } from '#shared/cache-tags.ts';
import { loggedPath } from '#shared/urls.ts';
import { judgeAddress } from '#web/page-address.ts';
import { beginningsWith } from '#web/page-facts.ts';
import { answerPageFailure, asksForPage } from '#web/page-failures.ts';
import { bodyLimitBytes, pageRoutes } from '#web/page-routes.ts';
import { createPageServer } from '#web/page-server.ts';
import { unknownHostPage } from '#web/unknown-host-page.ts';
import type { Config } from './config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit;
  }
  interface FastifyContextConfig {
    /** Answers on every host, also where no branch lives. */
    anyHost?: boolean;
  }
}

export type AppOptions = {
  db: Database;
  config: Config;
  partners?: Partners;
  log: Log;
  build: ServerBuild;
  clientDir: string;
  /** false: each list asks the database what changed, as commands and jobs do. For tests that write and read in turns. */
  followsCatalogue?: boolean;
  /** Aborted when the process is about to end: /readyz says so. */
  stopping?: AbortSignal;
};

export type App = Awaited<ReturnType<typeof buildApp>>;

/** How long a request may take to arrive: 5 MB at 350 kbit/s. */
const requestMs = 120_000;
/**
 * Three uploads of a network are a family's or an office's, the largest form (20 MB) with something beside it. Three networks may send as much at once;
 * what is left then is for those with no more than a file and its form. 8 KB/s is what the slowest mobile network carries.
 */
const bodyLimits = {
  perNetwork: 3,
  bytesPerNetwork: 25_000_000,
  bytes: 64_000_000,
  smallBytes: 6_300_000,
  pace: { ms: 15_000, bytes: 120_000 },
};

/** What `page-facts.ts` closes to robots. */
const closedToRobots = beginningsWith(({ isClosedToRobots = false }) => isClosedToRobots).map((start) => `/${start}/`);

const fileMethods = ['GET', 'HEAD'];
const knownMethods = [...fileMethods, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** S4-01: these calls tell the browser that its access token has run out, and the browser renews it itself. */
const ownRefresh = /^\/api\/(auth|_auth|_visitor)\//;

/** The application behind server.ts, the dev server and the tests: pages, API, pictures and health on one Fastify. */
export async function buildApp({
  db,
  config,
  partners = openPartners(db, config),
  log,
  build,
  clientDir,
  followsCatalogue = true,
  stopping,
}: AppOptions) {
  const catalogue = followsCatalogue
    ? followCatalogue(db, { replicaUrl: config.DATABASE_REPLICA_URL, log, changed: invalidateCaches })
    : null;
  const cache = createPageCache({ isInDoubt: () => !isFollowed(db) });
  const pages = createPageServer({ db, config, partners, build, cache });
  const app = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    trustProxy: trustProxy(config),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    clientErrorHandler: answerClientError,
    // An address that the router itself cannot read.
    frameworkErrors(_error, request, reply) {
      reply.headers({ ...securityHeaders, 'X-Request-Id': request.id });
      answerFailure(new Refusal('bad_address'), request as FastifyRequest, reply as FastifyReply);
    },
    serverFactory: (handler) =>
      // Longer than a balancer keeps its connections (nginx: 60 s): it would send a request into the closing of one. Fastify sets it on its own servers only.
      createServer({ keepAliveTimeout: 75_000, requestTimeout: requestMs }, (request, response) => {
        // A cached page needs none of Fastify's work, so it is answered before it.
        if (!pages.answerCached(request, response)) handler(request, response);
      }),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((request, reply) => answerFailure(new Refusal('not_found'), request, reply));
  app.decorateRequest('visit');
  const forwarding = watchForwarding(log);

  app.addHook('onRequest', async (request, reply) => {
    forwarding.note(request);
    reply.headers({ ...securityHeaders, 'X-Request-Id': request.id });
    if (request.protocol === 'https') reply.headers(httpsHeaders);
    const methods = request.url.startsWith('/assets/') ? fileMethods : knownMethods;
    if (!methods.includes(request.method)) {
      reply.header('Allow', methods.join(', '));
      throw new Refusal('bad_method');
    }
    if (request.raw.url?.startsWith('//')) throw new Refusal('bad_input', {}, 'Адрес не может начинаться с «//»');
    if (request.routeOptions.url?.startsWith('/dev/') && !mayUseDevTools(request))
      throw new Refusal('not_found', {}, 'Служебные страницы демонстрации открываются только на том же компьютере');
    const verdict = judgeAddress(request.raw.url ?? '/');
    if (verdict === 'refused') throw new Refusal('bad_address');
    if (verdict !== 'normal') return reply.redirect(verdict.moved, isMutation(request) ? 308 : 301);
    if (request.routeOptions.config.anyHost || request.url.startsWith('/assets/')) return;
    const departments = await departmentDirectory(db, quietly(log, 'departments', 'departments could not be read'));
    const { kind, department } = answerHost(hostName(request.headers.host ?? ''), departments, config);
    if (kind === 'unknown') return answerUnknownHost(request, reply, departments);
    if (kind === 'moved') {
      return reply.redirect(`${originOf(request, department)}${request.url}`, isMutation(request) ? 308 : 301);
    }
    const guest = visitOf(request, department);
    request.visit = guest;
    if (isMutation(request) && !isOwnOrigin(request.headers.origin, guest.here)) throw new Refusal('foreign_origin');
    const { visit, cookies } = await withSession(
      db,
      () => secretKeys(db, config.SECRET_KEYS),
      guest,
      config.MAIN_DOMAIN,
      !ownRefresh.test(request.url),
    );
    request.visit = visit;
    if (cookies.length > 0) reply.header('Set-Cookie', cookies);
  });
  app.addHook('preParsing', boundBodies(bodyLimits));
  // S6-05: whatever a member of staff changes for a customer is written down where it is changed. Not async: what is called by `done` runs within.
  app.addHook('preHandler', (request, _reply, done) => {
    const acting = request.visit?.account?.acting;
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
        branch: request.visit?.department.id_1c,
      },
      'request',
    );
  });

  await app.register(rateLimit, {
    max: config.FLOOD_PER_MINUTE,
    timeWindow: 60_000,
    // Reading is cheap and cached; what writes, or asks for secrets, is counted per address and process.
    allowList: (request) => !isMutation(request),
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: () => Object.assign(new Error('too many'), { statusCode: 429 }),
  });
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'ИДД: вызовы магазина', version: '1' } },
    transform: jsonSchemaTransform,
  });
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    decorateReply: false,
  });

  const filesDir = join(config.DATA_DIR, 'files');
  const images = openImages({
    filesDir,
    log,
    cacheDir: join(config.DATA_DIR, 'cache', 'images'),
    allowedHosts: config.IMAGE_HOSTS.split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  });
  // Passports and instructions of products; pictures go through the resizing proxy only.
  const documentsDir = join(filesDir, 'documents');
  await mkdir(documentsDir, { recursive: true });
  await app.register(fastifyStatic, {
    root: documentsDir,
    prefix: '/files/documents/',
    index: false,
    dotfiles: 'deny',
    maxAge: '1d',
    decorateReply: false,
  });
  await app.register(async (api) => {
    const typed = api as unknown as Api;
    const context = { db, config, partners, responses: createResponseCache(db), closedToRobots };
    healthRoutes(typed, context, catalogue, forwarding, stopping);
    imageRoutes(typed, images);
    docsRoutes(typed);
    registerApi(typed, context);
    if (config.isDemonstration) devLetterRoutes(typed, db, letterSamples);
    typed.all('/api/*', { schema: { hide: true } }, async () => {
      throw new Refusal('not_found');
    });
  });
  await app.register(async (scope) => pageRoutes(scope, db, pages.handle));

  let knownPhones: string[] = [];
  const hear = (tags: Invalidation[]) => {
    invalidateCaches(tags);
    catalogue?.hear(tags);
    if (tags.includes('settings') || tags.includes('*')) void contactCentrePhones();
  };
  const invalidations = await followInvalidations(db, hear, log);
  await contactCentrePhones();
  app.addHook('onClose', async () => {
    const counts = writeSearchMisses(db).catch((error: unknown) =>
      log.warn({ err: error }, 'counts of searches are lost'),
    );
    await Promise.all([invalidations.stop(), catalogue?.stop(), counts]);
  });
  return Object.assign(app, { catalogue, invalidations });

  /** JSON for programs, a page for people; a page that is cached is better than one that says that the database is away. */
  async function answerFailure(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
    if (!asksForPage(request)) return answerError(error, request, reply);
    if (isDatabaseUnavailable(error) && (await pages.sendStale(request, reply))) return reply;
    return answerPageFailure(error, request, reply, await contactCentrePhones(), build);
  }

  function visitOf(request: FastifyRequest, department: Department): Visit {
    return resolveVisit(
      {
        requestId: request.id,
        origin: originOf(request, department),
        here: hereOf(request, department),
        userAgent: request.headers['user-agent'],
        cookieHeader: request.headers.cookie,
        address: plainAddress(request.ip),
        isLocal: isLocalRequest(request.raw),
      },
      department,
    );
  }

  function originOf(request: FastifyRequest, branch: Department): string {
    return configuredOrigin(branch, config, request.raw.socket.localPort);
  }

  /** The Host header was found to be a branch's, so it can be parsed; its port is the browser's own. */
  function hereOf(request: FastifyRequest, branch: Department): string {
    const here = `${schemeOf(request.raw, config)}://${request.headers.host}`;
    return URL.canParse(here) ? here : originOf(request, branch);
  }

  async function answerUnknownHost(request: FastifyRequest, reply: FastifyReply, departments: Department[]) {
    if (request.url.startsWith('/api/')) throw new Refusal('not_found', {}, 'По этому адресу магазина нет');
    if (/^\/robots\.txt(\?|$)/.test(request.url)) return reply.type('text/plain; charset=utf-8').send(closedRobotsText);
    const html = unknownHostPage(
      departments,
      configuredOrigin({ domain: '', is_main: true }, config, request.raw.socket.localPort),
      config.MAIN_DOMAIN,
      await contactCentrePhones(),
      build.assets.routes.root?.css ?? [],
    );
    reply.header('Content-Security-Policy', contentSecurityPolicy());
    return reply.code(404).type('text/html; charset=utf-8').send(html);
  }

  /** Those read last when they cannot be read at once: a page that says what failed waits for nothing, and names them while the database is away. */
  async function contactCentrePhones(): Promise<string[]> {
    const read = readSetting(db, 'contact_centre').then(
      ({ phones }) => {
        knownPhones = phones;
      },
      () => {},
    );
    await Promise.race([read, sleep(300, undefined, { ref: false })]);
    return knownPhones;
  }
}

/**
 * Pages and calls that play partners and show e-mails are not for strangers: asked by this machine itself, by no proxy, and by a name that leads
 * nowhere else, since a page of another site may have found its way to loopback.
 */
function mayUseDevTools(request: FastifyRequest): boolean {
  return isLocalRequest(request.raw) && isLocalHost(request.headers.host ?? '');
}

function isMutation(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
}

/**
 * '' trusts nobody; 'true' the nearest hop, and nothing that was in X-Forwarded-For before it wrote there (Fastify's own `true` believes the
 * whole header, which a stranger begins); else addresses or networks as Fastify reads them.
 */
function trustProxy({ TRUST_PROXY }: Config): boolean | string | ((address: string, hop: number) => boolean) {
  if (TRUST_PROXY === '' || TRUST_PROXY === 'false') return false;
  return TRUST_PROXY === 'true' ? (_address, hop) => hop === 0 : TRUST_PROXY;
}

/** A change of a cart, by a call or by a form (S8-08). */
function isCartSave(request: FastifyRequest): boolean {
  return isMutation(request) && /^(?:\/api(?:\/ecm\/[^/]+)?)?\/cart(?:\/|\.data|\?|$)/.test(request.url);
}
