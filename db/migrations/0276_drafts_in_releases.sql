-- A release publishes changed fields of published records too, by the number of their draft.
alter table release_items drop constraint release_items_kind_check;
alter table release_items add constraint release_items_kind_check check (kind in ('layouts', 'slides', 'actions',
  'coupons', 'landings', 'wobblers', 'plans', 'menu', 'articles', 'pages', 'credit', 'products', 'categories', 'brands',
  'seo_texts'));
