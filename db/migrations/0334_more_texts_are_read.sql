-- Wheels, credit programmes and ready sets are read by the linter with all other texts.
alter table text_findings drop constraint text_findings_kind_check;
alter table text_findings add constraint text_findings_kind_check check (kind in ('seo', 'branch', 'page', 'article',
  'landing', 'vacancy', 'action', 'slide', 'wobbler', 'wheel', 'credit', 'ready_set', 'menu', 'form', 'brand', 'category',
  'short', 'product', 'email'));
