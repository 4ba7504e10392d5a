import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { awaitDatabase } from '#platform/await-database.ts';
import { openDatabase } from '#platform/database.ts';
import { filesFolder, markFiles } from '#platform/files-mark.ts';
import { drainable, logFaults, onStop } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { answerOnIpv6Too } from './answer-on-ipv6-too.ts';
import { buildApp } from './app.ts';
import { readSettings } from './config.ts';
import { openShopOrEnd } from './shop-mode.ts';
import { closeMs, drainMs, webStopMs } from './stop-times.ts';

/** The web process: answers people and programs until it is asked to stop. Needs DATABASE_URL and a build. */
const settings = readSettings();
const log = openLog(settings.LOG_LEVEL).child({ process: 'web' });
logFaults(log);
const { DATABASE_URL } = settings;
if (!DATABASE_URL) throw new Error('DATABASE_URL не задан; магазин со встроенной базой запускает npm start');

const buildFolder = join(import.meta.dirname, '../build');
const stopping = new AbortController();
let stop = async () => {};
onStop(
  log,
  async () => {
    stopping.abort();
    await stop();
  },
  webStopMs(settings.STOP_DELAY_SECONDS),
);

await awaitDatabase(DATABASE_URL, (why, pauseMs) =>
  log.error({ why, pauseMs }, 'the database does not answer; waiting for it'),
);
const db = openDatabase(DATABASE_URL, {
  applicationName: 'idd-shop web',
  role: 'web',
  max: settings.DATABASE_CONNECTIONS,
});
const config = await openShopOrEnd(db, settings, log);
const stopDelayMs = config.isDemonstration ? 0 : config.STOP_DELAY_SECONDS * 1_000;
let closeSecond = async () => {};
await markFiles(db, filesFolder(config.DATA_DIR)).catch((error) =>
  log.error({ err: error }, 'files could not be marked'),
);
const build = await import(pathToFileURL(join(buildFolder, 'server/index.js')).href);
const clientDir = join(buildFolder, 'client');
const { partsOfApp } = await import('#demo/parts-of-app.ts');
const { emailSamples, demonstration } = partsOfApp;
const parts = config.isDemonstration ? partsOfApp : { emailSamples, demonstration };
const app = await buildApp({ db, config, log, build, clientDir, stopping: stopping.signal, ...parts });
const drain = drainable(app.server);
stop = async () => {
  // /readyz says no; the balancer needs a moment to notice it, and until then its visitors are served.
  await sleep(stopDelayMs);
  const [cutOff] = await Promise.all([drain(drainMs), closeSecond()]);
  if (cutOff > 0) log.warn({ requests: cutOff }, 'requests were cut off: they took too long to be waited for');
  // Closing writes what was counted. What hangs on a dead connection is not waited for: the process ends after this.
  await Promise.race([Promise.allSettled([app.close().finally(() => db.destroy())]), sleep(closeMs - 500)]);
};

try {
  const host = config.HOST ?? (config.isDemonstration ? '127.0.0.1' : '0.0.0.0');
  await app.listen({ port: config.PORT, host });
  if (config.isDemonstration && !config.HOST) closeSecond = await answerOnIpv6Too(app.server);
  // Health and pages without lists are answered already; a small catalogue is in memory before anybody reads the
  // address.
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
