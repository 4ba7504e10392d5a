-- The shop may lead a field of all goods that one base of 1C feeds.
alter table field_owners
  -- null: whichever base feeds them.
  add node_id integer references onec_nodes (id) on delete cascade,
  add check (product_id is null or node_id is null),
  drop constraint field_owners_product_id_field_key,
  add constraint field_owners_key unique nulls not distinct (product_id, node_id, field);
create index field_owners_node_id_idx on field_owners (node_id);

-- The node whose catalogue a product stands in; null: it is not of 1C, or came by command.
create function node_of_product(product integer) returns integer language sql stable as $$
  select c.node_id
  from products p
  join onec_goods g on g.good_id = split_part(p.id_1c, '#', 1)
  join onec_catalogs c on c.catalog_id_1c = g.catalog_id_1c
  where p.id = product
  order by g.id_1c limit 1
$$;
