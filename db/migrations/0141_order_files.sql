-- Files of orders lie under DATA_DIR with the other private ones; the row keeps what was checked when the file came (S5-07).
drop table order_files;
create table order_files (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('power_of_attorney')),
  name text not null check (length(name) between 1 and 200),
  type text not null,
  size int not null check (size between 1 and 5242880),
  created_at timestamptz not null default now(),
  unique (order_id, kind)
);
