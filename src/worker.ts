import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import { releaseDeadWorkers, sayAlive } from '#jobs/dead-workers.ts';
import { taskList, timetable } from '#jobs/tasks.ts';
import { openDatabase } from '#platform/database.ts';
import { logFaults, onStop } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { readSettings } from './config.ts';
import { openShopOrEnd } from './shop-mode.ts';

/** The worker process: does what may wait, until it is asked to stop. Needs DATABASE_URL. */
const settings = readSettings();
const log = openLog(settings.LOG_LEVEL).child({ process: 'worker' });
logFaults(log);
const { DATABASE_URL } = settings;
if (!DATABASE_URL) throw new Error('DATABASE_URL не задан; магазин со встроенной базой запускает npm start');

const concurrency = 4;
const db = openDatabase(DATABASE_URL, { applicationName: 'idd-shop worker', max: concurrency + 2 });
const config = await openShopOrEnd(db, settings, log);
await releaseDeadWorkers(db, DATABASE_URL, log);
const events: WorkerEvents = new EventEmitter();
const stopSayingAlive = await sayAlive(db, events, (error) => {
  log.fatal({ err: error }, 'database is gone');
  process.exit(1);
});
const runner = await run({
  connectionString: DATABASE_URL,
  maxPoolSize: concurrency + 2,
  events,
  concurrency,
  noHandleSignals: true,
  pollInterval: 1_000,
  taskList: taskList({ db, config, log }),
  parsedCronItems: parseCronItems(timetable),
  logger: new Logger(() => (level, message) => log[level === 'warning' ? 'warn' : level]({}, message)),
});
let isStopping = false;
onStop(log, async () => {
  isStopping = true;
  await runner.stop();
  stopSayingAlive();
  await db.destroy();
});
process.send?.({ working: true });
await runner.promise.catch((error) => log.fatal({ err: error }, 'worker ended'));
if (!isStopping) process.exit(1);
