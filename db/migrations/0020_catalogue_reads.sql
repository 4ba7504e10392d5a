-- Words of the name weigh more than the rest when results are ranked, and a name is found even where search_text is empty.
alter table products alter column search set expression as (
  setweight(to_tsvector('russian', translate(lower(name), 'ё', 'е')), 'A')
  || to_tsvector('russian', translate(lower(search_text), 'ё', 'е'))
);

-- Readers keep categories and attributes in memory and ask only whether this number is still the same.
create table catalogue_version (
  id boolean primary key default true check (id),
  version bigint not null default 1
);
insert into catalogue_version default values;

create function raise_catalogue_version() returns trigger language plpgsql as $$
begin
  update catalogue_version set version = version + 1;
  return null;
end $$;
create trigger raise_catalogue_version after insert or update or delete or truncate on categories
  for each statement execute function raise_catalogue_version();
create trigger raise_catalogue_version after insert or update or delete or truncate on category_former_codes
  for each statement execute function raise_catalogue_version();
create trigger raise_catalogue_version after insert or update or delete or truncate on attributes
  for each statement execute function raise_catalogue_version();
