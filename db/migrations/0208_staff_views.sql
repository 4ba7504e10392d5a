-- Filters of lists that people of the shop keep under a name of their own.
create table staff_views (
  id int generated always as identity primary key,
  staff_user_id uuid not null references staff on delete cascade,
  -- The screen, as /orders, and what stands in its address behind «?».
  path text not null check (path ~ '^(/[A-Za-z0-9._~%-]{1,80}){1,6}$'),
  search text not null check (length(search) between 1 and 1000),
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  unique (staff_user_id, path, name)
);
