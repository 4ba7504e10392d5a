-- Queries that found goods and named a brand or a value of theirs, as they were typed, by day and branch: pages of
-- short listings are proposed from them.
create table search_finds (
  day date not null,
  department_id_1c text not null references departments (id_1c) on delete cascade,
  words text not null check (words = btrim(words) and length(words) between 2 and 100),
  times integer not null check (times > 0),
  primary key (day, department_id_1c, words)
);
create index search_finds_department_id_1c_idx on search_finds (department_id_1c);

-- Queries that staff want no short listing of.
create table unwanted_shorts (
  words text primary key check (words = btrim(words) and length(words) between 2 and 100),
  who text not null check (length(who) <= 200),
  decided_at timestamptz not null default now()
);
