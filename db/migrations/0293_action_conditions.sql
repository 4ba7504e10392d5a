-- Goods of a promotion by conditions, beside those chosen one by one: whatever fits any of its conditions takes part,
-- also what joins the catalogue later. `action_products` stays what the shop reads; a row says why it is there.
create table action_conditions (
  id integer generated always as identity primary key,
  action_id integer not null references actions (id) on delete cascade,
  position smallint not null,
  -- With everything below it. A condition without its category or price column would let in everything: it goes too.
  category_id integer references categories (id) on delete cascade,
  brand_ids integer[] not null default '{}',
  price_column text references price_columns (price_column) on delete cascade,
  price_from integer check (price_from >= 0),
  price_to integer check (price_to >= 0),
  unique (action_id, position),
  check ((price_column is null) = (num_nonnulls(price_from, price_to) = 0)),
  check (price_from <= price_to)
);
create index action_conditions_category_id_idx on action_conditions (category_id);

create table action_condition_attributes (
  condition_id integer not null references action_conditions (id) on delete cascade,
  attribute_id integer not null references attributes (id),
  -- Any of them.
  chosen text[] not null default '{}',
  number_from numeric,
  number_to numeric,
  primary key (condition_id, attribute_id),
  check (cardinality(chosen) > 0 or num_nonnulls(number_from, number_to) > 0),
  check (number_from <= number_to)
);
create index action_condition_attributes_attribute_id_idx on action_condition_attributes (attribute_id);

alter table action_products
  add column is_listed boolean not null default true,
  add column is_by_conditions boolean not null default false,
  add constraint action_products_has_a_reason check (is_listed or is_by_conditions);

-- Up to which moment the changes of goods have been seen, and when all conditions were gone through.
create table action_conditions_state (
  is_only boolean primary key default true check (is_only),
  snapshot pg_snapshot not null,
  version bigint not null,
  full_at timestamptz not null
);
