-- The plan of a statement without parameters is made once for a connection. Made for one changed price it compares each
-- row with each other, which takes minutes for fifty thousand of them: it is made again for every statement.
create or replace function record_changed_prices() returns trigger language plpgsql as $$
begin
  execute $history$
    insert into price_changes (price_column, product_id, price, who)
    select n.price_column, n.product_id, n.price, nullif(current_setting('shop.price_author', true), '')
    from changed n join former o using (price_column, product_id)
    where n.price is distinct from o.price
    on conflict (price_column, product_id, changed_at) do update set price = excluded.price, who = excluded.who
  $history$;
  return null;
end $$;
