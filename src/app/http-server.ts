import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { answerClientError } from '#api/client-errors.ts';
import type { Log } from '#platform/log.ts';
import { networkOf } from '#platform/networks.ts';
import { Refusal } from '#platform/refusal.ts';
import { boundBodies } from '#platform/request-bodies.ts';
import { securityHeaders } from '#platform/security.ts';
import { bodyLimitBytes } from '#web/page-routes.ts';
import type { Config } from '../config.ts';
import { isMutation } from './request-kinds.ts';

/** How long a request may take to arrive: 5 MB at 350 kbit/s. */
const requestMs = 120_000;
/**
 * Three uploads of a network are a family's or an office's, the largest form (20 MB) with something beside it. Three
 * networks may send as much at once; what is left then is for those with no more than a file and its form. 8 KB/s is
 * what the slowest mobile network carries.
 */
const bodyLimits = {
  perNetwork: 3,
  bytesPerNetwork: 25_000_000,
  bytes: 64_000_000,
  smallBytes: 6_300_000,
  pace: { ms: 15_000, bytes: 120_000 },
};

export type HttpServerOptions = {
  config: Config;
  log: Log;
  /** Sends what is cached and says true, before Fastify sees the request. */
  answerCached: (request: IncomingMessage, response: ServerResponse) => boolean;
  answerFailure: (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => unknown;
};

export type HttpServer = ReturnType<typeof createHttpServer>;

/**
 * Fastify with what holds for every request: how long and how large it may be, who is believed to pass it on, how it
 * fails.
 */
export function createHttpServer({ config, log, answerCached, answerFailure }: HttpServerOptions) {
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
      // Longer than a balancer keeps its connections (nginx: 60 s): it would send a request into the closing of one.
      // Fastify sets it on its own servers only.
      createServer(
        { keepAliveTimeout: 75_000, requestTimeout: requestMs, optimizeEmptyRequests: true },
        (request, response) => {
          if (answerCached(request, response)) return;
          // What brings no body has ended already, and Fastify would wait for the end of the one that its type
          // promises.
          if (request.readableEnded) delete request.headers['content-type'];
          handler(request, response);
        },
      ),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler((request, reply) => answerFailure(new Refusal('not_found'), request, reply));
  app.decorateRequest('requestContext');
  app.addHook('preParsing', boundBodies(bodyLimits));
  return app;
}

/** Reading is cheap and cached; what writes, or asks for secrets, is counted per address and process. */
export async function boundFloods(app: HttpServer, { FLOOD_PER_MINUTE }: Config): Promise<void> {
  await app.register(rateLimit, {
    max: FLOOD_PER_MINUTE,
    timeWindow: 60_000,
    allowList: (request) => !isMutation(request),
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: () => Object.assign(new Error('too many'), { statusCode: 429 }),
  });
}

/**
 * '' trusts nobody; 'true' the nearest hop, and nothing that was in X-Forwarded-For before it wrote there (Fastify's
 * own `true` believes the whole header, which a stranger begins); else addresses or networks as Fastify reads them.
 */
function trustProxy({ TRUST_PROXY }: Config): boolean | string | ((address: string, hop: number) => boolean) {
  if (TRUST_PROXY === '' || TRUST_PROXY === 'false') return false;
  return TRUST_PROXY === 'true' ? (_address, hop) => hop === 0 : TRUST_PROXY;
}
