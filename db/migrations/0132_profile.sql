-- What a person keeps in the profile, and the end of an account.

-- S6-04: a contact that came from VK or Yandex is not edited here. It goes with its account only.
create function keep_provider_contact() returns trigger language plpgsql as $$
begin
  if old.purpose not in ('VK', 'Yandex') then return coalesce(new, old); end if;
  if tg_op = 'DELETE' then
    if not exists (select from users where id = old.user_id and deleted_at is null) then return old; end if;
  elsif (new.user_id, new.type, new.value, new.purpose) is not distinct from (old.user_id, old.type, old.value, old.purpose) then
    return new;
  end if;
  raise exception 'contact % came from %, it cannot be changed', old.id, old.purpose using errcode = 'check_violation', constraint = 'contacts_provider_kept';
end $$;
create trigger contacts_provider_kept before update or delete on contacts for each row execute function keep_provider_contact();

create table saved_addresses (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  place text not null check (length(place) between 2 and 120),
  address text not null check (length(address) between 3 and 300),
  created_at timestamptz not null default now(),
  unique (user_id, place, address)
);

create table saved_recipients (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 2 and 120),
  phone text not null check (phone ~ '^\+[0-9]{10,15}$'),
  created_at timestamptz not null default now(),
  unique (user_id, name, phone)
);

alter table users
  -- When the account will be erased; until then the person may change their mind.
  add column deletion_due_at timestamptz,
  add check ((deletion_due_at is null) = (deletion_requested_at is null) or deleted_at is not null);
create index users_deletion_due_at_idx on users (deletion_due_at) where deletion_due_at is not null and deleted_at is null;

-- An account erased once keeps no name, no password and no firm.
alter table users add check (deleted_at is null or (full_name = '' and password_hash is null and company_id is null));
