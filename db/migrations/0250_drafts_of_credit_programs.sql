-- A draft of a bank's terms is shown to nobody, whatever its dates say, and is published alone or with a release.
alter table credit_programs add column is_draft boolean not null default false;
alter table release_items drop constraint release_items_kind_check;
alter table release_items add constraint release_items_kind_check check (kind in ('layouts', 'slides', 'actions',
  'coupons', 'landings', 'wobblers', 'plans', 'menu', 'articles', 'pages', 'credit'));
