-- «Готовая ёлка» and other ready sets of /lp/magic: real goods with counts; their sum is what they cost in the branch now.
create table ready_sets (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name text not null check (length(name) between 1 and 120),
  text text not null default '' check (length(text) <= 300),
  position int not null default 0,
  changed_at timestamptz not null default now()
);

create table ready_set_goods (
  set_slug text not null references ready_sets on delete cascade,
  position smallint not null,
  -- The 1C code: it outlives the product's row.
  idcode text not null check (idcode ~ '^[[:alnum:]_.-]{1,50}$'),
  count int not null check (count between 1 and 999),
  primary key (set_slug, position),
  unique (set_slug, idcode)
);
