create table coupons (
  code text primary key check (code = upper(code) and code ~ '^[0-9A-ZА-ЯЁ-]{3,30}$'),
  kind text not null check (kind in ('percent', 'sum')),
  percent smallint check (percent between 1 and 99),
  sum_kopecks int check (sum_kopecks > 0),
  min_sum_kopecks int not null default 0 check (min_sum_kopecks >= 0),
  category_id int references categories,
  department_id_1c text references departments,
  allows_b2b boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  max_uses int check (max_uses > 0),
  used_count int not null default 0 check (used_count >= 0),
  note text,
  check (kind <> 'percent' or (percent is not null and sum_kopecks is null)),
  check (kind <> 'sum' or (sum_kopecks is not null and percent is null)),
  check (max_uses is null or used_count <= max_uses)
);

create sequence order_numbers start 1000001;

create table orders (
  id uuid primary key,
  number bigint not null unique default nextval('order_numbers'),
  visitor uuid,
  department_id_1c text not null references departments,
  price_column text not null references price_columns,
  state text not null default 'new' check (state in ('new', 'assembling', 'ready', 'in_delivery', 'completed', 'cancelled')),
  payment_state text not null default 'unpaid'
    check (payment_state in ('unpaid', 'pending', 'paid', 'partly_refunded', 'refunded')),
  payment_method text not null check (payment_method in ('on_receipt', 'online', 'invoice', 'credit')),
  contact_name text not null,
  contact_phone text not null check (contact_phone ~ '^\+[0-9]{10,15}$'),
  contact_email text not null,
  company_name text,
  company_inn text check (company_inn ~ '^([0-9]{10}|[0-9]{12})$'),
  receiving_type text not null check (receiving_type in ('pickup', 'delivery')),
  pickup_department_id_1c text references departments,
  delivery_address text,
  delivery_zone_id int references delivery_zones on delete set null,
  delivery_zone_name text,
  delivery_price int check (delivery_price >= 0),
  receiving_date date,
  recipient_name text,
  recipient_phone text check (recipient_phone ~ '^\+[0-9]{10,15}$'),
  replacement_rule text not null default 'call' check (replacement_rule in ('call', 'replace', 'remove')),
  comment text not null default '',
  coupon text references coupons,
  goods_sum bigint not null check (goods_sum >= 0),
  total bigint not null check (total = goods_sum + coalesce(delivery_price, 0)),
  weight_grams bigint not null check (weight_grams >= 0),
  pickup_code text not null check (pickup_code ~ '^[0-9]{6}$'),
  -- SHA-256 of the guest's secret cookie; the uuid alone opens nothing.
  secret_hash bytea,
  short_since timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check ((receiving_type = 'pickup') = (pickup_department_id_1c is not null)),
  check (receiving_type <> 'delivery' or delivery_address is not null)
);
create index orders_state_idx on orders (department_id_1c, state, created_at desc);
create index orders_visitor_idx on orders (visitor);

create table order_lines (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  position smallint not null,
  product_id int not null references products,
  product_idcode text not null,
  name text not null,
  article text,
  unit text not null,
  base_unit text not null,
  factor_base int not null,
  factor_sales int not null,
  price_column text not null,
  store text not null references stores,
  vat_rate smallint not null,
  weight_grams int not null default 0,
  count int not null check (count between 1 and 99999),
  price int not null check (price > 0),
  old_price int,
  discount bigint not null default 0 check (discount >= 0),
  sum bigint not null check (sum = count::bigint * price - discount and sum >= 0),
  unique (order_id, position)
);

create table order_moves (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  at timestamptz not null default now(),
  state text,
  payment_state text,
  who text not null,
  why text not null default '',
  check (state is not null or payment_state is not null)
);
create index order_moves_order_id_idx on order_moves (order_id, id);

-- The same key from the same visitor is the same order (30 days).
create table order_keys (
  visitor uuid not null,
  key text not null check (length(key) between 8 and 200),
  body_hash bytea not null,
  order_id uuid not null references orders on delete cascade,
  created_at timestamptz not null default now(),
  primary key (visitor, key)
);

create table reservations (
  id bigint generated always as identity primary key,
  order_line_id bigint not null references order_lines on delete cascade,
  product_id int not null,
  store text not null,
  count int not null check (count > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  ended_at timestamptz,
  why text check (why in ('cancelled', 'expired', 'handed_over', 'taken_over')),
  check ((ended_at is null) = (why is null))
);
create unique index reservations_open_key on reservations (order_line_id) where ended_at is null;
create index reservations_expiry_idx on reservations (expires_at) where ended_at is null;
create index reservations_stock_idx on reservations (store, product_id) where ended_at is null;
