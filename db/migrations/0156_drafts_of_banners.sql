-- A draft is shown to nobody, whatever its dates say.
alter table banners add column is_draft boolean not null default false;
alter table wobblers add column is_draft boolean not null default false;
