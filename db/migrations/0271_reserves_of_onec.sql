-- What a base of 1C holds for the orders that it has confirmed, and of which of that its stock is without.
alter table onec_nodes add column stock_excludes_reserves boolean not null default false;

alter table onec_orders
  add column handed_reserves jsonb,
  add constraint onec_orders_handed_reserves_check check (jsonb_typeof(handed_reserves) = 'array');

create table onec_reserves (
  node_id int not null,
  order_id uuid not null,
  product_id int not null references products on delete cascade,
  -- As the base confirmed it last, and since when.
  store text not null,
  count int not null check (count > 0),
  since timestamptz not null,
  -- What of it the stock was without that the base sent last, and the package that said so first.
  left_store text,
  left_count int check (left_count > 0),
  left_in bigint references onec_packages on delete set null,
  primary key (node_id, order_id, product_id),
  foreign key (node_id, order_id) references onec_orders on delete cascade,
  constraint onec_reserves_left_whole check (num_nulls(left_store, left_count) in (0, 2))
);
create index onec_reserves_product_id_idx on onec_reserves (product_id, left_store);
create index onec_reserves_left_in_idx on onec_reserves (left_in);
create index onec_reserves_order_id_idx on onec_reserves (order_id);
