-- 1C's own id of an order that it names by the shop's number: its papers may name the order by that id.
alter table onec_orders add column id_1c text check (length(id_1c) between 1 and 100);
create unique index onec_orders_id_1c_key on onec_orders (node_id, id_1c);
-- Documents of orders that the shop does not know are told once, and listed.
create index onec_order_log_unknown_idx on onec_order_log (node_id, document) where order_id is null;
