-- Open posts of the shop. Each belongs to one department, whose branch's host shows it.

create table vacancies (
  id integer generated always as identity primary key,
  department_id_1c text not null references departments,
  title text not null check (length(title) between 3 and 160),
  field text not null check (field in ('sales', 'warehouse', 'delivery', 'purchasing', 'service', 'office')),
  schedule text not null check (schedule in ('five_two', 'two_two', 'shifts', 'flexible', 'part_time')),
  -- Per month; one of the two may be left open («от», «до»), not both: the salary is always shown.
  salary_from_kopecks integer check (salary_from_kopecks > 0),
  salary_to_kopecks integer check (salary_to_kopecks > 0),
  -- What the person is handed, after income tax; false: before it.
  is_salary_after_tax boolean not null default true,
  -- HTML by the shop's people, cleaned when shown.
  duties text not null check (duties <> ''),
  requirements text not null default '',
  terms text not null check (terms <> ''),
  published_at timestamptz not null,
  -- The post is no longer offered from this moment on; null: until it is closed.
  valid_until timestamptz,
  closed_at timestamptz,
  changed_at timestamptz not null,
  check (num_nonnulls(salary_from_kopecks, salary_to_kopecks) > 0),
  check (salary_from_kopecks <= salary_to_kopecks),
  check (valid_until > published_at)
);
create index vacancies_open_idx on vacancies (published_at desc) where closed_at is null;
