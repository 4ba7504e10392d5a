-- What prices a table changed, so that they can be put back for thirty days.
alter table file_imports add column undone_at timestamptz;

create table file_import_prices (
  import_id integer not null references file_imports (id) on delete cascade,
  price_column text not null references price_columns (price_column),
  product_id integer not null references products (id) on delete cascade,
  was_price integer,
  was_old_price integer,
  price integer,
  old_price integer,
  primary key (import_id, product_id, price_column)
);
create index file_import_prices_product_idx on file_import_prices (product_id);
create index file_import_prices_column_idx on file_import_prices (price_column);
