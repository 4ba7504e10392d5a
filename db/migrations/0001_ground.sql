-- What every room of the house needs: Russian sorting, settings, shared limits, kept mail.

create collation russian (provider = icu, locale = 'ru-RU');

-- Rows changed since a snapshot are found by changed_xid >= pg_snapshot_xmin(); a sequence would lose late commits.
create function stamp_changed_xid() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- Limits that guard secrets (coupons, codes, links), shared by all processes; losing them in a crash is acceptable.
create unlogged table limits (
  scope text not null,
  key text not null,
  window_start timestamptz not null,
  count int not null check (count > 0),
  primary key (scope, key)
);

create table mails (
  id bigint generated always as identity primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  failure text
);
create index mails_created_at_idx on mails (created_at desc);
