-- What a good or an offer is called and says of itself is kept as it came: it is read whole, and taking it apart for storage and putting it
-- together again was a sixth of a first import. Prices and rests stay jsonb: packages are merged into them key by key.
alter table onec_goods alter column data type json using data::json;
alter table onec_offers alter column data type json using data::json;

-- Filters are answered from the catalogue in memory (decision 300); no statement looks for a product by its values.
drop index products_facets_idx;
