-- Fields of goods that belong to the shop: import from 1C leaves them as they are.
create table field_owners (
  id integer generated always as identity primary key,
  -- null: of every product that 1C feeds.
  product_id integer references products (id) on delete cascade,
  field text not null check (field in (
    'name', 'description', 'images', 'article', 'barcode', 'brand', 'categories', 'weight', 'vat', 'specs', 'sale')),
  -- Then 1C says it again; null: never.
  until timestamptz,
  taken_at timestamptz not null default now(),
  unique nulls not distinct (product_id, field)
);
create index field_owners_until_idx on field_owners (until);

-- Prices that 1C and other programs leave as they are.
create table price_pins (
  product_id integer not null references products (id) on delete cascade,
  price_column text not null references price_columns (price_column) on delete cascade,
  until timestamptz,
  pinned_at timestamptz not null default now(),
  primary key (product_id, price_column)
);
create index price_pins_until_idx on price_pins (until);
create index price_pins_price_column_idx on price_pins (price_column);
