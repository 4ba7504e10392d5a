-- Whose catalogues, groups, price types and warehouses were before a package, and what it made of them: a package that
-- is taken back gives them back too. of_node: the node of a price type or a warehouse, 0: of none, and of what is known
-- by its id alone. was, became: the row, null: there was none.
create table onec_owners_before (
  package_id bigint not null references onec_packages on delete cascade,
  kind text not null check (kind in ('catalog', 'group', 'price_type', 'warehouse')),
  of_node integer not null,
  id_1c text collate "C" not null,
  was jsonb,
  became jsonb,
  primary key (package_id, kind, of_node, id_1c),
  check (was is distinct from became)
);
