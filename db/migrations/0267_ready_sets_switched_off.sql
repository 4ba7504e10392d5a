-- A ready set that is not offered for a while is kept instead of typed again.
alter table ready_sets add column is_on boolean not null default true;
