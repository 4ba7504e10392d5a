-- Bases of 1C that were copied from one another use the same ids for different price types and warehouses: each node of
-- the exchange has rows of its own (decision 334). No node: rows of packages that commands imported.
alter table onec_price_types rename column seen_order to id;
alter table onec_price_types
  drop constraint onec_price_types_pkey,
  add primary key (id),
  add column node_id integer references onec_nodes (id) on delete cascade,
  add constraint onec_price_types_node_id_1c_key unique nulls not distinct (node_id, id_1c);
comment on column onec_price_types.id is 'In the order in which they were first seen.';

alter table onec_warehouses
  drop constraint onec_warehouses_pkey,
  add column id integer generated always as identity primary key,
  add column node_id integer references onec_nodes (id) on delete cascade,
  add constraint onec_warehouses_node_id_1c_key unique nulls not distinct (node_id, id_1c);

-- A group stays one for all bases, with its category: the node whose words it bears.
alter table onec_groups add column node_id integer references onec_nodes (id) on delete set null;
create index onec_groups_node_id_idx on onec_groups (node_id);

-- A catalogue without an id has a node like any other now; with one node it can only be that one's.
insert into onec_catalogs (catalog_id_1c, node_id)
select '', min(n.id) from onec_nodes n
where exists (select from onec_goods where catalog_id_1c = '')
having count(*) = 1;

-- Who owns goods now: nodes, and nobody where a catalogue came by command.
create temp table owners on commit drop as
  select distinct c.node_id from (select distinct catalog_id_1c from onec_goods) g left join onec_catalogs c using (catalog_id_1c);
insert into owners select min(id) from onec_nodes where not exists (select from owners) having count(*) = 1;

-- One owner: all of it is theirs.
update onec_price_types set node_id = (select node_id from owners) where (select count(*) from owners) = 1;
update onec_warehouses set node_id = (select node_id from owners) where (select count(*) from owners) = 1;
update onec_groups set node_id = (select node_id from owners) where (select count(*) from owners) = 1 and id_1c <> '#other';

-- Several: to each what its offers name, as it was mapped until now, and what none names.
create temp table used on commit drop as
  select distinct 'price_type' as kind, c.node_id, named.id
  from onec_offers o join onec_goods g on g.good_id = o.good_id left join onec_catalogs c on c.catalog_id_1c = g.catalog_id_1c,
    json_object_keys(case when json_typeof(o.prices) = 'object' then o.prices end) as named (id)
  where (select count(*) from owners) > 1
  union
  select distinct 'warehouse', c.node_id, named.id
  from onec_offers o join onec_goods g on g.good_id = o.good_id left join onec_catalogs c on c.catalog_id_1c = g.catalog_id_1c,
    jsonb_object_keys(case when jsonb_typeof(o.rests) = 'object' then o.rests end) as named (id)
  where (select count(*) from owners) > 1;

insert into used
select 'price_type', o.node_id, t.id_1c from onec_price_types t, owners o
where (select count(*) from owners) > 1 and t.id_1c not in (select id from used where kind = 'price_type')
union all
select 'warehouse', o.node_id, w.id_1c from onec_warehouses w, owners o
where (select count(*) from owners) > 1 and w.id_1c not in (select id from used where kind = 'warehouse');

insert into onec_price_types (node_id, id_1c, name, currency, price_column, target, is_manual)
select u.node_id, t.id_1c, t.name, t.currency, t.price_column, t.target, t.is_manual
from onec_price_types t join used u on u.kind = 'price_type' and u.id = t.id_1c
where u.node_id is not null
order by t.id, u.node_id;
delete from onec_price_types t
where node_id is null and (select count(*) from owners) > 1
  and not exists (select from used u where u.kind = 'price_type' and u.id = t.id_1c and u.node_id is null);

insert into onec_warehouses (node_id, id_1c, name, address, store, is_manual)
select u.node_id, w.id_1c, w.name, w.address, w.store, w.is_manual
from onec_warehouses w join used u on u.kind = 'warehouse' and u.id = w.id_1c
where u.node_id is not null
order by w.id, u.node_id;
delete from onec_warehouses w
where node_id is null and (select count(*) from owners) > 1
  and not exists (select from used u where u.kind = 'warehouse' and u.id = w.id_1c and u.node_id is null);

-- A group that goods of one owner name is that one's; the first node that describes any other takes it.
update onec_groups g set node_id = named.node_id
from (
  select n.id, min(c.node_id) as node_id
  from onec_goods o left join onec_catalogs c using (catalog_id_1c),
    json_array_elements_text(case when json_typeof(o.data -> 'groups') = 'array' then o.data -> 'groups' end) as n (id)
  where (select count(*) from owners) > 1
  group by n.id having count(distinct coalesce(c.node_id, 0)) = 1
) named
where named.id = g.id_1c and g.id_1c <> '#other';

-- What staff have asked for and is not done yet names its row by the node too.
update onec_staff_jobs j set params = j.params || jsonb_build_object('node_id',
  (select t.node_id from onec_price_types t where t.id_1c = j.params ->> 'id' order by t.id limit 1))
where j.kind = 'price_type' and j.finished_at is null;
update onec_staff_jobs j set params = j.params || jsonb_build_object('node_id',
  (select w.node_id from onec_warehouses w where w.id_1c = j.params ->> 'id' order by w.id limit 1))
where j.kind = 'warehouse' and j.finished_at is null;
