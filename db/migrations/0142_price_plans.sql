-- Changes of many prices at once: rehearsed, confirmed, done by the worker, taken back.
create table price_plans (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  state text not null default 'rehearsed'
    check (state in ('rehearsed', 'waiting', 'running', 'done', 'undoing', 'undone', 'cancelled')),
  -- What is done with which goods, as it was asked for.
  change jsonb not null,
  columns text[] not null check (cardinality(columns) > 0),
  -- It was reckoned from purchase prices: shown to whoever may see those.
  uses_cost boolean not null,
  -- How many cells fared how; they add up to `goods` × columns.
  counts jsonb not null,
  -- Of the cells that change: what is confirmed is what was seen.
  hash text not null,
  -- The local day and minute of each branch; null: as soon as it is confirmed.
  starts_on date,
  starts_minute smallint check (starts_minute between 0 and 1439),
  author_user_id uuid references users (id) on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  done_at timestamptz,
  undone_at timestamptz,
  check ((starts_on is null) = (starts_minute is null))
);
create index price_plans_work_idx on price_plans (id) where state in ('waiting', 'running', 'undoing');
create index price_plans_author_user_id_idx on price_plans (author_user_id);

create table price_plan_rows (
  plan_id integer not null references price_plans (id) on delete cascade,
  price_column text not null references price_columns (price_column),
  product_id integer not null references products (id) on delete cascade,
  before_price integer,
  before_old_price integer,
  after_price integer not null check (after_price > 0),
  after_old_price integer,
  -- change, or why it does not: pinned, floor (below the lowest allowed), tiers (no longer dearer than from a count on).
  kind text not null check (kind in ('change', 'pinned', 'floor', 'tiers')),
  -- null until it is confirmed. skipped: the price was another one when its time came; kept: another one at the undoing.
  state text check (state in ('waiting', 'applied', 'skipped', 'undone', 'kept')),
  due_at timestamptz,
  made_pin boolean not null default false,
  primary key (plan_id, price_column, product_id)
);
-- One plan for one cell.
create unique index price_plan_rows_waiting_key on price_plan_rows (price_column, product_id) where state = 'waiting';
create index price_plan_rows_due_idx on price_plan_rows (due_at) where state = 'waiting';
create index price_plan_rows_product_id_idx on price_plan_rows (product_id);
