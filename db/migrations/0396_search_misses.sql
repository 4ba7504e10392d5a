-- What people searched for and did not find, or found by luck: by this staff see which synonyms and which goods are missing (decision 310).
-- Counts by day, never who asked. kind: nothing = no product; doubtful = words were left out, or what was found only mentions them.
create table search_misses (
  day date not null,
  department_id_1c text not null references departments (id_1c) on delete cascade,
  words text not null check (words = btrim(words) and length(words) between 2 and 100),
  kind text not null check (kind in ('nothing', 'doubtful')),
  times int not null check (times > 0),
  primary key (day, department_id_1c, words, kind)
);
