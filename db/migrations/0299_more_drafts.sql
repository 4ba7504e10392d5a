-- Attributes, texts of branches and points, words of emails and settings that visitors see wait in drafts too.
alter table drafts drop constraint drafts_resource_check;
alter table drafts add constraint drafts_resource_check check (resource in ('products', 'categories', 'brands',
  'attributes', 'branches', 'settings', 'email_texts', 'seo_texts'));
alter table release_items drop constraint release_items_kind_check;
alter table release_items add constraint release_items_kind_check check (kind in ('layouts', 'slides', 'actions',
  'coupons', 'landings', 'wobblers', 'plans', 'menu', 'articles', 'pages', 'credit', 'products', 'categories', 'brands',
  'attributes', 'branches', 'settings', 'email_texts', 'seo_texts'));
