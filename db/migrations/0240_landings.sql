-- Landing pages /lp/{slug}/ made of blocks (S2-02). A page may have a text of its own per branch and a second variant for an A/B split.

create table landings (
  id int generated always as identity primary key,
  -- /lp/magic and /lp/fortune are pages of their own.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80 and slug not in ('magic', 'fortune')),
  name text not null check (length(name) between 1 and 120),
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  -- Where its address leads once it is over: a page of the shop, never another such landing, so that nothing can run in a circle.
  redirect_to text not null default '/actions/'
    check (length(redirect_to) <= 300 and redirect_to ~ '^/([^/\\]|$)' and redirect_to !~ '[[:cntrl:]\\]'
      and (redirect_to !~ '^/lp/' or redirect_to ~ '^/lp/(magic|fortune)/?$')),
  -- So many tenths of the visitors see variant b; 0: everybody sees a.
  share_b smallint not null default 0 check (share_b between 0 and 9),
  changed_at timestamptz not null default now()
);

-- What stands on it: versions are never changed, a newer one is written. Published is the newest with a date that has come.
create table landing_pages (
  id int generated always as identity primary key,
  landing_id int not null references landings on delete cascade,
  -- null: every branch without a text of its own.
  department_id_1c text references departments on delete cascade,
  variant text not null default 'a' check (variant in ('a', 'b')),
  version int not null check (version > 0),
  title text not null check (length(title) between 1 and 120),
  description text not null default '' check (length(description) <= 300),
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'),
  created_at timestamptz not null default now(),
  published_at timestamptz
);
create unique index landing_pages_version_key on landing_pages (landing_id, coalesce(department_id_1c, ''), variant, version);
