-- Joining a firm and the papers of its orders.

-- Suspending closes the business prices until the firm is activated again.
alter table companies add column suspended_at timestamptz, add check (suspended_at is null or activated_at is null);

-- Somebody typed the ИНН of a firm that is here already: a manager or, once the firm is checked, its owner decides.
create table company_requests (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decision text check (decision in ('accepted', 'declined')),
  check ((decided_at is null) = (decision is null))
);
create unique index company_requests_open_key on company_requests (company_id, user_id) where decided_at is null;
create index company_requests_user_id_idx on company_requests (user_id);

-- The link of the letter is signed and names the row; only the account with this confirmed e-mail may follow it, once.
create table company_invitations (
  id uuid primary key default gen_random_uuid(),
  company_id bigint not null references companies on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254),
  role text not null check (role in ('owner', 'purchaser', 'accountant')),
  invited_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  why text check (why in ('accepted', 'revoked')),
  check ((ended_at is null) = (why is null))
);
create unique index company_invitations_open_key on company_invitations (company_id, email) where ended_at is null;

-- Who sells, as documents name it. One row; without it no document is issued.
create table seller_requisites (
  is_only boolean primary key default true check (is_only),
  name text not null check (length(name) between 2 and 160),
  inn text not null check (inn ~ '^([0-9]{10}|[0-9]{12})$'),
  kpp text check (kpp ~ '^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$'),
  ogrn text not null check (ogrn ~ '^([0-9]{13}|[0-9]{15})$'),
  address text not null check (address <> ''),
  bank_name text not null check (length(bank_name) between 2 and 45),
  bik text not null check (bik ~ '^[0-9]{9}$'),
  account text not null check (account ~ '^[0-9]{20}$'),
  correspondent_account text not null check (correspondent_account ~ '^[0-9]{20}$'),
  director_post text not null default 'Генеральный директор',
  director_name text not null default '',
  accountant_name text not null default '',
  phone text not null default '',
  changed_at timestamptz not null default now()
);

-- What a paper says, frozen when it was issued: it stays the same when requisites change. Other sums make a new revision.
create table documents (
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('invoice', 'delivery_note')),
  revision int not null check (revision > 0),
  content jsonb not null,
  issued_at timestamptz not null,
  primary key (order_id, kind, revision)
);

-- Papers that travel with a letter.
create table mail_attachments (
  mail_id bigint not null references mails on delete cascade,
  position smallint not null,
  name text not null,
  type text not null,
  content bytea not null,
  primary key (mail_id, position)
);
