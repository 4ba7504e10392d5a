-- A rule of the search, a pinned product as well, may wait as a draft: visitors do not find by it (decision 535).
alter table search_synonyms add column is_draft boolean not null default false;
alter table search_redirects add column is_draft boolean not null default false;
alter table search_stop_words add column is_draft boolean not null default false;
alter table search_pins add column is_draft boolean not null default false;

alter table release_items drop constraint release_items_kind_check,
  add constraint release_items_kind_check check (kind in (
    'layouts', 'slides', 'actions', 'coupons', 'landings', 'wobblers', 'plans', 'menu', 'articles', 'pages', 'credit',
    'synonyms', 'search_redirects', 'stop_words', 'pins',
    'products', 'categories', 'brands', 'attributes', 'branches', 'settings', 'email_texts', 'seo_texts'));
