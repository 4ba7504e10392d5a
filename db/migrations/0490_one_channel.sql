-- One channel for all that processes tell each other of changes: that rows of the catalogue changed is said where invalidations are said.
create or replace function say_catalogue_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('invalidated', '["revision"]');
  return null;
end $$;
