import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { demoLoginLines } from '#demo/logins.ts';
import { partsOfApp } from '#demo/parts-of-app.ts';
import { openDatabase } from '#platform/database.ts';
import { onStop } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { answerOnIpv6Too } from '#src/answer-on-ipv6-too.ts';
import type { App } from '#src/app.ts';
import { ConfigError, readSettings } from '#src/config.ts';
import { loadDemoOnFirstRun } from '#src/first-run.ts';
import { openShop } from '#src/shop-mode.ts';

/**
 * `npm run dev`: the shop with hot reload, and the back office by a Vite of its own. src/app.ts itself is loaded
 * through Vite, so that pages and API share modules and one pool; when a server file changes, the application is built
 * again at the next request.
 */
const root = join(import.meta.dirname, '..');
const settings = readSettings();
const log = openLog(settings.LOG_LEVEL).child({ process: 'dev' });

const embedded = settings.DATABASE_URL ? null : await openEmbedded(settings.DATA_DIR, 'shop');
const url = settings.DATABASE_URL ?? embedded?.url ?? '';
await migrate(url);
const firstDb = openDatabase(url, { applicationName: 'idd-shop dev start' });
const first = await loadDemoOnFirstRun(firstDb, settings, (text) => console.error(text));
if (first) console.error(demoLoginLines(first.logins).join('\n'));
const config = await openShop(firstDb, settings).catch(async (error) => {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  await embedded?.close();
  process.exit(1);
});
await firstDb.destroy();

// Built files are served from here; in development Vite serves everything before it comes to that.
const clientDir = join(root, 'build/client');
mkdirSync(join(clientDir, 'assets'), { recursive: true });

const server = createServer(answer);
const vite = await createVite({ root, server: { middlewareMode: { server }, hmr: { server } }, appType: 'custom' });
const admin = await createVite({
  root: join(root, 'admin'),
  configFile: join(root, 'admin/vite.config.ts'),
  server: { middlewareMode: { server }, hmr: { server } },
  appType: 'spa',
});
// Vite would end the process on its own, before the database is closed.
process.removeAllListeners('SIGTERM');
const worker = startWorker();
let current: Built | null = null;
let building: Promise<Built> | null = null;

onStop(
  log,
  async () => {
    server.closeAllConnections();
    worker.kill('SIGTERM');
    if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
    await current?.close();
    await Promise.all([vite.close(), admin.close()]);
    await embedded?.close();
  },
  25_000,
);
server.listen(config.PORT, config.HOST ?? '127.0.0.1', async () => {
  if (!config.HOST) await answerOnIpv6Too(server);
  console.error(`Разработка: http://localhost:${config.PORT}/`);
});

function answer(request: IncomingMessage, response: ServerResponse) {
  if (request.url?.startsWith('/admin/')) return admin.middlewares(request, response);
  vite.middlewares(request, response, async () => {
    try {
      building ??= currentApp(vite, current).finally(() => {
        building = null;
      });
      current = await building;
      current.app.routing(request, response);
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      log.error({ err: error }, 'the application could not be built');
      response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(String(error));
    }
  });
}

type Built = { app: App; buildApp: unknown; build: unknown; close(): Promise<void> };

/**
 * The application of the modules as they are now. Vite hands out the same module until it or something below it
 * changes.
 */
async function currentApp(vite: ViteDevServer, built: Built | null): Promise<Built> {
  const [{ buildApp }, { openDatabase }, build] = await Promise.all([
    vite.ssrLoadModule('/src/app.ts'),
    vite.ssrLoadModule('/src/platform/database.ts'),
    vite.ssrLoadModule('virtual:react-router/server-build'),
  ]);
  if (built?.buildApp === buildApp && built?.build === build) return built;
  await built?.close();
  const db = openDatabase(url, { applicationName: 'idd-shop dev' });
  const app: App = await buildApp({ db, config, log, build, clientDir, ...partsOfApp });
  await app.ready();
  return {
    app,
    buildApp,
    build,
    async close() {
      await app.close();
      await db.destroy();
    },
  };
}

function startWorker(): ChildProcess {
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/worker.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: url },
  });
}
