-- How well goods are described, from 0 to 100: worked out when one is saved, each minute for what changed otherwise.
create table product_quality (
  product_id integer primary key references products (id) on delete cascade,
  score smallint not null check (score between 0 and 100),
  -- Keys of the rules that are not met.
  missing text[] not null
);
create index product_quality_score_idx on product_quality (score, product_id);

-- Attributes that at least half of the goods of a category tell of: what is expected of the others.
create table usual_attributes (
  category_id integer primary key references categories (id) on delete cascade,
  codes text[] not null
);

-- Up to which moment the changes of goods have been seen, and when all goods were gone through.
create table product_quality_state (
  is_only boolean primary key default true check (is_only),
  snapshot pg_snapshot not null,
  full_at timestamptz not null
);
