-- What staff write of a customer for each other; the customer meets it in the export of their data alone.
create table customer_notes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  staff_user_id uuid references users (id) on delete set null,
  -- As the person was called then.
  who text not null,
  kind text not null default 'note' check (kind in ('note', 'call')),
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null
);
create index customer_notes_user_id_idx on customer_notes (user_id, id);
create index customer_notes_staff_user_id_idx on customer_notes (staff_user_id);

-- What the shop does not offer a customer; a row stands while it holds.
create table customer_flags (
  user_id uuid not null references users (id) on delete cascade,
  flag text not null check (flag in ('no_pay_on_receipt')),
  why text not null check (length(why) between 1 and 500),
  staff_user_id uuid references users (id) on delete set null,
  who text not null,
  at timestamptz not null,
  primary key (user_id, flag)
);
create index customer_flags_staff_user_id_idx on customer_flags (staff_user_id);

-- How much a firm may owe, and when an invoice has to be paid after its goods were handed over.
alter table companies
  add column credit_limit_kopecks bigint check (credit_limit_kopecks between 0 and 100000000000),
  add column deferral_days smallint check (deferral_days between 0 and 365);

-- Customers are listed by these, and found by the beginning of an email.
create index users_created_at_idx on users (created_at desc, id desc) where deleted_at is null;
create index users_name_idx on users (full_name collate russian, id) where deleted_at is null;
create index contacts_email_start_idx on contacts (value text_pattern_ops) where type = 'email';
-- What each of them bought is summed from the index alone.
drop index orders_user_id_idx;
create index orders_user_id_idx on orders (user_id, created_at desc) include (total, state) where user_id is not null;
-- Firms are listed by this.
create index companies_created_at_idx on companies (created_at desc, id desc);
