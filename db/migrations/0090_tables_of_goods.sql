-- How the columns of an owner's table are read: kept under a name, so that the next file needs no more than its path.
create table file_maps (
  name text primary key check (length(name) between 1 and 60),
  -- [{heading, field, target}], in the order in which they were given.
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) between 2 and 60),
  unit text not null default 'sales' check (unit in ('sales', 'base')),
  -- A price that moves by more than so many percent is suspicious; so are more than a share of such prices.
  moved_percent smallint not null default 30 check (moved_percent between 1 and 1000),
  moved_share smallint not null default 5 check (moved_share between 0 and 100),
  changed_at timestamptz not null default now()
);

create table file_imports (
  id integer generated always as identity primary key,
  map_name text not null,
  source text not null,
  at timestamptz not null default now(),
  state text not null check (state in ('rehearsed', 'held', 'applied')),
  summary jsonb not null
);

-- What became of the rows, in words; those that changed nothing leave none.
create table file_import_rows (
  import_id integer not null references file_imports (id) on delete cascade,
  position integer not null,
  row integer not null,
  is_refused boolean not null,
  words text not null,
  primary key (import_id, position)
);
