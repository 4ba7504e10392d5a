import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { enqueue } from './queue.ts';

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

async function waitingJobs() {
  const { rows } = await sql<{ task_identifier: string; payload: unknown }>`
    select j.task_identifier, p.payload
    from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) order by j.id`.execute(db);
  return rows;
}
