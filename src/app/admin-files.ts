import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { branchesOf, departmentDirectory } from '#modules/departments/directory.ts';
import { configuredOrigin } from '#modules/departments/hosts.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Config } from '../config.ts';
import type { HttpServer } from './http-server.ts';
import { serveFolder } from './serve-folder.ts';

/** Stands in the built document wherever it needs its nonce (admin/vite.config.ts). */
const nonceMark = '__CSP_NONCE__';

/**
 * The back office: its document at `/admin/` and at every address under it, which the application reads itself, and
 * its files. On the main branch's host alone, other branches lead there. `folder`: what `vite build` of admin/ made.
 */
export async function serveAdmin(app: HttpServer, db: Db, config: Config, folder: string): Promise<void> {
  const built = await readFile(join(folder, 'index.html'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const root = join(folder, 'assets');
  if (built !== null)
    await serveFolder(app, '/admin/assets/', { root, immutable: true, maxAge: '1y', preCompressed: true });
  for (const url of ['/admin', '/admin/*']) app.get(url, { schema: { hide: true } }, answer);

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { department } = request.requestContext;
    reply.headers({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    if (!department.is_main) {
      const main = configuredOrigin({ domain: '', is_main: true }, config, request.raw.socket.localPort);
      return reply.redirect(`${main}/admin/`, 302);
    }
    const [, path = ''] = /^\/admin(\/[^?]*)?/.exec(request.url) ?? [];
    if (path === '') return reply.redirect(request.url.replace('/admin', '/admin/'), 302);
    if (built === null || path.startsWith('/assets/')) throw new Refusal('not_found');
    const nonce = randomBytes(18).toString('base64');
    const branches = branchesOf(await departmentDirectory(db));
    const hosts = branches.map((branch) => configuredOrigin(branch, config, request.raw.socket.localPort));
    return reply
      .header('Content-Security-Policy', adminPolicy(nonce, hosts))
      .type('text/html; charset=utf-8')
      .send(built.replaceAll(nonceMark, nonce));
  }
}

/**
 * The policy of one document of the back office: nothing from other hosts, no script inside the document, and of styles
 * made while it runs only those that bear its nonce. Frames show the shop itself, at the hosts of its branches.
 */
function adminPolicy(nonce: string, branches: string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    `frame-src 'self' ${branches.join(' ')}`.trimEnd(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
