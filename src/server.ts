import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '#platform/database.ts';
import { drainable, logFaults, onStop } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { answerOnIpv6Too } from './answer-on-ipv6-too.ts';
import { buildApp } from './app.ts';
import { readSettings } from './config.ts';
import { openShopOrEnd } from './shop-mode.ts';

/** The web process: answers people and programs until it is asked to stop. Needs DATABASE_URL and a build. */
const settings = readSettings();
const log = openLog(settings.LOG_LEVEL).child({ process: 'web' });
logFaults(log);
const { DATABASE_URL } = settings;
if (!DATABASE_URL) throw new Error('DATABASE_URL не задан; магазин со встроенной базой запускает npm start');

const buildFolder = join(import.meta.dirname, '../build');
const db = openDatabase(DATABASE_URL, { applicationName: 'idd-shop web', max: 20 });
const config = await openShopOrEnd(db, settings, log);
const build = await import(pathToFileURL(join(buildFolder, 'server/index.js')).href);
const app = await buildApp({ db, config, log, build, clientDir: join(buildFolder, 'client') });
const drain = drainable(app.server);
let closeSecond = async () => {};
onStop(log, async () => {
  await Promise.all([drain(), closeSecond()]);
  await app.close();
  await db.destroy();
});

try {
  const host = config.HOST ?? (config.isDemonstration ? '127.0.0.1' : '0.0.0.0');
  await app.listen({ port: config.PORT, host });
  if (config.isDemonstration && !config.HOST) closeSecond = await answerOnIpv6Too(app.server);
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
