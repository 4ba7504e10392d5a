-- What staff refuse is a page, whatever spelling asks for it. Which page a refused query meant is not known any more,
-- so the first refusals are asked again.
drop table unwanted_shorts;
create table unwanted_shorts (
  category_id integer not null references categories (id) on delete cascade,
  -- Its filters in one order: `code=value,value&code=value`.
  page text not null check (length(page) between 3 and 2000),
  -- As the page was proposed: how it was asked for, and what its filters are called.
  words text[] not null check (cardinality(words) between 1 and 200),
  labels text[] not null check (cardinality(labels) between 1 and 50),
  who text not null check (length(who) <= 200),
  decided_at timestamptz not null default now(),
  primary key (category_id, page)
);

-- What a measure brought, once the days around it are counted no more: losses of a query lose its words after 90 days,
-- and measures with them. What staff wrote stays.
alter table loss_measures
  add column before_sum bigint check (before_sum >= 0),
  add column after_sum bigint check (after_sum >= 0),
  drop constraint loss_measures_check,
  drop constraint loss_measures_department_id_1c_product_id_words_day_key,
  add constraint loss_measures_one_subject check (product_id is null or words is null),
  add constraint loss_measures_sums_check check ((before_sum is null) = (after_sum is null));
create unique index loss_measures_subject_key on loss_measures (department_id_1c, product_id, words, day)
  nulls not distinct where product_id is not null or words is not null;
create index loss_measures_department_id_1c_idx on loss_measures (department_id_1c);
