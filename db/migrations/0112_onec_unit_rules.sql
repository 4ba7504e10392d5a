-- What the owner says of a unit that 1C names; `name`: as the shop would call it without the rule.
create table onec_unit_rules (
  name text collate "C" primary key check (length(name) between 1 and 50),
  unit text not null check (length(unit) between 1 and 50),
  -- false: goods are never sold by it, whatever 1C recounts into it (pallets).
  is_sold boolean not null default true
);

-- Goods that 1C counts in one unit and the shop sells in another, which 1C does not tell.
create table onec_good_units (
  good_id_1c text collate "C" primary key check (length(good_id_1c) between 1 and 250),
  unit text not null check (length(unit) between 1 and 50),
  -- So many base units are one sales unit.
  coefficient numeric(12, 6) not null check (coefficient > 0)
);
