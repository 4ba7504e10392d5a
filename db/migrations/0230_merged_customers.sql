-- Two accounts of one person become one: the row that went stays without a person and says which account it became.
alter table users
  add column merged_into uuid references users (id) on delete set null,
  add constraint users_merged_is_deleted check (merged_into is null or (deleted_at is not null and merged_into <> id));
create index users_merged_into_idx on users (merged_into) where merged_into is not null;

-- The card that took over the ledger of this one: what a refund gives back or takes back goes there.
alter table cards add column joined_to uuid references cards (id) on delete set null;
create index cards_joined_to_idx on cards (joined_to) where joined_to is not null;

-- A spin follows its person into the account that took over theirs, and nowhere else.
create or replace function fortune_keep_spin() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.user_id is not null and new.user_id is distinct from old.user_id
      and new.user_id is distinct from (select merged_into from users where id = old.user_id))
    or (new.device_hash is not null and new.device_hash is distinct from old.device_hash)
    or (new.address_hash is not null and new.address_hash is distinct from old.address_hash)
    or to_jsonb(new) - '{user_id,device_hash,address_hash}'::text[] <> to_jsonb(old) - '{user_id,device_hash,address_hash}'::text[]
  then
    raise check_violation using message = 'a spin is never changed';
  end if;
  return new;
end $$;
