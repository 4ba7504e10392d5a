-- What a visitor of a department wants to know besides address and hours; a department without a row has none of it.
create table department_details (
  department_id_1c text primary key references departments on delete cascade,
  -- How to find the door, where to leave the car: a sentence or two each.
  way_in text not null default '' check (length(way_in) <= 400),
  parking text not null default '' check (length(parking) <= 400),
  services text[] not null default '{}' check (cardinality(services) <= 20),
  changed_at timestamptz not null
);
