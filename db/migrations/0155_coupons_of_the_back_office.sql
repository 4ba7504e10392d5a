-- Codes made many at once, each for one use: staff see and end them together.
create table coupon_batches (
  id integer generated always as identity primary key,
  prefix text not null check (prefix ~ '^([0-9A-ZА-ЯЁ][0-9A-ZА-ЯЁ-]{0,15})?$'),
  count integer not null check (count between 1 and 10000),
  department_id_1c text references departments (id_1c),
  author_user_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index coupon_batches_department_id_1c_idx on coupon_batches (department_id_1c);
create index coupon_batches_author_user_id_idx on coupon_batches (author_user_id);

-- null: made before this was noted.
alter table coupons add column created_at timestamptz;
alter table coupons alter column created_at set default now();
alter table coupons add column batch_id integer references coupon_batches (id);
-- One that staff end before it has begun is never in force: it ends in the moment in which it begins.
alter table coupons drop constraint coupons_check;
alter table coupons add constraint coupons_check check (ends_at >= starts_at);
-- What staff look for: code and note in small letters, ё as е.
alter table coupons add column search_key text not null
  generated always as (translate(lower(code || ' ' || coalesce(note, '')), 'ё', 'е')) stored;
create index coupons_created_at_idx on coupons (created_at desc nulls last, code desc);
create index coupons_ends_at_idx on coupons (ends_at, code);
create index coupons_used_count_idx on coupons (used_count, code);
create index coupons_batch_id_idx on coupons (batch_id) where batch_id is not null;
