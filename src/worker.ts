import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { releaseDeadWorkers, sayAlive, watchForDeadWorkers } from '#jobs/dead-workers.ts';
import { doableTasks, taskList, timetableOf } from '#jobs/tasks.ts';
import { awaitDatabase } from '#platform/await-database.ts';
import { openDatabase } from '#platform/database.ts';
import { filesFault, filesFolder, markFiles } from '#platform/files-mark.ts';
import { logFaults, onStop } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { outgoingHold } from '#platform/outgoing.ts';
import { readSettings } from './config.ts';
import { openShopOrEnd } from './shop-mode.ts';

/** The worker process: does what may wait, until it is asked to stop. Needs DATABASE_URL. */
const settings = readSettings();
const log = openLog(settings.LOG_LEVEL).child({ process: 'worker' });
logFaults(log);
const url = settings.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL не задан; магазин со встроенной базой запускает npm start');

const concurrency = 4;
/** Jobs under way are waited for so long; what is cut off then is run again by another worker. */
const stopMs = 8_000;
const lookForDeadMs = 30_000;
const lookForHoldMs = 5_000;
const retryMs = 1_000;
const longestRetryMs = 15_000;

let runner: Runner | null = null;
let isStopping = false;
const ends: (() => void)[] = [];
onStop(
  log,
  async () => {
    isStopping = true;
    const stopped = runner?.stop().then(() => true) ?? true;
    if (!(await Promise.race([stopped, sleep(stopMs, false)]))) log.warn('jobs were cut off: they took too long');
    for (const end of ends) end();
  },
  stopMs + 1_500,
);

await awaitDatabase(url, (why, pauseMs) => log.error({ why, pauseMs }, 'the database does not answer; waiting for it'));
const db = openDatabase(url, { applicationName: 'idd-shop worker', role: 'worker', max: concurrency + 2 });
const config = await openShopOrEnd(db, settings, log);
// The queue's statements are short, those of jobs are not: a connection that has died is to be noticed in seconds.
const queue = openDatabase(url, { applicationName: 'idd-shop queue', role: 'queue', max: concurrency + 2 });
const events: WorkerEvents = new EventEmitter();
ends.push(sayAlive(url, events, log));
await markFiles(db, filesFolder(config.DATA_DIR)).catch((error) =>
  log.error({ err: error }, 'files could not be marked'),
);
const wrongFiles = await filesFault(db, filesFolder(config.DATA_DIR)).catch(() => null);
if (wrongFiles) log.error({ why: wrongFiles }, 'files are not those of the database');
await releaseDeadWorkers(db, log).catch((error) => log.warn({ err: error }, 'jobs of dead workers stay for now'));
repeat(lookForDeadMs, watchForDeadWorkers(queue, log));

let pauseMs = retryMs;
while (!isStopping) {
  const begun = Date.now();
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, 'the queue cannot be worked on; trying again');
  }
  if (isStopping) break;
  pauseMs = Date.now() - begun > 60_000 ? retryMs : Math.min(pauseMs * 2, longestRetryMs);
  await sleep(pauseMs);
}

/** Works on the queue with the settings and the hold of this moment; returns when the hold has changed, throws when the queue gives up. */
async function work(): Promise<void> {
  const hold = await outgoingHold(queue);
  const { doable, missing } = doableTasks(config, hold !== null);
  if (hold) log.warn(hold, 'nothing is sent to partners and customers: the outgoing is held');
  for (const { task, needs } of missing) log.warn({ task, needs }, 'jobs wait: a setting is missing');
  const current = await run({
    pgPool: queue.pool,
    events,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    taskList: taskList({ db, config, log }, doable),
    parsedCronItems: parseCronItems(timetableOf(doable)),
    logger: new Logger(() => (level, message) => log[level === 'warning' ? 'warn' : level]({}, message)),
  });
  runner = current;
  if (isStopping) return current.stop();
  process.send?.({ working: true });
  const looking = repeat(lookForHoldMs, async () => {
    const isHeld = (await outgoingHold(queue)) !== null;
    if (isHeld !== (hold !== null) && !isStopping) await current.stop();
  });
  try {
    await current.promise;
  } finally {
    clearInterval(looking);
    runner = null;
  }
}

function repeat(everyMs: number, look: () => Promise<void>): NodeJS.Timeout {
  const timer = setInterval(() => {
    look().catch((error) => log.warn({ err: error }, 'the database could not be asked'));
  }, everyMs);
  return timer.unref();
}
