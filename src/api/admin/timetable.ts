import { z } from 'zod';
import { outgoingHold } from '#platform/outgoing.ts';
import { hasLivingWorker } from '#platform/queue.ts';
import { readTimetable, type TimetableTask } from '#platform/timetable.ts';
import { howOften } from './how-often.ts';
import { taskWords } from './jobs.ts';
import { type AdminRoute, adminRead } from './route.ts';

/** `cut`: it began and no worker says how it ended. `held`: the worker leaves it while the outgoing is held. */
const states = ['never', 'running', 'cut', 'done', 'failed', 'held'] as const;

const Task = z.object({
  id: z.string(),
  words: z.string(),
  how_often: z.string(),
  state: z.enum(states),
  /** When the last run began. */
  started_at: z.string().nullable(),
  /** How long the last run took that has ended. */
  took_ms: z.int().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  /** When it is due again; in the past while no worker lives. */
  next_at: z.string(),
  /** It is awaited for longer than two of its pauses. */
  is_late: z.boolean(),
});

/** A run that has not ended for so long is hardly under way. */
const longestRunMs = 30 * 60_000;

export const timetableRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/timetable',
    summary: 'Расписание: что магазин делает по часам, как прошло и когда в следующий раз',
    permission: 'jobs.read',
    response: z.object({ is_worker_alive: z.boolean(), is_held: z.boolean(), items: z.array(Task), total: z.int() }),
    async run({ db, now }) {
      const [tasks, is_worker_alive, hold] = await Promise.all([
        readTimetable(db, now),
        hasLivingWorker(db),
        outgoingHold(db),
      ]);
      const items = tasks.map((task) => present(task, is_worker_alive, now));
      return { is_worker_alive, is_held: hold !== null, items, total: items.length };
    },
  }),
];

function present(given: TimetableTask, isWorkerAlive: boolean, now: Date): z.input<typeof Task> {
  const { task, match, started_at, took_ms, error, next_at, is_late } = given;
  const state = stateOf(given, isWorkerAlive, now);
  const hasEnded = state !== 'running' && state !== 'cut';
  return {
    id: task,
    words: taskWords[task] ?? task,
    how_often: howOften(match),
    state,
    is_late,
    started_at: started_at?.toISOString() ?? null,
    // Of the run that is shown, not of one before it.
    ...(hasEnded ? { took_ms, error } : { took_ms: null, error: null }),
    next_at: next_at.toISOString(),
  };
}

function stateOf(given: TimetableTask, isWorkerAlive: boolean, now: Date): (typeof states)[number] {
  const { is_taken, started_at, ran_at, error } = given;
  if (!is_taken) return 'held';
  if (started_at === null) return 'never';
  if (started_at.getTime() !== ran_at?.getTime()) {
    const isFresh = now.getTime() - started_at.getTime() < longestRunMs;
    return isWorkerAlive && isFresh ? 'running' : 'cut';
  }
  return error === null ? 'done' : 'failed';
}
