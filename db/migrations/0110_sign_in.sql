-- What proves who signs in: codes of letters, one-time links, browsers seen before.

-- Six digits sent to an address. Of one purpose, address and asker only the newest row counts; older ones stay for the links of their letters.
create table codes (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('sign_in', 'contact')),
  email text not null check (email = lower(email) and length(email) <= 254),
  -- Who wants the address among their contacts; null: whoever signs in with it.
  user_id uuid references users on delete cascade,
  -- HMAC-SHA-256 under the shop's key: six digits alone would be guessed from any plain hash.
  hash bytea not null check (length(hash) = 32),
  -- Checks by strangers and by the owner's known seats are counted apart: the former cannot use up the latter's.
  stranger_checks int not null default 0,
  known_checks int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, or made void by «Это не я».
  used_at timestamptz,
  -- The session it opened.
  session_id uuid references sessions on delete set null,
  check ((purpose = 'contact') = (user_id is not null))
);
create index codes_email_idx on codes (email, purpose, id desc);
create index codes_expires_at_idx on codes (expires_at);

-- Secrets that open one thing once: a forgotten password, a sign-up whose address is proven, a Yandex account waiting for its code.
create table one_time_links (
  -- SHA-256 of the secret.
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('password', 'sign_up', 'yandex')),
  user_id uuid references users on delete cascade,
  email text,
  -- The account at another service that is to be linked: {provider, subject, login, …}.
  identity jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'password') = (user_id is not null))
);
create index one_time_links_user_id_idx on one_time_links (user_id) where user_id is not null;
create index one_time_links_expires_at_idx on one_time_links (expires_at);

-- SHA-256 of the cookie that tells this browser from others, signed in or not.
alter table sessions add column browser bytea check (length(browser) = 32);
create index sessions_seen_idx on sessions (user_id, created_at desc);

-- Given at sign-up by somebody who buys for a firm; the firm is added in the profile.
alter table users add column wanted_inn text check (wanted_inn ~ '^([0-9]{10}|[0-9]{12})$');

-- A letter that holds a code or a link: its words are removed once it has been sent.
alter table mails add column is_secret boolean not null default false;
