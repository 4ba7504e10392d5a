-- S3-08. The HTML is sanitised before it comes here and once more when it leaves.
alter table wobblers
  -- «Реклама. ООО «Завод», ИНН …, erid: …» where the law asks for a mark.
  add column advertising text check (advertising <> ''),
  add column changed_at timestamptz not null default now(),
  add check (ends_at >= starts_at),
  add check (action_link ~ '^/([^/\\]|$)' or action_link ~ '^https://[^/\\]'),
  add check (background_image ~ '^[a-z0-9_-]+(/[A-Za-z0-9._-]+)+$');
create index wobblers_department_id_1c_idx on wobblers (department_id_1c);

alter table banners
  add column changed_at timestamptz not null default now(),
  add check (ends_at >= starts_at),
  add check (link ~ '^/([^/\\]|$)' or link ~ '^https://[^/\\]');
