-- Drafts that are published together, at one moment or by hand.
create table releases (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 120),
  -- null: by hand.
  publish_at timestamptz,
  state text not null default 'planned' check (state in ('planned', 'published', 'failed', 'undone')),
  -- Why it could not be published at its moment.
  failure text check (length(failure) <= 2000),
  author_user_id uuid references users (id) on delete set null,
  author text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  published_at timestamptz,
  published_by text,
  check ((state in ('published', 'undone')) = (published_at is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index releases_due_idx on releases (publish_at) where state = 'planned';
create index releases_author_user_id_idx on releases (author_user_id);

create table release_items (
  release_id integer not null references releases (id) on delete cascade,
  kind text not null check (kind in ('layouts', 'slides', 'actions', 'coupons', 'landings', 'wobblers', 'plans', 'menu',
    'articles', 'pages')),
  -- Of the row, or of the version of a page.
  record_id text not null check (length(record_id) <= 80),
  added_at timestamptz not null default now(),
  -- The row as the release left it: it is taken back only while it still is so.
  published jsonb,
  undone_at timestamptz,
  primary key (release_id, kind, record_id)
);
-- A draft waits in one release at most.
create unique index release_items_waiting_key on release_items (kind, record_id) where published is null;

-- Whether a look at the shop shows this draft. `drafts`: null: none, 0: all, else those of that release.
create function shows_draft(of_kind text, of_id text, drafts integer) returns boolean language plpgsql stable as $$
begin
  return coalesce(drafts = 0, false) or exists (
    select from release_items i where i.release_id = drafts and i.kind = of_kind and i.record_id = of_id);
end $$;
