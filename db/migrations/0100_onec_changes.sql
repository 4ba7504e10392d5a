-- What a package of 1C changed in the shop, or would change: to be shown, judged before it is applied, and taken back.
alter table onec_packages
  -- How much of what changed (src/integrations/onec/changes/compare.ts).
  add column changes jsonb,
  -- Why it was held: [{guard, goods, of, share}].
  add column guards jsonb,
  -- The same, as the owner has seen and approved it.
  add column approved jsonb,
  -- When the owner said yes or no.
  add column decided_at timestamptz,
  -- When the owner was written of it.
  add column told_at timestamptz,
  -- What came of taking it back: {restored, left, words}.
  add column rollback jsonb,
  -- When its changes were forgotten: it cannot be taken back any more.
  add column changes_forgotten_at timestamptz,
  drop constraint onec_packages_state_check,
  drop constraint onec_packages_check,
  add constraint onec_packages_state_check check (
    state in ('waiting', 'importing', 'imported', 'held', 'rehearsed', 'refused', 'failed', 'rolled_back')
  ),
  add constraint onec_packages_check check ((finished_at is null) = (state in ('waiting', 'importing'))),
  add constraint onec_packages_held_check check (state <> 'held' or guards is not null);
-- A later package of the node replaces the one that waits for a decision.
create unique index onec_packages_held_key on onec_packages (node_id) where state = 'held';

-- From when on a package of the node waits for a decision; without a row the guard stands as the code says.
create table onec_guards (
  node_id integer not null references onec_nodes(id) on delete cascade,
  guard text not null check (guard in ('switched_off', 'price_moved', 'price_gone', 'stock_gone', 'units_changed')),
  is_on boolean not null,
  -- More than so many percent of the goods that the node has fed before, and at least so many of them.
  share smallint not null check (share between 0 and 100),
  at_least integer not null check (at_least between 1 and 1000000),
  -- A price that moves by more than so many percent.
  moved smallint check (moved between 1 and 1000),
  primary key (node_id, guard),
  check ((moved is not null) = (guard = 'price_moved'))
);

-- One row for each record that was changed: {field: [before, after]}.
create table onec_changes (
  package_id bigint not null references onec_packages(id) on delete cascade,
  kind text not null check (kind in ('product', 'categories', 'model', 'group', 'tiers')),
  -- Id of the product, the model or the category.
  record integer not null,
  fields jsonb not null,
  primary key (package_id, kind, record)
);

-- A million prices may change at once: a thousand of them lie in one row.
create table onec_price_changes (
  package_id bigint not null references onec_packages(id) on delete cascade,
  price_column text not null,
  block integer not null,
  product_ids integer[] not null,
  was integer[] not null,
  was_old integer[] not null,
  became integer[] not null,
  became_old integer[] not null,
  primary key (package_id, price_column, block)
);

-- Null in `was`: there was no row.
create table onec_stock_changes (
  package_id bigint not null references onec_packages(id) on delete cascade,
  store text not null,
  block integer not null,
  product_ids integer[] not null,
  was_base numeric[] not null,
  was integer[] not null,
  became_base numeric[] not null,
  became integer[] not null,
  primary key (package_id, store, block)
);

-- What was not there before: ids of products, of 1C's goods and offers.
create table onec_created (
  package_id bigint not null references onec_packages(id) on delete cascade,
  kind text not null check (kind in ('product', 'good', 'offer')),
  block integer not null,
  ids text[] not null,
  primary key (package_id, kind, block)
);

-- What was kept of 1C before the package; blocks that it did not touch are left out.
create table onec_goods_before (
  package_id bigint not null references onec_packages(id) on delete cascade,
  id_1c text collate "C" not null,
  catalog_id_1c text collate "C" not null,
  off text,
  hash text collate "C" not null,
  -- null: not touched.
  data json,
  primary key (package_id, id_1c)
);
create table onec_offers_before (
  package_id bigint not null references onec_packages(id) on delete cascade,
  id_1c text collate "C" not null,
  catalog_id_1c text collate "C" not null,
  off text,
  hash text collate "C",
  has_data boolean not null,
  data json,
  has_prices boolean not null,
  prices_hash text collate "C",
  prices json,
  has_rests boolean not null,
  rests_hash text collate "C",
  rests jsonb,
  primary key (package_id, id_1c)
);
create table onec_groups_before (
  package_id bigint not null references onec_packages(id) on delete cascade,
  id_1c text not null,
  classifier_id_1c text not null,
  parent_id_1c text,
  name text not null,
  off text,
  -- It was made by the package.
  is_new boolean not null,
  primary key (package_id, id_1c)
);
