-- Codes, hashes and addresses are compared for equality and looked up, never shown in order: by bytes, not as Russian words. Placing them in their
-- indexes was a tenth of what a first import asks of the database.
alter table products
  alter column id_1c type text collate "C",
  alter column catalog_id_1c type text collate "C",
  alter column idcode type text collate "C",
  alter column slug type text collate "C",
  alter column barcode type text collate "C";
alter table models alter column id_1c type text collate "C";
alter table onec_goods drop column good_id;
alter table onec_goods
  alter column id_1c type text collate "C",
  alter column catalog_id_1c type text collate "C",
  alter column hash type text collate "C";
alter table onec_offers drop column good_id;
alter table onec_offers
  alter column id_1c type text collate "C",
  alter column catalog_id_1c type text collate "C",
  alter column hash type text collate "C",
  alter column prices_hash type text collate "C",
  alter column rests_hash type text collate "C";
alter table onec_goods
  add column good_id text collate "C" not null generated always as (split_part(id_1c, '#', 1)) stored;
create index on onec_goods (good_id);
alter table onec_offers
  add column good_id text collate "C" not null generated always as (split_part(id_1c, '#', 1)) stored;
create index on onec_offers (good_id);

-- Prices as 1C sent them are read whole like descriptions; only those that change are taken apart, while they are merged.
alter table onec_offers alter column prices type json using prices::json;

-- A product's prices in all columns are found by the primary key, and so is one column's: one index less for each partition that is written anew.
alter table prices drop constraint prices_pkey, add primary key (product_id, price_column);
drop index prices_product_id_idx;
