import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker';
import { openPartners } from '#integrations/partners.ts';
import { holdWorkerLocks, releaseDeadWorkers, releaseEndedPools, watchForDeadWorkers } from '#jobs/dead-workers.ts';
import { announcedTasks, doableTasks, taskList, timetableOf } from '#jobs/tasks.ts';
import { untilEnded } from '#jobs/until-ended.ts';
import { awaitDatabase } from '#platform/await-database.ts';
import { type DatabaseOptions, openDatabase, openPlainPool } from '#platform/database.ts';
import { filesFault, filesFolder, markFiles } from '#platform/files-mark.ts';
import { logFaults, onStop } from '#platform/lifecycle.ts';
import { openLog } from '#platform/log.ts';
import { outgoingHold } from '#platform/outgoing.ts';
import { queueDeferredJobs } from '#platform/queue.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { announceTimetable } from '#platform/timetable.ts';
import { pagesForRobots } from '#shared/page-facts.ts';
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
const moveDeferredMs = 1_000;
const retryMs = 1_000;
const longestRetryMs = 5_000;
/** A pool that ends lets its jobs come to their end; so long, and no longer, the others in the queue wait for that. */
const jobsGoOnMs = 10_000;

let runner: Runner | null = null;
let isStopping = false;
const pools = new Set<Promise<unknown>>();
const endedPools: string[] = [];
const ends: (() => void)[] = [];
onStop(
  log,
  async () => {
    isStopping = true;
    if (runner) end(runner);
    const stopped = Promise.allSettled(pools).then(() => true);
    if (!(await Promise.race([stopped, sleep(stopMs, false)]))) log.warn('jobs were cut off: they took too long');
    for (const end of ends) end();
  },
  stopMs + 1_500,
);

await awaitDatabase(url, (why, pauseMs) => log.error({ why, pauseMs }, 'the database does not answer; waiting for it'));
const db = openDatabase(url, { applicationName: 'idd-shop worker', role: 'worker', max: concurrency + 2 });
const config = await openShopOrEnd(db, settings, log);
const keys = await secretKeys(db, config.SECRET_KEYS);
const partners = openPartners(db, config);
// The queue's statements are short, those of jobs are not: a connection that has died is to be noticed in seconds.
const queueOptions: DatabaseOptions = { applicationName: 'idd-shop queue', role: 'queue', max: concurrency + 2 };
const queue = openDatabase(url, queueOptions);
const events: WorkerEvents = new EventEmitter();
ends.push(holdWorkerLocks(url, events, log));
events.on('pool:release', ({ workerPool }) => endedPools.push(workerPool.id));
await markFiles(db, filesFolder(config.DATA_DIR)).catch((error) =>
  log.error({ err: error }, 'files could not be marked'),
);
const wrongFiles = await filesFault(db, filesFolder(config.DATA_DIR)).catch(() => null);
if (wrongFiles) log.error({ why: wrongFiles }, 'files are not those of the database');
await releaseDeadWorkers(db, log).catch((error) => log.warn({ err: error }, 'jobs of dead workers stay for now'));
repeat(lookForDeadMs, watchForDeadWorkers(queue, log));
repeat(moveDeferredMs, () => queueDeferredJobs(queue));

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

/**
 * Works on the queue with the settings and the hold of this moment. Returns when the hold has changed or the connection
 * to the queue broke: a job whose taking or completion was lost with it is locked by this pool, and is free again when
 * the pool has ended.
 */
async function work(): Promise<void> {
  await releaseEndedPools(queue, endedPools, log);
  endedPools.length = 0;
  const hold = await outgoingHold(queue);
  const { doable, missing } = doableTasks({ config, partners }, hold !== null);
  if (hold) log.warn(hold, 'nothing is sent to partners and customers: the outgoing is held');
  for (const { task, needs } of missing) log.warn({ task, needs }, 'jobs wait: a setting is missing');
  await announceTimetable(queue, announcedTasks(doable, new Date())).catch((error) =>
    log.warn({ err: error }, 'the timetable was not announced'),
  );
  // One for each time: when its connections fail, the next goes to the server that is wanted then.
  const pgPool = await openPlainPool(queue.pool.url, queueOptions);
  const endPool = () => void pgPool.end().catch(() => {});
  const current = await run({
    pgPool,
    events,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1_000,
    // Reported as done one by one, a job whose report fails ends the process: graphile-worker does not wait for it. In
    // batches the pool ends instead.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: taskList({ db, config, keys, partners, log, pagesForRobots }, doable),
    parsedCronItems: parseCronItems(timetableOf(doable)),
    logger: new Logger(() => (level, message) => log[level === 'warning' ? 'warn' : level]({}, message)),
  }).catch((error) => {
    endPool();
    throw error;
  });
  runner = current;
  pools.add(current.promise);
  const forget = () => {
    pools.delete(current.promise);
    endPool();
  };
  current.promise.then(forget, forget);
  if (isStopping) return end(current);
  process.send?.({ working: true });
  const endLooking = repeat(lookForHoldMs, async () => {
    const isHeld = (await outgoingHold(queue)) !== null;
    if (isHeld !== (hold !== null)) end(current);
  });
  const lose = () => end(current);
  events.once('worker:getJob:error', lose);
  try {
    await untilEnded(current, events, jobsGoOnMs);
  } finally {
    events.off('worker:getJob:error', lose);
    endLooking();
    runner = null;
  }
}

/** Jobs under way are completed, no more are begun. A pool that ends already is left alone. */
function end(current: Runner): void {
  current.stop().catch(() => {});
}

/** Does it again and again, each time so long after the last one is over. Returns what ends that. */
function repeat(pauseMs: number, work: () => Promise<void>): () => void {
  let timer = setTimeout(again, pauseMs).unref();
  let isEnded = false;
  async function again(): Promise<void> {
    await work().catch((error) => log.warn({ err: error }, 'the database could not be asked'));
    if (!isEnded) timer = setTimeout(again, pauseMs).unref();
  }
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
