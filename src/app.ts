import { randomUUID } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { listDepartments } from '#modules/departments/queries.ts';
import { resolveVisit } from '#modules/visitors/resolve-visit.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Config } from './config.ts';

export type AppOptions = { db: Db; config: Config; log: Log; build: ServerBuild; clientDir: string };

/** The application behind server.ts, the dev server and the tests: API, pages, health, on one Fastify. */
export async function buildApp({ db, config, log, build, clientDir }: AppOptions): {
  const app = Fastify({ loggerInstance: log, genReqId: () => randomUUID(), disableRequestLogging: true, routerOptions: { ignoreTrailingSlash: true } });
  await app.register(fastifyStatic, { root: `${clientDir}/assets`, prefix: '/assets/', immutable: true, maxAge: '1y' });
  const handle = createRequestHandler(build, 'production');
  const { shop } = build.entry.module as unknown as typeof import('./web/entry.server.tsx');
  app.all('/*', async (request, reply) => {
    const departments = await listDepartments(db);
    const visit = resolveVisit(
      { requestId: request.id, host: request.headers.host ?? '', scheme: 'http', userAgent: request.headers['user-agent'], cookieHeader: request.headers.cookie, address: request.ip },
      departments,
      config.MAIN_DOMAIN,
    );
    if (!visit) return reply.code(404).send('Такого магазина нет');
    const context = new RouterContextProvider();
    context.set(shop, { db, config, visit, log: request.log, nonce: null });
    const response = await handle(webRequest(request, visit.origin), context);
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
  return new Request(new URL(request.url, origin), { method: request.method, headers });
}
