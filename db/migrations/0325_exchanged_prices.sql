-- Raised when partitions of prices are exchanged: whoever follows the catalogue reads prices and stock again, and
-- nothing else.
alter table catalogue_version add column prices_epoch bigint not null default 0;

create function reread_prices() returns void language sql as $$
  update catalogue_version set prices_epoch = prices_epoch + 1;
$$;
