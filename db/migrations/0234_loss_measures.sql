-- What was done about goods or a query that lost sales in a branch: fourteen days later its losses before and after tell
-- what it brought.
create table loss_measures (
  id integer generated always as identity primary key,
  department_id_1c text not null references departments (id_1c) on delete cascade,
  product_id integer references products (id) on delete cascade,
  words text check (length(words) between 2 and 100),
  -- By the branch's clock.
  day date not null,
  what text not null check (what = btrim(what) and length(what) between 3 and 200),
  who text not null check (length(who) <= 200),
  taken_at timestamptz not null default now(),
  check ((product_id is null) <> (words is null)),
  unique nulls not distinct (department_id_1c, product_id, words, day)
);
create index loss_measures_product_id_idx on loss_measures (product_id);
