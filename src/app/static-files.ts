import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { HttpServer } from './http-server.ts';
import { serveFolder } from './serve-folder.ts';

/**
 * Built scripts, styles and pictures of the pages; passports, instructions and videos of products. Pictures of products
 * go through the resizing proxy only.
 */
export async function serveFiles(app: HttpServer, { DATA_DIR }: Config, clientDir: string): Promise<void> {
  const root = join(clientDir, 'assets');
  await serveFolder(app, '/assets/', { root, immutable: true, maxAge: '1y', preCompressed: true });
  for (const folder of ['documents', 'media']) {
    const root = join(DATA_DIR, 'files', folder);
    await mkdir(root, { recursive: true });
    await serveFolder(app, `/files/${folder}/`, { root, index: false, dotfiles: 'deny', maxAge: '1d' });
  }
}
