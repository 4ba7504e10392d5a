import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { HttpServer } from './http-server.ts';

/**
 * The files of a folder under `prefix` (`/assets/`), as `options` say. The library's own route reads the names of the
 * whole folder at each request, for file systems that do not tell letter case apart; here one file is asked for.
 */
export async function serveFolder(
  app: HttpServer,
  prefix: string,
  options: Pick<FastifyStaticOptions, 'root' | 'immutable' | 'maxAge' | 'preCompressed' | 'index' | 'dotfiles'>,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { ...options, serve: false });
    scope.get<{ Params: { '*': string } }>(`${prefix}*`, { schema: { hide: true } }, (request, reply) =>
      reply.sendFile(request.params['*']),
    );
  });
}
