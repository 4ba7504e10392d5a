-- What the loader of the demonstration wrote: removing it takes away these rows and what hangs on them, and leaves
-- everything else to the shop's owner.
create table demonstration_rows (
  table_name text not null,
  -- The primary key: {"id": 17}.
  key jsonb not null,
  -- Of rows that the owner writes over (the seller, the contact centre): what the demonstration said. A row that says
  -- something else by now is the owner's.
  content jsonb,
  constraint demonstration_rows_pkey primary key (table_name, key)
);
