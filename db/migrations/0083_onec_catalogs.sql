-- Which node feeds which catalogue: the one that sent it first, for as long as it is switched on.
create table onec_catalogs (
  catalog_id_1c text collate "C" primary key,
  node_id integer not null references onec_nodes(id) on delete cascade
);
create index onec_catalogs_node_id_idx on onec_catalogs (node_id);
