-- Values of filters and brands are kept in memory under the same number.
create trigger raise_catalogue_version after insert or update or delete or truncate on attribute_values
  for each statement execute function raise_catalogue_version();
create trigger raise_catalogue_version after insert or update or delete or truncate on brands
  for each statement execute function raise_catalogue_version();
