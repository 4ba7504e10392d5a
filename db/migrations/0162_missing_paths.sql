-- Addresses that people asked for in vain, so that staff see which ones to send elsewhere. Nothing of who asked.
create table missing_paths (
  path text not null check (path ~ '^/' and length(path) <= 200),
  department_id_1c text not null references departments (id_1c) on delete cascade,
  times integer not null default 1 check (times > 0),
  first_day date not null,
  last_day date not null,
  -- Since when nobody wants to see it in the list.
  ignored_at timestamptz,
  primary key (path, department_id_1c)
);
create index missing_paths_department_id_1c_idx on missing_paths (department_id_1c);
create index missing_paths_first_day_idx on missing_paths (first_day);
-- The list of redirects.
create index redirects_hits_idx on redirects (hits desc nulls last, id desc);
create index redirects_last_hit_at_idx on redirects (last_hit_at desc nulls last, id desc);
