import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { endWhenQuiet } from '#test/support/jobs.ts';
import { openPlainPool } from './database.ts';
import { countWaitingJobs, enqueue, enqueueDeferred, queueDeferredJobs } from './queue.ts';

const { db, url } = await testDatabase();

test('a job exists exactly when the change that needs it was committed', async () => {
  await db.transaction().execute((db) => enqueue(db, 'committed', { id: 1 }));
  await expect(
    db.transaction().execute(async (db) => {
      await enqueue(db, 'rolled_back', { id: 2 });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await waitingJobs()).toEqual([{ task_identifier: 'committed', payload: { id: 1 } }]);
});

test('a second job with the same key takes the place of the first', async () => {
  const runAt = new Date('2040-01-01T00:00:00Z');
  await enqueue(db, 'keyed', { try: 1 }, { jobKey: 'one', runAt });
  await enqueue(db, 'keyed', { try: 2 }, { jobKey: 'one', runAt });
  expect((await waitingJobs()).filter((job) => job.task_identifier === 'keyed')).toEqual([
    { task_identifier: 'keyed', payload: { try: 2 } },
  ]);
});

test('a deferred job is committed without NOTIFY, and becomes the same job as any other when a worker moves it', async () => {
  const client = await db.pool.connect();
  const received: string[] = [];
  client.on('notification', ({ channel }) => received.push(channel));
  await client.query('listen "jobs:insert"');
  await db.transaction().execute(async (db) => {
    for (const id of [1, 2]) await enqueueDeferred(db, 'deferred', { id });
  });
  await client.query('select 1');
  expect(received).toEqual([]);
  await Promise.all([queueDeferredJobs(db), queueDeferredJobs(db)]);
  await enqueue(db, 'deferred', { id: 3 });
  const { rows } = await sql`
    select p.payload, j.run_at <= now() as is_due, j.attempts, j.max_attempts, j.priority, j.key, j.queue_name, j.flags
    from graphile_worker.jobs j, graphile_worker.reschedule_jobs(array[j.id]) p
    where j.task_identifier = 'deferred' order by j.id`.execute(db);
  const { payload: _, ...first } = rows[0] as { payload: unknown };
  expect(rows).toEqual([1, 2, 3].map((id) => ({ ...first, payload: { id } })));
  await client.query('select 1');
  client.release(true);
  expect(received).toContain('jobs:insert');
});

test('due for a quarter of an hour and taken by nobody: new jobs and failed ones, not those under way or given up', async () => {
  const cases = {
    fresh: sql`run_at => now() - interval '14 minutes'`,
    late: sql`run_at => now() - interval '16 minutes'`,
    tried: sql`run_at => now() - interval '16 minutes', attempts => 3`,
    under_way: sql`run_at => now() - interval '16 minutes'`,
    given_up: sql`run_at => now() - interval '16 minutes', attempts => 25`,
    later: sql`run_at => now() + interval '1 hour', attempts => 1`,
  };
  for (const [task, set] of Object.entries(cases)) {
    await enqueue(db, task);
    await sql`
      select graphile_worker.reschedule_jobs(array[id], ${set}) from graphile_worker.jobs
      where task_identifier = ${task}`.execute(db);
  }
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const under_way = () => {
    begun.resolve();
    return mayEnd.promise;
  };
  const pgPool = await openPlainPool(url, { max: 2 });
  const worker = runOnce({ pgPool, taskList: { under_way }, logger: new Logger(() => () => {}) });
  await begun.promise;
  await enqueueDeferred(db, 'deferred', {});
  await enqueueDeferred(db, 'unmoved', {});
  await sql`update deferred_jobs set created_at = now() - interval '16 minutes' where task = 'unmoved'`.execute(db);
  expect(await countWaitingJobs(db)).toEqual({ count: 3, tasks: ['late', 'tried', 'unmoved'] });
  mayEnd.resolve();
  await worker;
  await endWhenQuiet(db, pgPool);
});

/** The view leaves out what a job is given; the queue's functions return it. */
async function waitingJobs() {
  const { rows } = await sql<{ task_identifier: string; payload: unknown }>`
    select j.task_identifier, p.payload
    from graphile_worker.jobs j, graphile_worker.reschedule_jobs(array[j.id]) p order by j.id`.execute(db);
  return rows;
}
