import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { countWaitingJobs, enqueue, enqueuePatiently } from './queue.ts';

const { db } = await testDatabase();

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

test('a patient job is the same job without NOTIFY, the first of its kind too', async () => {
  const client = await db.pool.connect();
  const heard: string[] = [];
  client.on('notification', ({ channel }) => heard.push(channel));
  await client.query('listen "jobs:insert"');
  await enqueuePatiently(db, 'patient', { id: 1 });
  await enqueuePatiently(db, 'patient', { id: 2 });
  const { rows } = await sql`
    select p.payload, j.run_at <= now() as is_due, j.attempts, j.max_attempts, j.priority, j.key, j.queue_name, j.flags
    from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
    where j.task_identifier = 'patient' order by j.id`.execute(db);
  const { payload: _, ...first } = rows[0] as { payload: unknown };
  expect(rows).toEqual([1, 2].map((id) => ({ ...first, payload: { id } })));
  await client.query('select 1');
  client.release(true);
  expect(heard).toEqual(['jobs:insert']);
});

test('due for a quarter of an hour and taken by nobody: new jobs and failed ones, not those under way or given up', async () => {
  const cases = {
    fresh: sql`run_at = now() - interval '14 minutes'`,
    late: sql`run_at = now() - interval '16 minutes'`,
    tried: sql`run_at = now() - interval '16 minutes', attempts = 3`,
    under_way: sql`run_at = now() - interval '16 minutes', locked_at = now(), locked_by = 'worker'`,
    given_up: sql`run_at = now() - interval '16 minutes', attempts = max_attempts`,
    later: sql`run_at = now() + interval '1 hour', attempts = 1`,
  };
  for (const [task, set] of Object.entries(cases)) {
    await enqueue(db, task);
    await sql`
      update graphile_worker._private_jobs set ${set}
      where id = (select id from graphile_worker.jobs where task_identifier = ${task})`.execute(db);
  }
  expect(await countWaitingJobs(db)).toEqual({ count: 2, tasks: ['late', 'tried'] });
});

async function waitingJobs() {
  const { rows } = await sql<{ task_identifier: string; payload: unknown }>`
    select j.task_identifier, p.payload
    from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) order by j.id`.execute(db);
  return rows;
}
