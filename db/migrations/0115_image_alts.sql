-- What each picture of a product shows, by its path: for those who do not see it. A picture without words is named by the
-- product and its number.
alter table products add column image_alts jsonb not null default '{}'
  constraint products_image_alts_check check (jsonb_typeof(image_alts) = 'object');
