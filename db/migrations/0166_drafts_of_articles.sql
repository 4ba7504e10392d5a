-- Articles and vacancies are written before they are shown.
alter table articles add column is_draft boolean not null default false;
alter table vacancies add column is_draft boolean not null default false;
