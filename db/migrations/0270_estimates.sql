-- Lists of materials that people sent to be matched with goods.
create table estimates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete cascade,
  -- A guest's: the hash of the secret that opens the guest's orders too.
  secret_hash bytea,
  department_id_1c text not null references departments,
  file_name text check (length(file_name) between 1 and 200),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (user_id is not null or secret_hash is not null)
);
create index estimates_user_id_idx on estimates (user_id, changed_at desc) where user_id is not null;
create index estimates_changed_at_idx on estimates (changed_at);

create table estimate_lines (
  estimate_id uuid not null references estimates on delete cascade,
  position int not null check (position between 1 and 300),
  -- As it stood in the file, and what was understood of it.
  text text not null check (length(text) <= 300),
  name text not null check (length(name) <= 300),
  amount text check (length(amount) <= 20),
  unit text check (length(unit) <= 40),
  confidence text not null check (confidence in ('exact', 'sure', 'choice', 'doubtful', 'none')),
  -- Products that may be meant, the best first.
  candidates int[] not null default '{}' check (cardinality(candidates) <= 8),
  product_id int references products on delete set null,
  count int check (count between 1 and 99999),
  -- The person looked at the line and settled it.
  is_settled boolean not null default false,
  is_taken boolean not null default true,
  primary key (estimate_id, position),
  check (product_id is null or count is not null)
);
