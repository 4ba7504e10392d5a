-- Orders of the last 365 days that hold the product. `popularity` is what the shop began with plus these: what it began
-- with is the difference of the two.
alter table products add column orders_in_year integer not null default 0,
  add constraint products_orders_in_year_check check (orders_in_year >= 0);
