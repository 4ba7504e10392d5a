-- Branches and their pickup points. A branch names one price column and one store; nothing repeats prices per branch.

create table price_columns (
  price_column text primary key check (price_column ~ '^[a-z][a-z0-9_]{0,30}$'),
  name text not null,
  is_b2b boolean not null default false
);

create table stores (
  store text primary key check (store ~ '^store[0-9]+$'),
  name text not null
);

create table departments (
  id_1c text primary key check (id_1c ~ '^[0-9]{5}$' and id_1c <> '00012'),
  parent text not null,
  branch_id_1c text references departments,
  -- Label under MAIN_DOMAIN. The main branch has one too; its label redirects to MAIN_DOMAIN itself.
  domain text not null check (domain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  is_main boolean not null default false,
  name_for_site text collate russian not null,
  city text collate russian not null,
  region text not null,
  names_cases jsonb not null check (
    names_cases ?& array['nominative', 'genitive', 'dative', 'accusative', 'instrumental', 'prepositional']
  ),
  is_pick_up_point boolean not null default false,
  base_price text not null references price_columns,
  b2b_price text references price_columns,
  -- S9-03: 00131 is served from store12, the others from 'store' + id without leading zeros.
  store text not null generated always as (
    case when id_1c = '00131' then 'store12' else 'store' || ltrim(id_1c, '0') end
  ) stored unique references stores,
  address text not null,
  postal_code text check (postal_code ~ '^[1-6][0-9]{5}$'),
  latitude numeric(8, 5),
  longitude numeric(8, 5),
  yandex_map_link text,
  work_time text not null,
  phones jsonb not null check (jsonb_typeof(phones) = 'object'),
  email text,
  time_zone text not null default 'Europe/Moscow',
  storage_days smallint not null default 5 check (storage_days > 0),
  min_order_kopecks int not null default 0 check (min_order_kopecks >= 0),
  verification_code text,
  position int not null default 0,
  unique (id_1c, domain),
  foreign key (branch_id_1c, domain) references departments (id_1c, domain)
);
create unique index departments_branch_domain_key on departments (domain) where branch_id_1c is null and parent = '00046';
create unique index departments_main_key on departments (is_main) where is_main;

-- Minutes from midnight in the department's own zone; weekday 1 = Monday … 7 = Sunday. No row: closed.
create table department_hours (
  department_id_1c text not null references departments on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  opens_minute smallint not null check (opens_minute between 0 and 1439),
  closes_minute smallint not null check (closes_minute between 1 and 1440),
  primary key (department_id_1c, weekday),
  check (closes_minute > opens_minute)
);

create table department_hour_exceptions (
  department_id_1c text not null references departments on delete cascade,
  date date not null,
  opens_minute smallint,
  closes_minute smallint,
  note text,
  primary key (department_id_1c, date),
  check ((opens_minute is null) = (closes_minute is null)),
  check (closes_minute > opens_minute)
);

create table delivery_zones (
  id int generated always as identity primary key,
  department_id_1c text not null references departments on delete cascade,
  name text not null,
  -- Localities as written in an address, lower case, without ё.
  places text[] not null check (cardinality(places) > 0),
  days_min smallint not null check (days_min >= 0),
  days_max smallint not null check (days_max >= days_min),
  position int not null default 0,
  unique (department_id_1c, name)
);

-- The cheapest row whose up_to_grams covers the weight applies; heavier goods are priced by the operator.
create table delivery_zone_rates (
  zone_id int not null references delivery_zones on delete cascade,
  up_to_grams int not null check (up_to_grams > 0),
  price_kopecks int not null check (price_kopecks >= 0),
  vehicle text not null,
  primary key (zone_id, up_to_grams)
);
