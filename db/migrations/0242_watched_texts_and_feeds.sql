-- The nightly check of texts reads everything that staff publish.
alter table text_findings drop constraint text_findings_kind_check;
alter table text_findings add check (kind in (
  'seo', 'branch', 'page', 'article', 'landing', 'vacancy', 'action', 'slide', 'wobbler', 'menu', 'form', 'brand',
  'category', 'short', 'product'));

-- How the site map and the feeds of a branch looked when the shop last made them for itself.
create table feed_looks (
  department_id_1c text not null references departments (id_1c) on delete cascade,
  file text not null check (file in ('sitemap', 'goods', 'blog')),
  looked_at timestamptz not null,
  state text not null check (state in ('good', 'few', 'broken')),
  -- Why it is not good, as a sentence; empty of a good one.
  reason text not null check ((state = 'good') = (reason = '')),
  -- Addresses, offers or articles.
  count integer not null check (count >= 0),
  -- Listed addresses that were asked for; fewer than there are, none while the site does not answer the worker.
  asked integer not null check (asked >= 0),
  bytes bigint not null check (bytes >= 0),
  took_ms integer not null check (took_ms >= 0),
  -- The last time that all was well, and the number of then.
  good_at timestamptz,
  good_count integer check ((good_at is null) = (good_count is null)),
  primary key (department_id_1c, file)
);
