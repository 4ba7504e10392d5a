-- A full price file puts fresh partitions in place of the old ones (src/integrations/onec/write-prices.ts). Foreign keys stand in the
-- way: each new price was looked up one by one, a partition that price_tiers points to cannot go, and a key of a partition locks
-- products. The same is held by whole sets of rows.
alter table price_tiers drop constraint price_tiers_price_column_product_id_fkey;
alter table price_tiers add foreign key (price_column) references price_columns;
alter table price_tiers add foreign key (product_id) references products on delete cascade;
create index price_tiers_product_id_idx on price_tiers (product_id);
alter table prices drop constraint prices_product_id_fkey;

create or replace function record_new_prices() returns trigger language plpgsql as $$
begin
  if exists (select from changed n where not exists (select from products p where p.id = n.product_id)) then
    raise foreign_key_violation using message = 'a price of a product that does not exist';
  end if;
  insert into price_changes (price_column, product_id, price)
  select price_column, product_id, price from changed where price is not null
  on conflict (price_column, product_id, changed_at) do update set price = excluded.price;
  return null;
end $$;

-- What the key did on deletion, beside drop_price_changes (0041).
create function drop_prices() returns trigger language plpgsql as $$
begin
  delete from prices p using gone where p.product_id = gone.id;
  return null;
end $$;
create trigger drop_prices after delete on products
  referencing old table as gone for each statement execute function drop_prices();

-- A price that goes takes its tiers along.
create function drop_price_tiers() returns trigger language plpgsql as $$
begin
  delete from price_tiers t using gone where t.price_column = gone.price_column and t.product_id = gone.product_id;
  return null;
end $$;
create trigger drop_price_tiers after delete on prices
  referencing old table as gone for each statement execute function drop_price_tiers();

-- What 1C sent stays as it is in its row: squeezing a few kilobytes cost more than writing them.
alter table onec_goods set (toast_tuple_target = 8160);
alter table onec_offers set (toast_tuple_target = 8160);
