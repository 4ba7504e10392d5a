-- Goods that stand at a place of their own in the answer to a query, while they can be ordered.
create table search_pins (
  id integer generated always as identity primary key,
  -- null: in all branches.
  department_id_1c text references departments (id_1c) on delete cascade,
  words text not null check (words = btrim(words) and length(words) between 2 and 80),
  product_id integer not null references products (id) on delete cascade,
  position smallint not null check (position between 1 and 8),
  -- From … to … (not including); null: no limit.
  starts_at timestamptz,
  ends_at timestamptz,
  changed_at timestamptz not null default now(),
  unique nulls not distinct (words, department_id_1c, product_id),
  check (starts_at < ends_at)
);
create index search_pins_department_id_1c_idx on search_pins (department_id_1c);
create index search_pins_product_id_idx on search_pins (product_id);
create trigger raise_catalogue_version after insert or delete or update or truncate on search_pins
  for each statement execute function raise_catalogue_version();
