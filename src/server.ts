import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '#platform/database.ts';
import { drainable, logFaults, onStop } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';

/** The web process: answers people and programs until it is asked to stop. Needs DATABASE_URL and a build. */
const config = readConfig();
const log = openLog(config.LOG_LEVEL).child({ process: 'web' });
logFaults(log);
if (!config.DATABASE_URL) throw new Error('DATABASE_URL не задан; магазин со встроенной базой запускает npm start');

const buildFolder = join(import.meta.dirname, '../build');
const db = openDatabase(config.DATABASE_URL, { applicationName: 'idd-shop web', max: 20 });
const build = await import(pathToFileURL(join(buildFolder, 'server/index.js')).href);
const app = await buildApp({ db, config, log, build, clientDir: join(buildFolder, 'client') });
const drain = drainable(app.server);
onStop(log, async () => {
  await drain();
  await app.close();
  await db.destroy();
});

try {
  await app.listen({ port: config.PORT, host: config.HOST });
  // Health and pages without lists are answered already; a small catalogue is in memory before anybody reads the address.
  await Promise.race([app.catalogue?.loaded, sleep(10_000, undefined, { ref: false })]);
  const address = app.server.address();
  process.send?.({ listening: typeof address === 'object' ? address?.port : config.PORT });
} catch (error) {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.send?.({
    failed: isTaken ? `Порт ${config.PORT} занят. Укажите другой: PORT=3001 npm start` : String(error),
  });
  log.fatal({ err: error }, 'cannot listen');
  process.exit(1);
}
