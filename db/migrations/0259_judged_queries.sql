-- Queries whose right answers staff know: by them the quality of the search is measured before a rule is saved.
create table judged_queries (
  id integer generated always as identity primary key,
  words text not null unique check (words = btrim(words) and length(words) between 2 and 80),
  changed_at timestamptz not null default now()
);
-- grade: 3 exactly what is wanted, 2 good, 1 acceptable; what is not here does not answer the query.
create table judged_goods (
  query_id integer not null references judged_queries on delete cascade,
  product_id integer not null references products on delete cascade,
  grade smallint not null check (grade between 1 and 3),
  primary key (query_id, product_id)
);
create index judged_goods_product_id_idx on judged_goods (product_id);
