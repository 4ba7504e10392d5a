-- Prices in kopecks per sales unit. A price that 1C withdrew stays as null («по запросу»), so that followers see the change.
create table prices (
  price_column text not null references price_columns,
  product_id int not null references products on delete cascade,
  price int check (price > 0),
  old_price int check (old_price > 0),
  changed_xid xid8 not null default pg_current_xact_id(),
  primary key (price_column, product_id)
) partition by list (price_column);
create index prices_product_id_idx on prices (product_id);
create index prices_changed_xid_idx on prices (changed_xid);

-- Quantity tiers: from this many sales units the price is lower.
create table price_tiers (
  price_column text not null,
  product_id int not null,
  from_count int not null check (from_count > 1),
  price int not null check (price > 0),
  primary key (price_column, product_id, from_count),
  foreign key (price_column, product_id) references prices on delete cascade
);

-- Every change of a price, for the 30-day rules (old price really charged, lowest price).
create table price_changes (
  price_column text not null,
  product_id int not null references products on delete cascade,
  changed_at timestamptz not null default now(),
  price int,
  primary key (price_column, product_id, changed_at)
);

-- on_hand_base is what the exchange said, in base units; on_hand is the same in whole sales units. Orders write only reserved.
create table stock (
  store text not null references stores,
  product_id int not null references products on delete cascade,
  on_hand_base numeric(18, 6) not null,
  on_hand int not null,
  reserved int not null default 0 check (reserved >= 0),
  shelf text,
  updated_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id(),
  primary key (store, product_id)
) partition by list (store);
create index stock_product_id_idx on stock (product_id);
create index stock_changed_xid_idx on stock (changed_xid);

create function create_price_partition() returns trigger language plpgsql as $$
begin
  execute format('create table %I partition of prices for values in (%L)', 'prices_' || new.price_column, new.price_column);
  return new;
end $$;
create trigger create_price_partition after insert on price_columns
  for each row execute function create_price_partition();

create function create_stock_partition() returns trigger language plpgsql as $$
begin
  execute format('create table %I partition of stock for values in (%L) with (fillfactor = 80)', 'stock_' || new.store, new.store);
  return new;
end $$;
create trigger create_stock_partition after insert on stores
  for each row execute function create_stock_partition();

create trigger stamp_changed_xid before update on prices
  for each row when (old.* is distinct from new.*) execute function stamp_changed_xid();
create trigger stamp_changed_xid before update on stock
  for each row when (old.* is distinct from new.*) execute function stamp_changed_xid();

create function record_new_prices() returns trigger language plpgsql as $$
begin
  insert into price_changes (price_column, product_id, price)
  select price_column, product_id, price from changed where price is not null
  on conflict (price_column, product_id, changed_at) do update set price = excluded.price;
  return null;
end $$;
create trigger record_new_prices after insert on prices
  referencing new table as changed for each statement execute function record_new_prices();

create function record_changed_prices() returns trigger language plpgsql as $$
begin
  insert into price_changes (price_column, product_id, price)
  select n.price_column, n.product_id, n.price
  from changed n join former o using (price_column, product_id)
  where n.price is distinct from o.price
  on conflict (price_column, product_id, changed_at) do update set price = excluded.price;
  return null;
end $$;
create trigger record_changed_prices after update on prices
  referencing old table as former new table as changed for each statement execute function record_changed_prices();
