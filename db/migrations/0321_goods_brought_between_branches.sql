-- Out of which other branches a branch brings goods for its buyers, and in how many days; without a row nothing is said.
create table branch_transfers (
  department_id_1c text not null references departments (id_1c) on delete cascade,
  from_id_1c text not null references departments (id_1c) on delete cascade,
  days_min smallint not null check (days_min between 1 and 60),
  days_max smallint not null,
  primary key (department_id_1c, from_id_1c),
  check (department_id_1c <> from_id_1c),
  check (days_max between days_min and 60)
);
create index branch_transfers_from on branch_transfers (from_id_1c);
