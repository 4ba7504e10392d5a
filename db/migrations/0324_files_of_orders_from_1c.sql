-- Files with what 1C did with orders are taken by the worker, document after document: how far it is, and what came of
-- it. archive: in which of the batch's archives it lies, null: it came by itself. done: documents that were taken; a
-- worker that comes after a killed one goes on behind them.
create table onec_order_files (
  id bigint generated always as identity primary key,
  session_id uuid not null references onec_sessions on delete cascade,
  batch integer not null,
  name text not null check (length(name) between 1 and 250),
  archive text check (length(archive) between 1 and 250),
  state text not null default 'waiting' check (state in ('waiting', 'taking', 'taken', 'refused', 'failed')),
  done integer not null default 0 check (done >= 0),
  applied integer not null default 0 check (applied >= 0),
  unchanged integer not null default 0 check (unchanged >= 0),
  refused integer not null default 0 check (refused >= 0),
  reason text check (reason <> ''),
  received_at timestamptz not null,
  heard_at timestamptz not null,
  finished_at timestamptz,
  unique (session_id, batch, name),
  check ((finished_at is null) = (state in ('waiting', 'taking'))),
  check ((reason is not null) = (state in ('refused', 'failed'))),
  check (done = applied + unchanged + refused)
);
create index onec_order_files_unfinished on onec_order_files (session_id) where finished_at is null;
