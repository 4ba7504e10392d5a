-- What a price column is for. A column of purchase prices is never shown: no branch sells by it and no firm buys by it.
alter table price_columns add column is_cost boolean not null default false;
alter table price_columns add constraint price_columns_one_purpose check (not (is_b2b and is_cost));
alter table price_columns add column purpose text not null generated always as (
  case when is_cost then 'cost' when is_b2b then 'b2b' else 'retail' end) stored;

create function refuse_cost_column() returns trigger language plpgsql as $$
declare
  used text[];
begin
  if tg_table_name = 'price_columns' then
    if new.is_cost and (
      exists (select from departments d where new.price_column in (d.base_price, d.b2b_price))
      or exists (select from companies c where c.price_column = new.price_column)
      or exists (select from orders o where o.price_column = new.price_column)
      or exists (select from price_tiers t where t.price_column = new.price_column)) then
      raise exception 'price column % is sold by: it holds no purchase prices', new.price_column
        using errcode = 'check_violation', constraint = 'cost_columns_are_not_sold_by';
    end if;
    return new;
  end if;
  used := case tg_table_name
    when 'departments' then array[to_jsonb(new) ->> 'base_price', to_jsonb(new) ->> 'b2b_price']
    else array[to_jsonb(new) ->> 'price_column'] end;
  if exists (select from price_columns c where c.is_cost and c.price_column = any(used)) then
    raise exception 'purchase prices are not sold by' using errcode = 'check_violation', constraint = 'cost_columns_are_not_sold_by';
  end if;
  return new;
end $$;
create trigger cost_columns_are_not_sold_by before insert or update of is_cost on price_columns
  for each row execute function refuse_cost_column();
create trigger cost_columns_are_not_sold_by before insert or update of base_price, b2b_price on departments
  for each row execute function refuse_cost_column();
create trigger cost_columns_are_not_sold_by before insert or update of price_column on companies
  for each row execute function refuse_cost_column();
create trigger cost_columns_are_not_sold_by before insert or update of price_column on price_tiers
  for each row execute function refuse_cost_column();
