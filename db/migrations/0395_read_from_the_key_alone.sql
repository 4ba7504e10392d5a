-- What a product is linked with, and its tiers, are read from the index alone: in a large shop the row behind each entry is a page that nobody has read yet.
alter table product_links drop constraint product_links_pkey,
  add constraint product_links_pkey primary key (product_id, kind, linked_product_id) include (position);
alter table price_tiers drop constraint price_tiers_pkey,
  add constraint price_tiers_pkey primary key (price_column, product_id, from_count) include (price);
