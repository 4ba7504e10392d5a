-- A filter «sort» could not be told from the order of a list in its address.
update products set specs = (specs - 'sort') || jsonb_build_object('sortnost', specs -> 'sort') where specs ? 'sort';
update attributes set code = 'sortnost' where code = 'sort';
alter table attributes add constraint attributes_code_is_free check (code not in (
  'category', 'brand', 'action', 'q', 'exact', 'price_from', 'price_to', 'price', 'base_price_from', 'base_price_to', 'base_price', 'in_stock',
  'discounted', 'sort', 'page', 'limit', 'from'
));
