-- Who set the moment of a release is written when it is not published, and has seen by how much the search gets worse:
-- [{department_id_1c, before, after, words, by}], nDCG@10 of the judged queries. Beyond that the release is held.
alter table releases add column dated_by_user_id uuid references users (id) on delete set null;
alter table releases add column accepted_falls jsonb not null default '[]';
create index releases_dated_by_user_id_idx on releases (dated_by_user_id);
update releases set dated_by_user_id = author_user_id where publish_at is not null;

-- A version of a form may wait: null, it is a draft; nobody has sent one by it.
alter table form_schemas alter column published_at drop not null, alter column published_at drop default;

alter table release_items drop constraint release_items_kind_check,
  add constraint release_items_kind_check check (kind in (
    'layouts', 'slides', 'actions', 'coupons', 'landings', 'wobblers', 'plans', 'menu', 'articles', 'pages', 'credit',
    'synonyms', 'search_redirects', 'stop_words', 'pins', 'forms', 'vacancies', 'wheels',
    'products', 'categories', 'brands', 'attributes', 'branches', 'settings', 'email_texts', 'seo_texts'));
