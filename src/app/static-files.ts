import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Config } from '../config.ts';
import type { HttpServer } from './http-server.ts';

/**
 * Built scripts, styles and pictures of the pages; passports, instructions and videos of products. Pictures of products
 * go through the resizing proxy only.
 */
export async function serveFiles(app: HttpServer, { DATA_DIR }: Config, clientDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    decorateReply: false,
  });
  for (const folder of ['documents', 'media']) {
    const root = join(DATA_DIR, 'files', folder);
    await mkdir(root, { recursive: true });
    await app.register(fastifyStatic, {
      root,
      prefix: `/files/${folder}/`,
      index: false,
      dotfiles: 'deny',
      maxAge: '1d',
      decorateReply: false,
    });
  }
}
