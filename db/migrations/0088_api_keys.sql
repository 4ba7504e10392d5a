-- Keys of programs that send prices and stock by the JSON API. The key itself is shown once and stored as its hash.
create table api_keys (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  hash bytea not null unique,
  -- How the key begins, to tell it from others.
  hint text not null,
  scopes text[] not null check (scopes <@ array['prices', 'stock'] and cardinality(scopes) > 0),
  -- id_1c of branches whose price columns and stores may be written, with those of their points; empty: all.
  departments text[] not null default '{}',
  created_at timestamptz not null default now(),
  -- To a minute.
  used_at timestamptz,
  ended_at timestamptz
);

-- What a call under an Idempotency-Key was answered, for 24 hours.
create table api_calls (
  api_key_id integer not null references api_keys (id) on delete cascade,
  key text not null check (length(key) between 8 and 200),
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (api_key_id, key)
);
create index api_calls_created_at_idx on api_calls (created_at);
