-- Fields of a published record as somebody wants them: they wait until they are published by hand, at their moment or
-- with a release. Rows that are drafts themselves (`is_draft`) and unpublished editions are not here.
create table drafts (
  id integer generated always as identity primary key,
  resource text not null check (resource in ('products', 'categories', 'brands', 'seo_texts')),
  record_id text not null check (length(record_id) between 1 and 200),
  -- What the record was called when the draft was saved, and whose it is; null: common to all branches.
  title text not null,
  department_id_1c text references departments (id_1c) on delete cascade,
  patch jsonb not null check (jsonb_typeof(patch) = 'object' and patch <> '{}'),
  -- The same fields as they stood when they were typed; of a published draft as they stood just before.
  base jsonb not null check (jsonb_typeof(base) = 'object'),
  -- The version of the whole record over which it was saved last.
  base_etag text not null,
  -- Rises with every change: nobody publishes or discards what they have not seen.
  version integer not null default 1,
  author_user_id uuid references users (id) on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  publish_at timestamptz,
  -- Why it could not be published at its moment: it waits for a person.
  failure text check (length(failure) <= 2000),
  published_at timestamptz,
  published_by text,
  discarded_at timestamptz,
  check (num_nonnulls(published_at, discarded_at) <= 1),
  check ((published_at is null) = (published_by is null)),
  check (failure is null or publish_at is not null)
);
create unique index drafts_open_key on drafts (resource, record_id)
  where published_at is null and discarded_at is null;
create index drafts_due_idx on drafts (publish_at)
  where published_at is null and discarded_at is null and failure is null;
create index drafts_author_user_id_idx on drafts (author_user_id);
create index drafts_department_idx on drafts (department_id_1c);
