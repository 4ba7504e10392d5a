-- A held package may be approved without what it switches off, and without single rows that the owner keeps out.
alter table onec_packages
  -- Approved so that nothing is switched off.
  add column keeps_on boolean not null default false;

-- What of a held package is not to be taken. part good: all of a product but its prices and stock; group: a category.
create table onec_kept_out (
  package_id bigint not null references onec_packages(id) on delete cascade,
  part text not null check (part in ('good', 'prices', 'stock', 'group')),
  -- Id of the product or the category.
  record integer not null,
  primary key (package_id, part, record)
);
