-- The key of the filter by rating in addresses of lists: no attribute may have such a code, one that has gets another.
update products set specs = specs - 'rated' || jsonb_build_object('rated_value', specs -> 'rated') where specs ? 'rated';

update attributes set code = 'rated_value' where code = 'rated';

alter table attributes drop constraint attributes_code_is_free;

alter table attributes add constraint attributes_code_is_free check (code <> all (array[
  'category', 'brand', 'action', 'q', 'exact', 'price_from', 'price_to', 'price', 'base_price_from', 'base_price_to',
  'base_price', 'in_stock', 'delivery_tomorrow', 'discounted', 'rated', 'sort', 'page', 'limit', 'from'
]));
