import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { holdWorkerLocks, releaseDeadWorkers } from '#jobs/dead-workers.ts';
import { openLog } from '#platform/log.ts';
import { enqueue } from '#platform/queue.ts';
import { testDatabase } from '#test/support/database.ts';
import { startShop, temporaryFolder, waitFor } from '#test/support/processes.ts';

const { db, url } = await testDatabase();
const log = openLog('silent');

test('a job of a worker killed with -9 is free again when a worker starts; a living worker keeps its own', async () => {
  await enqueue(db, 'one');
  await enqueue(db, 'two');
  await lockJob('one', 'worker-dead');
  await lockJob('two', 'worker-living');
  const events: WorkerEvents = new EventEmitter();
  const end = holdWorkerLocks(url, events, log);
  events.emit('pool:create', { workerPool: { id: 'worker-living' } } as never);
  await waitFor(async () => (await livingLocks()) > 0);
  await releaseDeadWorkers(db, log);
  expect(await lockers()).toEqual([{ locked_by: null }, { locked_by: 'worker-living' }]);
  end();
  await waitFor(async () => (await livingLocks()) === 0);
  await releaseDeadWorkers(db, log);
  expect(await lockers()).toEqual([{ locked_by: null }, { locked_by: null }]);
});

test('the worker of a running shop does what was queued: limits of yesterday are swept', async () => {
  const shop = await startShop(await temporaryFolder(), { DATABASE_URL: url });
  const limits = [
    { scope: 'coupon', key: 'old', window_start: new Date(Date.now() - 2 * 86_400_000), count: 5 },
    { scope: 'coupon', key: 'new', window_start: new Date(), count: 5 },
  ];
  await db.insertInto('limits').values(limits).execute();
  await enqueue(db, 'clean_up');
  const left = () => db.selectFrom('limits').select('key').execute();
  await waitFor(async () => (await left()).length === 1);
  expect(await left()).toEqual([{ key: 'new' }]);
  shop.launcher.kill('SIGTERM');
  expect(await shop.exited).toBe(0);
});

/** Other databases of the server have locks of their own. */
async function livingLocks(): Promise<number> {
  const { rows } = await sql`
    select from pg_locks l join pg_database d on d.oid = l.database
    where l.locktype = 'advisory' and d.datname = current_database()`.execute(db);
  return rows.length;
}

async function lockJob(task: string, worker: string) {
  await sql`
    update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now(), attempts = 1
    where id = (select id from graphile_worker.jobs where task_identifier = ${task})`.execute(db);
}

async function lockers() {
  return (
    await sql`select locked_by from graphile_worker.jobs where task_identifier in ('one', 'two') order by id`.execute(
      db,
    )
  ).rows;
}
