-- What a buyer settles after ordering: the hour, the recipient, the car; and the finding of their own orders.
alter table orders
  -- Minutes from midnight by the clock of the point (pickup) or of the branch (delivery); null: any time of receiving_date.
  add column receiving_from smallint,
  add column receiving_to smallint,
  -- The recipient stands for the firm by a power of attorney, whose copy is among order_files.
  add column is_proxy_recipient boolean not null default false,
  add column car_plate text check (length(car_plate) between 4 and 12),
  add column unloading_note text not null default '' check (length(unloading_note) <= 500),
  -- The one prolongation of the storage term was used.
  add column prolonged_at timestamptz,
  add check ((receiving_from is null) = (receiving_to is null)),
  add check (receiving_from >= 0 and receiving_to > receiving_from and receiving_to <= 1440),
  add check (receiving_from is null or receiving_date is not null),
  add check (not is_proxy_recipient or recipient_name is not null);

-- A guest's orders by the browser's secret: the list of S7-33 and attaching to an account.
create index orders_secret_hash_idx on orders (secret_hash) where secret_hash is not null;

-- The history also keeps what changed without a new state: another point, another recipient, a new owner.
alter table order_moves drop constraint order_moves_check;
alter table order_moves add constraint order_moves_says_something check (state is not null or payment_state is not null or why <> '');

-- Files a buyer adds to an order, a few and small (S5-07), so they live and are backed up with it.
create table order_files (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('power_of_attorney')),
  name text not null check (length(name) between 1 and 200),
  type text not null,
  bytes bytea not null check (length(bytes) between 1 and 5242880),
  created_at timestamptz not null default now(),
  unique (order_id, kind)
);

-- «Я подъехал»: the buyer stands at the point and waits.
create table order_arrivals (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  department_id_1c text not null references departments,
  at timestamptz not null,
  car_plate text
);
create index order_arrivals_order_id_idx on order_arrivals (order_id, at desc);
create index order_arrivals_department_id_idx on order_arrivals (department_id_1c, at desc);

-- Hours in which a zone is delivered to; a zone without rows is delivered to on the day, and the driver calls.
create table delivery_slots (
  zone_id int not null references delivery_zones on delete cascade,
  opens_minute smallint not null check (opens_minute between 0 and 1439),
  closes_minute smallint not null check (closes_minute between 1 and 1440),
  primary key (zone_id, opens_minute),
  check (closes_minute > opens_minute)
);
