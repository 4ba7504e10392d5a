-- Who or which program made a price what it is, as the transaction named itself (`namePriceAuthor`).
alter table price_changes add column who text check (length(who) between 1 and 300);

create or replace function record_changed_prices() returns trigger language plpgsql as $function$
begin
  insert into price_changes (price_column, product_id, price, who)
  select n.price_column, n.product_id, n.price, nullif(current_setting('shop.price_author', true), '')
  from changed n join former o using (price_column, product_id)
  where n.price is distinct from o.price
  on conflict (price_column, product_id, changed_at) do update set price = excluded.price, who = excluded.who;
  return null;
end $function$;

create or replace function record_new_prices() returns trigger language plpgsql as $function$
begin
  if exists (select from changed n where not exists (select from products p where p.id = n.product_id)) then
    raise foreign_key_violation using message = 'a price of a product that does not exist';
  end if;
  insert into price_changes (price_column, product_id, price, who)
  select price_column, product_id, price, nullif(current_setting('shop.price_author', true), '')
  from changed where price is not null
  on conflict (price_column, product_id, changed_at) do update set price = excluded.price, who = excluded.who;
  return null;
end $function$;
