-- Which record each tab of the back office has open, so that colleagues see each other. A crash may empty it.
create unlogged table staff_presence (
  tab uuid primary key,
  staff_user_id uuid not null references users (id) on delete cascade,
  path text not null check (char_length(path) between 1 and 500),
  seen_at timestamptz not null
);

create index staff_presence_path on staff_presence (path);

create index staff_presence_staff_user_id on staff_presence (staff_user_id);
