-- What the nightly check of written texts doubts; the next check puts its own in place of all.
create table text_findings (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('seo', 'branch', 'page', 'article', 'landing', 'vacancy')),
  -- By which the screen of the record is opened.
  record_id text not null check (record_id <> ''),
  name text not null,
  -- null: common to all branches.
  department_id_1c text references departments (id_1c) on delete cascade,
  -- [{"place": "Заголовок", "words": "пишем через «ё»: …"}]
  problems jsonb not null check (jsonb_typeof(problems) = 'array' and jsonb_array_length(problems) > 0)
);
create index text_findings_department_id_1c_idx on text_findings (department_id_1c);

-- The last check.
create table text_checks (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null,
  -- Records that were read.
  records integer not null check (records >= 0),
  -- Records with findings that are not kept, because there are too many.
  left_out integer not null check (left_out >= 0)
);
