-- The nightly check of texts reads everything that staff publish.
alter table text_findings drop constraint text_findings_kind_check;
alter table text_findings add check (kind in (
  'seo', 'branch', 'page', 'article', 'landing', 'vacancy', 'action', 'slide', 'wobbler', 'menu', 'form', 'brand',
  'category', 'short', 'product'));
