-- Versions, variants of branches and dates of showing of written pages. A draft has no published_at.
alter table pages
  alter column published_at drop not null,
  -- null: for every branch. A branch's own text stands before the common one, whatever its number.
  add column department_id_1c text references departments on delete cascade,
  -- From then on the version is not shown: a text for a season gives way to the one before it.
  add column ends_at timestamptz,
  add column changed_at timestamptz not null default now(),
  add check (ends_at > published_at);

-- A published text binds: consents name it by id. A mistake is corrected by the next version.
create function pages_keep_published() returns trigger language plpgsql as $$
begin
  if old.published_at is not null and (new.slug, new.version, new.title, new.html, new.published_at, new.department_id_1c)
    is distinct from (old.slug, old.version, old.title, old.html, old.published_at, old.department_id_1c) then
    raise exception 'A published version of a page is not changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger pages_keep_published before update on pages for each row execute function pages_keep_published();

-- Asked only when a page would be a 404. Paths are kept lower case, decoded, with the trailing slash.
create table redirects (
  id int generated always as identity primary key,
  from_path text not null check (from_path ~ '^/[^?#\\]*/$' and from_path = lower(from_path) and from_path !~ '^//'),
  department_id_1c text references departments on delete cascade,
  to_path text check (to_path ~ '^/([^/\\]|$)'),
  product_id int references products on delete cascade,
  category_id int references categories on delete cascade,
  status smallint not null default 301 check (status in (301, 302)),
  hits bigint not null default 0,
  last_hit_at timestamptz,
  changed_at timestamptz not null default now(),
  check (num_nonnulls(to_path, product_id, category_id) = 1)
);
create unique index redirects_from_path on redirects (from_path, coalesce(department_id_1c, ''));
create index redirects_product_id_idx on redirects (product_id);
create index redirects_category_id_idx on redirects (category_id);

-- Links of the footer's columns, of the mobile side menu, and those that stand after the four fixed ones of the header (S2-27).
create table menu_links (
  id int generated always as identity primary key,
  place text not null check (place in ('header', 'footer', 'side')),
  -- The footer's column.
  column_title text not null default '' check ((place = 'footer') = (column_title <> '')),
  name text not null check (name <> ''),
  url text not null check (url ~ '^/([^/\\]|$)'),
  -- A symbol of the icon sprite, in the side menu only.
  icon text check (icon ~ '^[a-z0-9-]+$'),
  department_id_1c text references departments on delete cascade,
  starts_at timestamptz,
  ends_at timestamptz,
  position int not null default 0,
  changed_at timestamptz not null default now(),
  check (ends_at > starts_at)
);
create unique index menu_links_key on menu_links (place, url, coalesce(department_id_1c, ''), coalesce(starts_at, '-infinity'));

insert into menu_links (place, column_title, name, url, icon, position) values
('footer', 'Покупателям', 'Доставка', '/delivery/', null, 10),
('footer', 'Покупателям', 'Оплата', '/pay/', null, 11),
('footer', 'Покупателям', 'Помощь с заказом', '/order-help/', null, 12),
('footer', 'Покупателям', 'Возврат и обмен', '/info/returns/', null, 13),
('footer', 'Покупателям', 'Кредит', '/kredit/', null, 14),
('footer', 'Покупателям', 'Карта сайта', '/info/site-map/', null, 15),
('footer', 'Каталог', 'Все категории', '/catalog/', null, 20),
('footer', 'Каталог', 'Акции', '/actions/', null, 21),
('footer', 'Каталог', 'Все скидки', '/catalog/?discounted=1', null, 22),
('footer', 'Каталог', 'Бренды', '/brand/', null, 23),
('footer', 'Каталог', 'Новинки', '/catalog/?sort=new', null, 24),
('footer', 'Каталог', 'Просмотренное', '/viewed/', null, 25),
('footer', 'Каталог', 'Избранное', '/favorites/', null, 26),
('footer', 'Каталог', 'Сравнение', '/compare/', null, 27),
('footer', 'Компания', 'О компании', '/about/', null, 30),
('footer', 'Компания', 'Контакты', '/contacts/', null, 31),
('footer', 'Компания', 'Вакансии', '/vacancy/', null, 32),
('footer', 'Компания', 'Блог', '/blog/', null, 33),
('footer', 'Компания', 'Сотрудничество', '/cooperation/', null, 34),
('footer', 'Компания', 'Правила продажи', '/info/sale-rules/', null, 35),
('footer', 'Карты и бизнес', 'Бонусная карта', '/bonus-card/', null, 40),
('footer', 'Карты и бизнес', 'Карта ИДД', '/idd-card/', null, 41),
('footer', 'Карты и бизнес', 'Бизнес-карта', '/business-card/', null, 42),
('footer', 'Карты и бизнес', 'Профессионалам', '/professionalam/', null, 43),
('footer', 'Карты и бизнес', 'Оферта', '/info/offer/', null, 44),
('footer', 'Карты и бизнес', 'Правила рекомендаций', '/info/recommendations/', null, 45),
('side', '', 'Доставка', '/delivery/', 'truck', 10),
('side', '', 'Оплата', '/pay/', 'wallet', 11),
('side', '', 'Профессионалам', '/professionalam/', 'building-2', 12),
('side', '', 'Акции', '/actions/', 'gift', 13),
('side', '', 'Блог', '/blog/', 'file-text', 14),
('side', '', 'Вакансии', '/vacancy/', 'user-round', 15);

-- What the home page shows and in which look, per branch and dates. The branch's own row stands before the common one, then the later start.
create table home_layouts (
  id int generated always as identity primary key,
  department_id_1c text references departments on delete cascade,
  season text check (season in ('newyear', 'spring')),
  -- Blocks in their order; what is not named is not shown.
  blocks text[] not null,
  -- Codes of root categories that come first among «Популярное в сезон».
  first_categories text[] not null default '{}',
  starts_at timestamptz,
  ends_at timestamptz,
  changed_at timestamptz not null default now(),
  check (ends_at > starts_at)
);
