-- The key of the filter «Доставка завтра» in addresses of lists: no attribute may have such a code.
alter table attributes drop constraint attributes_code_is_free;
alter table attributes add constraint attributes_code_is_free check (code <> all (array[
  'category', 'brand', 'action', 'q', 'exact', 'price_from', 'price_to', 'price', 'base_price_from', 'base_price_to',
  'base_price', 'in_stock', 'delivery_tomorrow', 'discounted', 'sort', 'page', 'limit', 'from'
]));
