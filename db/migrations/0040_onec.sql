-- What 1C sent, kept beside what the shop shows: a late good, a changed mapping or a renamed dictionary value is worked out
-- from here, and the same block sent again is known by its hash.

create table onec_groups (
  id_1c text primary key,
  classifier_id_1c text not null,
  parent_id_1c text,
  name text not null,
  off text check (off in ('deleted', 'absent')),
  category_id int not null unique references categories on delete cascade
);

create table onec_properties (
  id_1c text primary key,
  name text not null,
  type text not null check (type in ('text', 'number', 'enum', 'boolean')),
  attribute_id int not null unique references attributes on delete cascade
);

-- A dictionary (Справочник) of a property: goods name value_id, the shop shows value.
create table onec_property_values (
  property_id_1c text not null references onec_properties on delete cascade,
  value_id text not null,
  value text not null,
  primary key (property_id_1c, value_id)
);
create index onec_property_values_value_id_idx on onec_property_values (value_id);

create table onec_units (
  code text primary key,
  name text not null
);

create table onec_goods (
  id_1c text primary key,
  good_id text not null generated always as (split_part(id_1c, '#', 1)) stored,
  catalog_id_1c text not null,
  off text check (off in ('deleted', 'absent')),
  hash text not null,
  data jsonb not null
);
create index onec_goods_good_id_idx on onec_goods (good_id);

-- An offer arrives in up to three blocks, often in different files: what it is, its prices, its rests. Each replaces only itself.
-- An offer whose good is unknown waits here.
create table onec_offers (
  id_1c text primary key,
  good_id text not null generated always as (split_part(id_1c, '#', 1)) stored,
  catalog_id_1c text not null,
  off text check (off in ('deleted', 'absent')),
  hash text,
  data jsonb,
  prices_hash text,
  -- {price type: [[price, coefficient, from quantity, currency], …]}, decimals as text; a null price is «no price».
  prices jsonb,
  rests_hash text,
  -- {warehouse: quantity in base units as text}; the warehouse '' is a total without warehouses.
  rests jsonb
);
create index onec_offers_good_id_idx on onec_offers (good_id);

-- Which price type feeds which price column, and as what. The owner's choice (is_manual) is never guessed anew.
create table onec_price_types (
  id_1c text primary key,
  name text not null,
  currency text not null default '',
  price_column text references price_columns,
  target text check (target in ('price', 'old_price')),
  is_manual boolean not null default false,
  unique (price_column, target),
  check ((price_column is null) = (target is null))
);

-- Several warehouses may feed one store: their rests are added.
create table onec_warehouses (
  id_1c text primary key,
  name text not null,
  address text not null default '',
  store text references stores,
  is_manual boolean not null default false
);

create table onec_pictures (
  path text primary key,
  file text not null
);

create table onec_imports (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  source text not null,
  summary jsonb not null
);

-- Sanitised when imported; `description` holds the same as plain text for lists, feeds and search engines.
alter table products add column description_html text;
