-- Bases of 1C that were filled again: goods took other ids. What packages up to `last_package` changed is told by the
-- former ids and cannot be taken back any more.
create table onec_rekeys (
  id integer generated always as identity primary key,
  done_at timestamptz not null default now(),
  matched_by text not null check (matched_by in ('article', 'barcode')),
  goods integer not null check (goods > 0),
  last_package bigint not null
);
