-- What comes round by the clock: one row for each task of the worker's timetable, written by the worker when it starts
-- and around each run. A killed worker leaves a run that has begun and not ended.
create table timetable_runs (
  task text primary key check (task <> ''),
  -- Minute, hour, day, month and weekday in UTC.
  match text not null check (match <> ''),
  -- false: the worker leaves it for now, because the outgoing is held.
  is_taken boolean not null,
  -- The longest pause between two runs.
  period_seconds integer not null check (period_seconds > 0),
  next_at timestamptz not null,
  -- Since when it is awaited: the worker met it then for the first time, or after it had been left.
  due_since timestamptz not null,
  -- When the last run began.
  started_at timestamptz,
  -- The last run that has ended: when it began, how long it took, and why it failed (null: it succeeded).
  ran_at timestamptz,
  took_ms integer check (took_ms >= 0),
  error text check (length(error) between 1 and 1000),
  check (ran_at <= started_at),
  check ((ran_at is null) = (took_ms is null)),
  check (error is null or ran_at is not null)
);
