-- What is known of orders belongs to a node that there is.
alter table onec_order_queries add foreign key (node_id) references onec_nodes;
alter table onec_orders add foreign key (node_id) references onec_nodes;
alter table onec_order_log add foreign key (node_id) references onec_nodes;
alter table onec_order_documents add foreign key (node_id) references onec_nodes;
alter table onec_order_branches add foreign key (node_id) references onec_nodes;
