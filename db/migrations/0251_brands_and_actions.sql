-- What pages of brands and promotions say beside their goods.

alter table brands
  -- Stored path of the sign; null: the name stands for it.
  add column logo text check (logo <> ''),
  add column changed_at timestamptz not null default now();

create table brand_former_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  brand_id int not null references brands on delete cascade
);

-- The shop calls itself a brand's dealer only where a row says so, as long as the paper is good.
create table brand_dealerships (
  brand_id int primary key references brands on delete cascade,
  status text not null check (length(status) between 3 and 120),
  -- Under DATA_DIR/files, as documents of goods.
  file text check (file ~ '^documents/[^/]+$'),
  since date not null,
  until date check (until >= since)
);

alter table actions
  add column organiser text not null default '' check (length(organiser) <= 300),
  -- The full conditions as HTML, sanitised where they are shown; `text` stays the short description.
  add column rules text not null default '',
  -- The mark that the law on advertising asks for: advertiser and token; empty: no advertising of somebody else.
  add column ad_mark text not null default '' check (length(ad_mark) <= 300),
  add column coupon text references coupons on delete set null,
  add column image text check (image <> ''),
  add column changed_at timestamptz not null default now();
create index actions_ends_at_idx on actions (ends_at);

create table action_former_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  action_id int not null references actions on delete cascade
);

create index product_documents_certificate_idx on product_documents (product_id) where kind = 'certificate';
