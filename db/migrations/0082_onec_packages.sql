-- A package is what 1C sent between two imports, or what a command was given.
alter table onec_imports rename to onec_packages;
alter table onec_packages rename constraint onec_imports_pkey to onec_packages_pkey;
alter sequence onec_imports_id_seq rename to onec_packages_id_seq;
alter table onec_packages
  add column node_id integer references onec_nodes(id) on delete set null,
  add column session_id uuid references onec_sessions(id) on delete set null,
  add column batch integer,
  -- deactivate: no files; the goods that the exchange did not list are switched off.
  add column kind text not null default 'files' check (kind in ('files', 'deactivate')),
  add column state text not null default 'waiting' check (state in ('waiting', 'importing', 'imported', 'refused', 'failed')),
  add column received_at timestamptz not null default now(),
  -- What is happening now, and when it was last heard of.
  add column progress text not null default '',
  add column heard_at timestamptz not null default now(),
  -- Name and size of what came.
  add column contents jsonb not null default '[]',
  add column files_removed_at timestamptz,
  alter column started_at drop not null,
  alter column finished_at drop not null,
  alter column finished_at drop default,
  alter column summary drop not null;
update onec_packages set state = summary ->> 'result', received_at = started_at, heard_at = finished_at;
alter table onec_packages
  add constraint onec_packages_check check ((finished_at is not null) = (state in ('imported', 'refused', 'failed'))),
  add constraint onec_packages_summary_check check ((summary is not null) = (finished_at is not null));
create unique index onec_packages_batch_key on onec_packages (session_id, batch);
create index onec_packages_node_id_idx on onec_packages (node_id);
create index onec_packages_unfinished_idx on onec_packages (node_id) where finished_at is null;

-- What an exchange has listed so far: a full one may come in many files, none of which is complete.
create table onec_listed (
  session_id uuid not null references onec_sessions(id) on delete cascade,
  kind text not null check (kind in ('good', 'offer')),
  id_1c text collate "C" not null,
  -- In a full file.
  is_full boolean not null,
  primary key (session_id, kind, id_1c)
);
