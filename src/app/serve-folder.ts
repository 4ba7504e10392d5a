import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
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
    scope.get<{ Params: { '*': string } }>(`${prefix}*`, { schema: { hide: true }, errorHandler }, (request, reply) =>
      reply.sendFile(request.params['*']),
    );

    /** As the library's route does: whoever left before the first byte is no fault of the shop. */
    function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return request.raw.destroy();
      return scope.errorHandler(error, request, reply);
    }
  });
}
