
-- Roles of the back office beside those of before.
alter table staff drop constraint staff_roles_check;
alter table staff add constraint staff_roles_check check (
  roles <@ array['owner', 'content', 'orders', 'support', 'pickup', 'marketing', 'accounting', 'login_by_user']
  and cardinality(roles) > 0);

-- What staff change leaves one line here, in the transaction of the change.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- null: the terminal. The line outlives the account.
  staff_user_id uuid,
  session_id uuid,
  -- As the person was called then.
  who text not null,
  address text,
  request_id text,
  permission text,
  -- Method and path of the call, or the command.
  verb text not null,
  -- What was changed: the kind of record and its id.
  resource text not null,
  record_id text,
  department_id_1c text references departments (id_1c),
  -- The changed fields alone.
  before jsonb,
  after jsonb,
  -- The sentence that people read.
  words text not null check (words <> ''),
  undo_of bigint references audit_log (id),
  keep_until timestamptz not null
);
create index audit_log_at_idx on audit_log (at desc, id desc);
create index audit_log_record_idx on audit_log (resource, record_id, id desc);
create index audit_log_staff_user_id_idx on audit_log (staff_user_id, id desc);
create index audit_log_department_id_1c_idx on audit_log (department_id_1c);
create unique index audit_log_undo_of_idx on audit_log (undo_of);
create index audit_log_keep_until_idx on audit_log (keep_until);

create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.keep_until <= now() then
    return old;
  end if;
  raise exception 'audit_log is not changed, and deleted only after its term';
end $$;
create trigger keep_audit before update or delete on audit_log for each row execute function keep_audit();
create trigger keep_audit_whole before truncate on audit_log for each statement execute function keep_audit();

-- Answers of calls that must not be done twice, by the key that the browser drew for the press.
create table admin_keys (
  staff_user_id uuid not null references users (id) on delete cascade,
  key uuid not null,
  body_hash bytea not null,
  -- Both null only within the transaction that does the work.
  status smallint,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (staff_user_id, key)
);
create index admin_keys_created_at_idx on admin_keys (created_at);
