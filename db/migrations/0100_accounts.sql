-- People: users, how they are reached, their sessions, companies they buy for, and staff.

create table users (
  id uuid primary key default gen_random_uuid(),
  full_name text not null default '' check (length(full_name) <= 120),
  -- argon2id in PHC form; null: no password was ever set.
  password_hash text check (password_hash like '$argon2id$%'),
  password_changed_at timestamptz,
  -- The company this person buys for now; null: as a private person. Membership is checked by the reference below.
  company_id bigint,
  created_at timestamptz not null default now(),
  deletion_requested_at timestamptz,
  -- The person is gone, orders stay as the law demands: contacts, names and sessions are removed.
  deleted_at timestamptz
);

-- S3-04: contact_infos. 'main' is the address that signs in; VK and Yandex came from there and cannot be changed (S6-04).
create table contacts (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  type text not null check (type in ('phone', 'email', 'telegram')),
  value text not null check (value <> '' and length(value) <= 254),
  purpose text not null default 'main' check (purpose in ('main', 'additional', 'VK', 'Yandex')),
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, type, value),
  check (type <> 'email' or value = lower(value)),
  check (type <> 'phone' or value ~ '^\+[0-9]{10,15}$')
);
-- A confirmed e-mail belongs to one account: any of them signs in.
create unique index contacts_confirmed_email_key on contacts (value) where type = 'email' and confirmed_at is not null;
create index contacts_user_id_idx on contacts (user_id);

-- Accounts at other services; `subject` is their id, never the e-mail.
create table identities (
  provider text not null check (provider in ('yandex')),
  subject text not null,
  user_id uuid not null references users on delete cascade,
  login text,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identities_user_id_idx on identities (user_id);

-- One sign-in on one device: the family of its refresh tokens.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  way text not null check (way in ('code', 'password', 'yandex', 'signup')),
  city text not null default '',
  device text not null default '',
  address inet,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The second factor was shown in this session (staff).
  second_factor_at timestamptz,
  ended_at timestamptz,
  why text check (why in ('signed_out', 'signed_out_everywhere', 'password_changed', 'token_reused', 'account_deleted', 'not_me')),
  check ((ended_at is null) = (why is null))
);
create index sessions_user_id_idx on sessions (user_id) where ended_at is null;
create index sessions_expires_at_idx on sessions (expires_at);

-- SHA-256 of every refresh token a session ever had: a replaced one that comes back later ends the family (S4, reuse detection).
create table refresh_tokens (
  hash bytea primary key check (length(hash) = 32),
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
create index refresh_tokens_session_id_idx on refresh_tokens (session_id);
create unique index refresh_tokens_current_key on refresh_tokens (session_id) where replaced_at is null;

-- Firms. `price_column` null: each branch's own business column; prices open when a manager activated the firm.
create table companies (
  id bigint generated always as identity primary key,
  inn text not null unique check (inn ~ '^([0-9]{10}|[0-9]{12})$'),
  kpp text check (kpp ~ '^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$'),
  ogrn text check (ogrn ~ '^([0-9]{13}|[0-9]{15})$'),
  name text not null check (length(name) between 2 and 250),
  legal_address text not null default '',
  price_column text references price_columns,
  contract text,
  created_at timestamptz not null default now(),
  activated_at timestamptz
);

create table company_members (
  company_id bigint not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'purchaser', 'accountant')),
  created_at timestamptz not null default now(),
  primary key (company_id, user_id)
);
create index company_members_user_id_idx on company_members (user_id);
-- Leaving a company ends buying for it.
alter table users add foreign key (company_id, id) references company_members (company_id, user_id) on delete set null (company_id);

-- Staff are users with rights; the second factor is asked before a right is used.
create table staff (
  user_id uuid primary key references users on delete cascade,
  roles text[] not null check (roles <@ array['owner', 'content', 'orders', 'support', 'pickup', 'login_by_user'] and cardinality(roles) > 0),
  -- TOTP secret (RFC 6238), encrypted with the shop's key.
  totp_secret bytea not null,
  -- Last used 30-second step: a code is good once.
  totp_step bigint not null default 0,
  -- Branches this person works in; empty: all.
  departments text[] not null default '{}',
  created_at timestamptz not null default now(),
  dismissed_at timestamptz
);

-- S6-05: a manager works as a customer, 30 minutes at most, for a stated reason.
create table acting_sessions (
  id uuid primary key default gen_random_uuid(),
  staff_user_id uuid not null references staff on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  reason text not null check (length(reason) between 5 and 500),
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (expires_at <= started_at + interval '30 minutes')
);
create unique index acting_sessions_open_key on acting_sessions (session_id) where ended_at is null;
create index acting_sessions_user_id_idx on acting_sessions (user_id, started_at desc);

-- What was done while acting; the customer reads it in the profile.
create table acting_log (
  id bigint generated always as identity primary key,
  acting_id uuid not null references acting_sessions on delete cascade,
  at timestamptz not null default now(),
  what text not null
);
create index acting_log_acting_id_idx on acting_log (acting_id, id);

-- The signed-in visitor's cart (S4-06, S7-14): ids and counts, never prices. Its id is its owner's, so that the uuid of S7-02 names it.
create table carts (
  id uuid primary key references users on delete cascade,
  coupon text,
  version bigint not null default 1,
  changed_at timestamptz not null default now()
);
create table cart_lines (
  cart_id uuid not null references carts on delete cascade,
  product_id int not null references products on delete cascade,
  count int not null check (count between 1 and 99999),
  added_at timestamptz not null default now(),
  primary key (cart_id, product_id)
);
-- S4-10: a merge that was already done is not done again.
create table cart_merges (
  cart_id uuid not null references carts on delete cascade,
  guest uuid not null,
  lines_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (cart_id, guest, lines_hash)
);

alter table orders
  -- Whose order it is; null: a guest's. A person who is deleted leaves the order without owner.
  add column user_id uuid references users on delete set null,
  add column company_id bigint references companies on delete set null,
  -- The member of staff who placed it for the customer.
  add column placed_by uuid references users on delete set null;
create index orders_user_id_idx on orders (user_id, created_at desc) where user_id is not null;
create index orders_company_id_idx on orders (company_id, created_at desc) where company_id is not null;
create index orders_contact_email_idx on orders (lower(contact_email)) where user_id is null;

-- A consent may also be a user's own, given outside an order.
alter table consents add column user_id uuid references users on delete set null;
create index consents_user_id_idx on consents (user_id) where user_id is not null;
