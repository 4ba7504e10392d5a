-- Printed codes of /qr/…: where each leads stands here and nowhere else.

create table qr_codes (
  kind text not null check (kind in ('p', 'c')),
  code text not null check (code ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  -- p: the goods of a shelf label, and the point it hangs in; null: whichever branch's host it is opened on.
  product_id int references products on delete cascade,
  department_id_1c text references departments on delete cascade,
  -- c: a page of this shop, and the marks of the campaign.
  target text check (target ~ '^/([^/\\\s][^\\\s]*)?$' and length(target) <= 500),
  utm_source text,
  utm_medium text,
  utm_campaign text,
  ends_at timestamptz,
  note text not null default '',
  created_at timestamptz not null,
  created_by text not null,
  primary key (kind, code),
  check ((kind = 'p') = (product_id is not null)),
  check ((kind = 'c') = (target is not null)),
  check ((kind = 'c') = (utm_source is not null))
);
create unique index qr_codes_product_key on qr_codes (product_id, coalesce(department_id_1c, '')) where kind = 'p';
