import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hasLivingWorker } from '#platform/queue.ts';
import { announceTimetable, countLateTasks, readTimetable } from '#platform/timetable.ts';
import { ensure } from '#shared/ensure.ts';
import { testDatabase } from '#test/support/database.ts';
import { jobContext } from '#test/support/jobs.ts';
import { waitFor } from '#test/support/processes.ts';
import { startWorkerProcess } from '#test/support/worker-process.ts';
import { announcedTasks, doableTasks, taskList, timetable } from './tasks.ts';

const { db, url } = await testDatabase();
const context = await jobContext(db);
const names = timetable.map(({ task }) => task);
const minuteMs = 60_000;
const later = (ms: number) => new Date(Date.now() + ms);

beforeEach(async () => {
  await sql`truncate timetable_runs`.execute(db);
});

/** As the queue gives a worker a job that the clock asked for, or that somebody queued. */
async function runTask(task: string, isByTheClock = true): Promise<void> {
  const run = ensure(taskList(context, [task])[task]);
  const payload = isByTheClock ? { _cron: { ts: new Date().toISOString(), backfilled: false } } : {};
  // The task is given its payload and the number of its job.
  await run(payload, { job: { id: '1' } } as JobHelpers);
}

async function rowOf(task: string, now = new Date()) {
  return ensure((await readTimetable(db, now)).find((row) => row.task === task));
}

test('a worker announces the whole timetable; what is known of runs stays, what is no task of it any more goes', async () => {
  await announceTimetable(db, [
    { task: 'gone', match: '* * * * *', is_taken: true, period_seconds: 60, next_at: new Date() },
  ]);
  await announceTimetable(db, announcedTasks(names, new Date()));
  await runTask('sweep_outgoing');
  const before = await rowOf('sweep_outgoing');
  await announceTimetable(db, announcedTasks(names, new Date()));
  expect((await readTimetable(db)).map(({ task }) => task).sort()).toEqual([...names].sort());
  expect(await rowOf('sweep_outgoing')).toEqual(before);
  expect(before).toMatchObject({ match: '*/5 * * * *', period_seconds: 300, is_taken: true, error: null });
});

test('a run that the clock asked for is noted with its end, the next one is due later; one that was queued is not noted', async () => {
  await announceTimetable(db, announcedTasks(names, new Date()));
  await runTask('expire_reservations', false);
  expect(await rowOf('expire_reservations')).toMatchObject({ started_at: null, ran_at: null });
  await runTask('expire_reservations');
  const row = await rowOf('expire_reservations');
  expect(row.ran_at).toEqual(ensure(row.started_at));
  expect(row.took_ms).toBeGreaterThanOrEqual(0);
  expect(row.next_at.getTime()).toBeGreaterThan(ensure(row.started_at).getTime());
});

test('a run that throws is noted with its error and still fails; the next good one takes the error away', async () => {
  await announceTimetable(db, announcedTasks(names, new Date()));
  await sql`alter table search_misses rename to search_misses_away`.execute(db);
  try {
    await expect(runTask('clean_up')).rejects.toThrow();
  } finally {
    await sql`alter table search_misses_away rename to search_misses`.execute(db);
  }
  expect((await rowOf('clean_up')).error).toContain('search_misses');
  expect((await readTimetable(db))[0]?.task).toBe('clean_up');
  await runTask('clean_up');
  expect((await rowOf('clean_up')).error).toBeNull();
});

test('of a killed worker a run stays that has begun and not ended', async () => {
  await announceTimetable(db, announcedTasks(names, new Date()));
  await sql`update timetable_runs set started_at = now() where task = 'clean_up'`.execute(db);
  expect(await rowOf('clean_up')).toMatchObject({ started_at: expect.any(Date), ran_at: null, took_ms: null });
});

test('late is what has not come round for two pauses and five minutes, counted from the last run or from when it was first awaited', async () => {
  await announceTimetable(db, announcedTasks(names, new Date()));
  expect(await countLateTasks(db, later(4 * minuteMs))).toBe(0);
  const everyMinute = timetable.filter(({ match }) => match === '* * * * *').length;
  expect(await countLateTasks(db, later(6 * minuteMs))).toBe(everyMinute);
  await sql`update timetable_runs set started_at = ${later(5 * minuteMs)} where task = 'send_webhooks'`.execute(db);
  expect(await countLateTasks(db, later(6 * minuteMs))).toBe(everyMinute - 1);
  expect((await rowOf('send_webhooks', later(6 * minuteMs))).is_late).toBe(false);
  expect((await rowOf('clean_up', later(47 * 60 * minuteMs))).is_late).toBe(false);
  expect((await rowOf('clean_up', later(49 * 60 * minuteMs))).is_late).toBe(true);
});

test('what is held with the outgoing is not late, and is awaited from then on when it is taken again', async () => {
  const { doable } = doableTasks(context, true);
  await announceTimetable(db, announcedTasks(doable, new Date()), later(-60 * minuteMs));
  const held = (await readTimetable(db)).filter(({ is_taken }) => !is_taken);
  expect(held.map(({ task }) => task).sort()).toEqual(['note_changed_goods', 'send_lead', 'send_webhooks']);
  expect(held.every(({ is_late }) => !is_late)).toBe(true);
  expect(await countLateTasks(db)).toBeGreaterThan(0);
  await announceTimetable(db, announcedTasks(names, new Date()));
  expect((await rowOf('send_lead')).is_late).toBe(false);
  expect((await rowOf('expire_reservations')).is_late).toBe(true);
});

test('a worker process is seen while it lives and has announced its timetable', async () => {
  expect(await hasLivingWorker(db)).toBe(false);
  const worker = await startWorkerProcess(url);
  await waitFor(async () => (await hasLivingWorker(db)) && (await readTimetable(db)).length === timetable.length);
  await worker.kill();
  await waitFor(async () => !(await hasLivingWorker(db)));
  expect(await readTimetable(db)).toHaveLength(timetable.length);
}, 60_000);
