-- What the owner says of a property of 1C; what is null stays as 1C says.
create table onec_property_rules (
  property_id_1c text primary key references onec_properties (id_1c) on update cascade on delete cascade,
  is_hidden boolean not null default false,
  -- Its values are values of that property's attribute.
  into_id_1c text references onec_properties (id_1c) on update cascade on delete cascade,
  name text check (length(name) between 1 and 250),
  type text check (type in ('text', 'number', 'enum', 'boolean')),
  unit text check (length(unit) between 1 and 50),
  group_name text check (length(group_name) between 1 and 100),
  filter text check (filter in ('values', 'range', 'none')),
  position integer check (position between 0 and 100000),
  constraint onec_property_rules_check check (
    into_id_1c <> property_id_1c and not (is_hidden and into_id_1c is not null)
    and ((not is_hidden and into_id_1c is null) or num_nonnulls(name, type, unit, group_name, filter, position) = 0))
);
create index onec_property_rules_into_id_1c_idx on onec_property_rules (into_id_1c);

-- Texts of a property's values that are shown as another one, or not at all (null).
create table onec_value_rules (
  property_id_1c text not null references onec_properties (id_1c) on update cascade on delete cascade,
  -- In lower case, with single spaces.
  value text collate "C" not null check (length(value) between 1 and 250),
  shown text check (length(shown) between 1 and 250),
  primary key (property_id_1c, value)
);

-- A base that is filled again has other ids for the same properties.
alter table onec_property_values drop constraint onec_property_values_property_id_1c_fkey;
alter table onec_property_values add constraint onec_property_values_property_id_1c_fkey
  foreign key (property_id_1c) references onec_properties (id_1c) on update cascade on delete cascade;
