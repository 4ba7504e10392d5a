import { sql } from 'kysely';
import type { Db } from './database.ts';

/** A task of the timetable as the worker announces it. */
export type AnnouncedTask = {
  task: string;
  /** Minute, hour, day, month and weekday in UTC. */
  match: string;
  /** false: it is left for now, because the outgoing is held. */
  is_taken: boolean;
  /** The longest pause between two runs. */
  period_seconds: number;
  next_at: Date;
};

export type TimetableTask = AnnouncedTask & {
  /** When the last run began; null: none has. */
  started_at: Date | null;
  /** When the last run began that has ended; another moment than `started_at`: the last one has not ended. */
  ran_at: Date | null;
  took_ms: number | null;
  /** Why that one failed; null: it succeeded. */
  error: string | null;
  /** It is awaited for longer than two of its pauses. */
  is_late: boolean;
};

/** A restart of the shop or a large import holds tasks of every minute up for longer than two minutes. */
const leastLateSeconds = 300;

const isLate = (now: Date) => sql<boolean>`(is_taken and greatest(started_at, due_since)
  < ${now}::timestamptz - make_interval(secs => greatest(2 * period_seconds, ${leastLateSeconds}::int)))`;

/** Puts the timetable of a worker in the place of the one that is known; what is known of runs stays. */
export async function announceTimetable(db: Db, tasks: AnnouncedTask[], now = new Date()): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb)
        as g (task text, match text, is_taken boolean, period_seconds int, next_at timestamptz)
    ), gone as (
      delete from timetable_runs where task not in (select task from given)
    )
    insert into timetable_runs as known (task, match, is_taken, period_seconds, next_at, due_since)
    select task, match, is_taken, period_seconds, next_at, ${now}::timestamptz from given
    on conflict (task) do update set match = excluded.match, is_taken = excluded.is_taken,
      period_seconds = excluded.period_seconds, next_at = excluded.next_at,
      due_since = case when known.is_taken then known.due_since else excluded.due_since end`.execute(db);
}

/** A run that the clock asked for has begun; `next_at`: when the one after it is due. */
export async function noteRunBegun(db: Db, run: { task: string; started_at: Date; next_at: Date }): Promise<void> {
  const { task, started_at, next_at } = run;
  await sql`
    update timetable_runs set started_at = greatest(started_at, ${started_at}::timestamptz),
      next_at = greatest(next_at, ${next_at}::timestamptz)
    where task = ${task}`.execute(db);
}

const longestError = 1_000;

/** A run has ended. One that ends after a newer run of the same task is not written: the newer one stands. */
export async function noteRunEnded(
  db: Db,
  run: { task: string; started_at: Date; took_ms: number; error: string | null },
): Promise<void> {
  const { task, started_at, took_ms } = run;
  const error = run.error === null ? null : run.error.slice(0, longestError) || 'Error';
  await sql`
    update timetable_runs set ran_at = ${started_at}::timestamptz, took_ms = ${took_ms}, error = ${error}
    where task = ${task} and started_at is not null and coalesce(ran_at <= ${started_at}::timestamptz, true)`.execute(
    db,
  );
}

/** Every task that comes round by the clock: late and failed ones first, then by how often. */
export async function readTimetable(db: Db, now = new Date()): Promise<TimetableTask[]> {
  const { rows } = await sql<TimetableTask>`
    select task, match, is_taken, period_seconds, next_at, started_at, ran_at, took_ms, error, ${isLate(now)} as is_late
    from timetable_runs
    order by ${isLate(now)} desc, error is not null desc, period_seconds, next_at, task`.execute(db);
  return rows;
}

/** How many are awaited for longer than two of their pauses. */
export async function countLateTasks(db: Db, now = new Date()): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from timetable_runs where ${isLate(now)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether a worker has ever announced its timetable here. */
export async function hasTimetable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select exists (select from timetable_runs) as exists`.execute(db);
  return rows[0]?.exists ?? false;
}
