-- S6-05: a link by which one session of a member of staff begins to act as a customer; good for 60 seconds, once.
create table acting_links (
  hash bytea primary key check (length(hash) = 32),
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  reason text not null check (length(reason) between 5 and 500),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at <= created_at + interval '60 seconds')
);
create index acting_links_session_id_idx on acting_links (session_id);
create index acting_links_user_id_idx on acting_links (user_id);

-- Staff looks for a customer by phone or by any word of the name.
create index contacts_phone_idx on contacts (value) where type = 'phone';
create index users_full_name_idx on users using gin (to_tsvector('simple', translate(lower(full_name), 'ё', 'е'))) where deleted_at is null;

-- The customer is shown what a member of staff ordered in their name; acting sessions of one person are counted by staff.
create index acting_sessions_staff_user_id_idx on acting_sessions (staff_user_id, started_at desc);
create index orders_placed_by_idx on orders (placed_by, created_at) where placed_by is not null;
