-- Jobs that may wait a second. A job put into the queue tells its workers by NOTIFY, and only one transaction at a time can commit with one:
-- orders would wait for each other's disk. They write a row here instead, and a worker moves it to the queue.
create table deferred_jobs (
  id bigint generated always as identity primary key,
  task text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
