-- Versioned texts: /delivery/, /pay/, /info/{slug}. A consent stores the id of the version that was shown.
create table pages (
  id int generated always as identity primary key,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  version int not null check (version > 0),
  title text not null,
  html text not null,
  published_at timestamptz not null default now(),
  unique (slug, version)
);

create table consents (
  id bigint generated always as identity primary key,
  page_id int not null references pages,
  purpose text not null check (purpose in ('personal_data', 'advertising')),
  form text not null,
  subject text not null,
  order_id uuid references orders on delete cascade,
  address inet,
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz
);

-- Which categories a branch's menu shows (S7-20).
create table dynamic_menus (
  department_id_1c text not null references departments on delete cascade,
  category_id int not null references categories on delete cascade,
  primary key (department_id_1c, category_id)
);

create table wobblers (
  id int generated always as identity primary key,
  department_id_1c text references departments on delete cascade,
  position text not null check (position in ('top', 'bottom', 'left', 'right')),
  background_image text,
  text text not null,
  button_text text,
  action_link text not null,
  filter_is_show_once boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz
);

-- Slides of the home page and other promo pictures.
create table banners (
  id int generated always as identity primary key,
  department_id_1c text references departments on delete cascade,
  place text not null check (place in ('home')),
  title text not null,
  text text not null,
  button_text text not null,
  link text not null,
  image text,
  theme text not null default 'spruce' check (theme in ('spruce', 'season', 'ochre', 'lake')),
  starts_at timestamptz,
  ends_at timestamptz,
  position int not null default 0
);

-- S3-11. kind + key name the page; an empty department means every branch. '{…}' placeholders are replaced when read.
create table seo_texts (
  id int generated always as identity primary key,
  kind text not null check (kind in ('home', 'catalog', 'category', 'product', 'brand', 'page')),
  key text not null default '',
  department_id_1c text references departments on delete cascade,
  title text not null default '',
  keywords text not null default '',
  description text not null default '',
  text text not null default '',
  unique_title text not null default ''
);
create unique index seo_texts_key on seo_texts (kind, key, coalesce(department_id_1c, ''));
