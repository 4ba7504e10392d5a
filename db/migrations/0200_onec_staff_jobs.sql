-- Long work that staff ask the exchange with 1C for: a rollback, the look before it, another mapping. The worker does it
-- in a process of its own; the back office reads here how far it has come.
create table onec_staff_jobs (
  id int generated always as identity primary key,
  kind text not null check (kind in ('rollback', 'rollback_preview', 'price_type', 'warehouse', 'group', 'property')),
  params jsonb not null,
  -- Who asked, for the line of the audit log that the work leaves.
  author jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'refused', 'failed')),
  progress text not null default '',
  result jsonb,
  -- Why nothing was done.
  reason text check (reason <> ''),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state in ('done', 'refused', 'failed')) = (finished_at is not null)),
  check ((state in ('refused', 'failed')) = (reason is not null))
);

-- The same work asked for again while it waits is the same job.
create unique index onec_staff_jobs_unfinished on onec_staff_jobs (kind, md5(params::text)) where finished_at is null;
