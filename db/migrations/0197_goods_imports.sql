-- Goods described by a table of the owner's: read and looked at, then written in portions, and put back.
create table goods_imports (
  id integer generated always as identity primary key,
  -- The name of the file.
  source text not null check (length(source) between 1 and 200),
  -- [{heading, field}], in the order of the file.
  columns jsonb not null check (jsonb_typeof(columns) = 'array'),
  state text not null default 'reading'
    check (state in ('reading', 'failed', 'rehearsed', 'running', 'done', 'undoing', 'undone')),
  -- The file until it has been read.
  file bytea,
  -- Why it could not be read, in Russian.
  problem text,
  -- How its rows fare; create + change + same + skipped + refused are all of them.
  counts jsonb not null default '{}',
  author_user_id uuid references users (id) on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  done_at timestamptz,
  undone_at timestamptz
);
create index goods_imports_work_idx on goods_imports (id) where state in ('reading', 'running', 'undoing');
create index goods_imports_author_user_id_idx on goods_imports (author_user_id);

create table goods_import_rows (
  import_id integer not null references goods_imports (id) on delete cascade,
  -- Its number in the file. Rows that change nothing are counted and not kept.
  row integer not null,
  -- null: a new one, until it is made.
  product_id integer references products (id) on delete cascade,
  name text not null,
  -- create, change; skipped: 1C keeps all that it would change; refused: with the reason.
  kind text not null check (kind in ('create', 'change', 'skipped', 'refused')),
  -- [{heading, from, to, problem}] as they are shown.
  cells jsonb not null,
  -- Fields of the product by name (an attribute as specs.CODE): what they are to be, what they were, what they became.
  change jsonb not null default '{}',
  before jsonb not null default '{}',
  after jsonb,
  -- null until it is confirmed. left: the product was another one when its time came; kept: another one at the undoing.
  state text check (state in ('waiting', 'applied', 'left', 'undone', 'kept')),
  -- Why it was left or kept, in Russian.
  problem text,
  primary key (import_id, row)
);
create index goods_import_rows_work_idx on goods_import_rows (import_id, state, row) where state in ('waiting', 'applied');
create index goods_import_rows_product_id_idx on goods_import_rows (product_id);

-- What stood under a heading last time: the next table with it needs no choosing.
create table goods_headings (
  heading text primary key check (length(heading) between 1 and 200),
  -- '': it is not needed.
  field text not null check (length(field) <= 120),
  changed_at timestamptz not null default now()
);
