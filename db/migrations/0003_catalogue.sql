create table categories (
  id int generated always as identity primary key,
  id_1c text unique,
  -- The one public key of a category: {slug} and {code} alike.
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  parent_id int references categories,
  name text collate russian not null,
  short_name text,
  description text,
  illustration text,
  position int not null default 0,
  calculator text check (calculator in ('mix', 'paint', 'tile', 'flooring')),
  default_view text not null default 'grid' check (default_view in ('grid', 'table')),
  catalog_id_1c text,
  switched_off_at timestamptz,
  changed_at timestamptz not null default now(),
  check (parent_id <> id)
);
create index categories_parent_id_idx on categories (parent_id);

create table category_former_codes (
  code text primary key,
  category_id int not null references categories on delete cascade
);

create table brands (
  id int generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text collate russian not null unique,
  country text,
  description text
);

create table attributes (
  id int generated always as identity primary key,
  id_1c text unique,
  code text not null unique check (code ~ '^[a-z0-9]+(_[a-z0-9]+)*$'),
  name text not null,
  type text not null check (type in ('text', 'number', 'enum', 'boolean')),
  unit text,
  -- null: not a filter; 'values': ticks with counts; 'range': two number fields.
  filter text check (filter in ('values', 'range')),
  group_name text not null default 'Основные',
  card_position smallint,
  position int not null default 0
);

-- Every value a filter can tick has an id; products.facets holds these ids.
create table attribute_values (
  id int generated always as identity primary key,
  attribute_id int not null references attributes on delete cascade,
  value text collate russian not null,
  number numeric,
  position int not null default 0,
  unique (attribute_id, value)
);

-- Joins the variants of one thing: one card in lists, a switch on its page.
create table models (
  id int generated always as identity primary key,
  id_1c text unique,
  name text not null,
  variant_name text
);

create table products (
  id int generated always as identity primary key,
  idcode text not null unique check (idcode ~ '^[0-9A-Za-zА-Яа-яЁё._-]{1,40}$'),
  id_1c text unique,
  catalog_id_1c text,
  model_id int not null references models,
  variant_label text,
  variant_position int not null default 0,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text collate russian not null check (name <> ''),
  article text,
  barcode text,
  brand_id int references brands,
  description text not null default '',
  images text[] not null default '{}',
  -- Sales unit («меш.») and base unit («кг»); factor_base base units are factor_sales sales units, exactly.
  unit text not null,
  base_unit text not null,
  factor_base int not null default 1 check (factor_base > 0),
  factor_sales int not null default 1 check (factor_sales > 0),
  step int not null default 1 check (step > 0),
  min_count int not null default 1 check (min_count > 0),
  max_count int not null default 99999 check (max_count between 1 and 99999),
  package_count int check (package_count > 0),
  pallet_count int check (pallet_count > 0),
  weight_grams int check (weight_grams >= 0),
  vat_rate smallint not null default 22 check (vat_rate in (0, 5, 7, 10, 20, 22)),
  -- {attribute code: value}: number for 'number', true/false for 'boolean', text else. Units stand in attributes.
  specs jsonb not null default '{}' check (jsonb_typeof(specs) = 'object'),
  facets int[] not null default '{}',
  highlights text[] not null default '{}',
  lead_days_min smallint,
  lead_days_max smallint check (lead_days_max >= lead_days_min),
  popularity int not null default 0,
  successor_id int references products,
  switched_off_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id(),
  search_text text not null default '',
  search tsvector not null generated always as (
    to_tsvector('russian', translate(lower(search_text), 'ё', 'е'))
  ) stored,
  article_key text generated always as (
    regexp_replace(translate(lower(article), 'ё', 'е'), '[^0-9a-zа-я]', '', 'g')
  ) stored,
  check (min_count % step = 0 and max_count >= min_count)
);
create index products_model_id_idx on products (model_id);
create index products_brand_id_idx on products (brand_id);
create index products_article_key_idx on products (article_key);
create index products_barcode_idx on products (barcode);
create index products_search_idx on products using gin (search);
create index products_facets_idx on products using gin (facets);
create index products_changed_xid_idx on products (changed_xid);
create trigger stamp_changed_xid before update on products
  for each row execute function stamp_changed_xid();

create table product_former_slugs (
  slug text primary key,
  product_id int not null references products on delete cascade
);

create table product_categories (
  product_id int not null references products on delete cascade,
  category_id int not null references categories,
  is_main boolean not null default false,
  primary key (product_id, category_id)
);
create index product_categories_category_id_idx on product_categories (category_id, product_id);
create unique index product_categories_main_key on product_categories (product_id) where is_main;

create table product_documents (
  product_id int not null references products on delete cascade,
  position smallint not null,
  name text not null,
  kind text not null check (kind in ('passport', 'certificate', 'instruction', 'safety')),
  file text not null,
  size_bytes int not null check (size_bytes > 0),
  issued_on date,
  primary key (product_id, position)
);

create table product_links (
  product_id int not null references products on delete cascade,
  linked_product_id int not null references products on delete cascade,
  kind text not null check (kind in ('analogue', 'for_job')),
  position smallint not null default 0,
  primary key (product_id, kind, linked_product_id),
  check (product_id <> linked_product_id)
);

create table shorts (
  id int generated always as identity primary key,
  category_id int not null references categories,
  code text not null check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  title text,
  description text,
  text text,
  -- The query string of the list it stands for, e.g. {"osnova": ["123"], "in_stock": ["1"]}.
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  faq jsonb not null default '[]' check (jsonb_typeof(faq) = 'array'),
  position int not null default 0,
  unique (category_id, code)
);

create table actions (
  id int generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  text text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  department_id_1c text references departments
);

create table action_products (
  action_id int not null references actions on delete cascade,
  product_id int not null references products on delete cascade,
  primary key (action_id, product_id)
);
create index action_products_product_id_idx on action_products (product_id);
