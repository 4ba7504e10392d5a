-- What makes every process read the whole catalogue again is named after what it asks for.
alter function read_catalogue_anew() rename to rebuild_catalogue_index;
alter function read_catalogue_anew_after_truncate() rename to rebuild_catalogue_index_after_truncate;

create or replace function rebuild_catalogue_index_after_truncate() returns trigger language plpgsql as $$
begin
  perform rebuild_catalogue_index();
  return null;
end $$;

alter trigger read_catalogue_anew on action_products rename to rebuild_catalogue_index;
alter trigger read_catalogue_anew on prices rename to rebuild_catalogue_index;
alter trigger read_catalogue_anew on product_categories rename to rebuild_catalogue_index;
alter trigger read_catalogue_anew on products rename to rebuild_catalogue_index;
alter trigger read_catalogue_anew on stock rename to rebuild_catalogue_index;
