-- Unloading and lifting of delivered goods: the branch's tariff, and what an order asked for at the price of then. The
-- price is of each begun step of weight, by stairs also of each floor; min_kopecks is the least the service costs.
create table carrying_rates (
  department_id_1c text not null references departments (id_1c) on delete cascade,
  kind text not null,
  step_grams integer not null,
  price_kopecks integer not null,
  min_kopecks integer not null default 0,
  primary key (department_id_1c, kind),
  constraint carrying_rates_kind_check check (kind in ('unloading', 'lift', 'stairs')),
  constraint carrying_rates_step_grams_check check (step_grams > 0),
  constraint carrying_rates_price_kopecks_check check (price_kopecks between 0 and 1000000),
  constraint carrying_rates_min_kopecks_check check (min_kopecks between 0 and 10000000)
);

alter table orders
  add column carrying text,
  add column carrying_floor smallint,
  add column carrying_price bigint default 0,
  drop constraint orders_check,
  add constraint orders_total_is_its_parts check (total = goods_sum + coalesce(delivery_price, 0) + coalesce(carrying_price, 0)),
  add constraint orders_carrying_check check (carrying in ('unloading', 'lift', 'stairs')),
  add constraint orders_carrying_is_delivered check (carrying is null or receiving_type = 'delivery'),
  add constraint orders_carrying_floor_check check (carrying_floor between 1 and 100),
  add constraint orders_lifted_to_a_floor check ((carrying_floor is not null) = (coalesce(carrying, 'unloading') <> 'unloading')),
  add constraint orders_carrying_price_check check (carrying_price >= 0),
  -- The operator who prices the delivery prices this too.
  add constraint orders_carrying_priced_as_delivery check (
    case when carrying is null then carrying_price is not null and carrying_price = 0
    else (carrying_price is null) = (delivery_price is null) end
  );

-- What staff change of it in a customer's name is a change of receiving.
do $$
begin
  execute replace(
    pg_get_functiondef('acting_words(text, jsonb, jsonb)'::regprocedure),
    'delivery_price,', 'delivery_price,carrying,carrying_floor,carrying_price,'
  );
end $$;
