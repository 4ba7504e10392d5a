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
