-- A filter under a name is kept for its author, and for everybody of these roles where an owner shares it; null: the
-- author alone.
alter table staff_views add roles text[] check (cardinality(roles) between 1 and 20);
create index staff_views_shared_idx on staff_views (path) where roles is not null;
