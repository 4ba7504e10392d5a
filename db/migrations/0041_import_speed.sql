-- Each of these was checked once per price or rest and cost a third of an import (bench/import.ts), while something else already
-- holds the same: a price or a rest of an unknown column or store finds no partition, and price_changes is written only by the
-- triggers of prices, whose product is checked there.
alter table prices drop constraint prices_price_column_fkey;
alter table stock drop constraint stock_store_fkey;
alter table price_changes drop constraint price_changes_product_id_fkey;

-- What the dropped keys did on deletion: a column or store in use stays, a product takes its history along.
create function keep_used_partition() returns trigger language plpgsql as $$
declare
  is_used boolean;
begin
  if tg_table_name = 'price_columns' then
    select exists (select from prices where price_column = old.price_column) into is_used;
  else
    select exists (select from stock where store = old.store) into is_used;
  end if;
  if is_used then
    raise foreign_key_violation using message = format('%s is still in use', tg_table_name);
  end if;
  return old;
end $$;
create trigger keep_used_partition before delete on price_columns
  for each row execute function keep_used_partition();
create trigger keep_used_partition before delete on stores
  for each row execute function keep_used_partition();

create function drop_price_changes() returns trigger language plpgsql as $$
begin
  delete from price_changes c using gone where c.product_id = gone.id;
  return null;
end $$;
create trigger drop_price_changes after delete on products
  referencing old table as gone for each statement execute function drop_price_changes();
