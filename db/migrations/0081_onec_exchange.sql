-- Who may speak as 1C: one row for each base of 1C that feeds the shop.
create table onec_nodes (
  id integer generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 100),
  login text not null unique check (length(login) between 1 and 100),
  -- null: the password stands in the settings (ONEC_PASSWORD).
  password_hash text,
  -- Addresses and networks by commas; empty: from everywhere.
  networks text not null default '',
  encoding text not null default 'utf-8' check (encoding in ('utf-8', 'windows-1251')),
  -- Of one part of a file, in bytes.
  file_limit integer not null default 5242880 check (file_limit between 102400 and 33554432),
  takes_zip boolean not null default true,
  is_on boolean not null default true,
  -- The node of ONEC_LOGIN.
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  signed_in_at timestamptz
);
create unique index onec_nodes_is_default_key on onec_nodes (is_default) where is_default;

create table onec_sessions (
  id uuid primary key,
  node_id integer not null references onec_nodes(id) on delete cascade,
  -- catalog, sale, reference, get_catalog.
  type text not null,
  -- SHA-256 of the cookie and of sessid.
  token_hash bytea not null unique,
  sessid_hash bytea not null,
  -- Schema version named at init.
  version text,
  address text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('complete', 'replaced', 'silent')),
  -- Files that are not imported yet belong to this batch; those of earlier ones since the last init are beside them.
  batch integer not null default 1 check (batch > 0),
  first_batch integer not null default 1 check (first_batch between 1 and batch),
  -- All that has arrived.
  files integer not null default 0 check (files >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  check ((ended_at is null) = (ended_by is null))
);
-- One exchange at a time.
create unique index onec_sessions_open_key on onec_sessions (node_id) where ended_at is null;
create index onec_sessions_node_id_idx on onec_sessions (node_id, started_at);

create table onec_files (
  session_id uuid not null references onec_sessions(id) on delete cascade,
  batch integer not null,
  name text not null check (length(name) between 1 and 250),
  -- What has arrived whole; more may lie on the disk.
  bytes bigint not null default 0 check (bytes >= 0),
  primary key (session_id, batch, name)
);
