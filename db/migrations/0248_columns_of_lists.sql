-- Columns that people of the shop have put out of sight in the lists of the back office: only what is hidden is
-- stored, so a column of a later version shows by itself.
create table staff_columns (
  staff_user_id uuid not null references staff on delete cascade,
  -- As src/shared/admin-lists.ts names it.
  list text not null check (list ~ '^[a-z-]{1,40}$'),
  hidden text[] not null check (cardinality(hidden) between 1 and 40),
  primary key (staff_user_id, list)
);

-- Of a filter under a name that brings its own columns; null: those of the list.
alter table staff_views add column hidden text[] check (cardinality(hidden) <= 40);
