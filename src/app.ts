import { randomUUID } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { registerApi } from '#api/routes.ts';
import { listDepartments } from '#modules/departments/queries.ts';
import { resolveVisit } from '#modules/visitors/resolve-visit.ts';
import type { Visit } from '#modules/visitors/visit.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Config } from './config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit;
  }
}

export type AppOptions = { db: Db; config: Config; log: Log; build: ServerBuild; clientDir: string };

export type App = Awaited<ReturnType<typeof buildApp>>;

/** The application behind server.ts, the dev server and the tests: API, pages, health, on one Fastify. */
export async function buildApp({ db, config, log, build, clientDir }: AppOptions) {
  const app = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    disableRequestLogging: true,
    routerOptions: { ignoreTrailingSlash: true },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(fastifyStatic, { root: `${clientDir}/assets`, prefix: '/assets/', immutable: true, maxAge: '1y' });
  app.addHook('onRequest', async (request, reply) => {
    const visit = resolveVisit(
      {
        requestId: request.id,
        host: request.headers.host ?? '',
        scheme: 'http',
        userAgent: request.headers['user-agent'],
        cookieHeader: request.headers.cookie,
        address: request.ip,
      },
      await listDepartments(db),
      config.MAIN_DOMAIN,
    );
    if (!visit) return reply.code(404).send('Такого магазина нет');
    request.visit = visit;
  });
  registerApi(app, { db, config });

  const handle = createRequestHandler(build, 'production');
  const { shop } = build.entry.module as unknown as typeof import('./web/entry.server.tsx');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.all('/*', async (request, reply) => {
    const context = new RouterContextProvider();
    context.set(shop, { db, config, visit: request.visit, log, nonce: null });
    const response = await handle(webRequest(request, request.visit.origin), context);
    reply.code(response.status);
    for (const [name, value] of response.headers) reply.header(name, value);
    return reply.send(Buffer.from(await response.arrayBuffer()));
  });
  return app;
}

function webRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    body: hasBody ? (request.body as Buffer<ArrayBuffer>) : undefined,
  });
}
