-- The type of an attribute was changed: with what its values were where the new ones do not say it, so that the change
-- can be taken back as a whole.
create table attribute_type_changes (
  id integer generated always as identity primary key,
  attribute_id integer not null references attributes (id) on delete cascade,
  was text not null check (was in ('text', 'number', 'enum', 'boolean')),
  became text not null check (became in ('text', 'number', 'enum', 'boolean')),
  changed_at timestamptz not null,
  check (was <> became)
);
create index attribute_type_changes_attribute_id_idx on attribute_type_changes (attribute_id, id);

create table attribute_former_values (
  change_id integer not null references attribute_type_changes (id) on delete cascade,
  product_id integer not null references products (id) on delete cascade,
  was jsonb not null,
  -- null: it could not be read, and the product says nothing of the attribute.
  became jsonb,
  primary key (change_id, product_id)
);
create index attribute_former_values_product_id_idx on attribute_former_values (product_id);
