-- What the shop did not sell. Counters of days by the branch's clock; of who looked or asked nothing is kept.
create table visit_days (
  day date not null,
  department_id_1c text not null references departments (id_1c) on delete cascade,
  -- People who came from elsewhere.
  visits integer not null check (visits >= 0),
  -- Pages of goods they opened.
  product_views integer not null check (product_views >= 0),
  primary key (day, department_id_1c)
);
create index visit_days_department_id_1c_idx on visit_days (department_id_1c);

create table wanted_days (
  day date not null,
  department_id_1c text not null references departments (id_1c) on delete cascade,
  product_id integer not null references products (id) on delete cascade,
  -- Its page was opened while the branch had none.
  views_out integer not null default 0 check (views_out >= 0),
  -- Orders that took less than was wanted because there was no more, and what stayed in the carts: sales units.
  left_times integer not null default 0 check (left_times >= 0),
  left_units bigint not null default 0 check (left_units >= 0),
  primary key (day, department_id_1c, product_id)
);
create index wanted_days_department_id_1c_idx on wanted_days (department_id_1c);
create index wanted_days_product_id_idx on wanted_days (product_id);

-- Bit h (0 … 23) of `hours`: the hour of the branch's clock in which its stock was looked at, and it was open.
create table stock_checks (
  day date not null,
  department_id_1c text not null references departments (id_1c) on delete cascade,
  hours bit(24) not null,
  primary key (day, department_id_1c)
);
create index stock_checks_department_id_1c_idx on stock_checks (department_id_1c);

-- Those of them in which the product could not be bought for lack of stock.
create table stock_outs (
  day date not null,
  department_id_1c text not null references departments (id_1c) on delete cascade,
  product_id integer not null references products (id) on delete cascade,
  hours bit(24) not null,
  primary key (day, department_id_1c, product_id)
);
create index stock_outs_department_id_1c_idx on stock_outs (department_id_1c);
create index stock_outs_product_id_idx on stock_outs (product_id);

create table demand_losses (
  id bigint generated always as identity primary key,
  day date not null,
  department_id_1c text not null references departments (id_1c) on delete cascade,
  cause text not null check (cause in ('out_of_stock', 'not_found', 'asked_more', 'left_cart', 'waiting')),
  product_id integer references products (id) on delete cascade,
  -- Of 'not_found'; null: queries of a quarter ago, together.
  words text check (length(words) <= 100),
  times integer not null check (times >= 0),
  -- Sales units.
  units numeric(14, 3) not null check (units >= 0),
  -- Kopecks, an estimate.
  sum bigint not null check (sum >= 0),
  -- The figures that the formula was filled with.
  detail jsonb not null check (jsonb_typeof(detail) = 'object'),
  check ((cause = 'not_found') = (product_id is null)),
  check (cause = 'not_found' or words is null)
);
-- A product counts once per branch and day, whatever the causes.
create unique index demand_losses_product_idx on demand_losses (day, department_id_1c, product_id)
  where product_id is not null;
create unique index demand_losses_words_idx on demand_losses (day, department_id_1c, coalesce(words, ''))
  where product_id is null;
create index demand_losses_department_id_1c_idx on demand_losses (department_id_1c);
create index demand_losses_product_id_idx on demand_losses (product_id);

-- The branch where goods were last put into a stored cart; null: not known.
alter table carts add column department_id_1c text;
