-- The transfer document (УПД) of each shipment: `part` counts the shipments of an order. Its number is the seller's own,
-- without gaps within a year; a correction keeps it. Delivery notes of before stay as they were issued.
alter table documents
  add column part integer not null default 1 check (part > 0),
  add column year integer check (year between 2000 and 2200),
  add column number integer check (number > 0),
  drop constraint documents_pkey,
  add constraint documents_pkey primary key (order_id, kind, part, revision),
  drop constraint documents_kind_check,
  add constraint documents_kind_check check (kind in ('invoice', 'upd', 'delivery_note')),
  add constraint documents_part_of_upd_check check (part = 1 or kind = 'upd'),
  add constraint documents_number_of_upd_check check (num_nulls(year, number) = case kind when 'upd' then 0 else 2 end);

create unique index documents_number_key on documents (kind, year, number, revision) where number is not null;

create table document_numbers (
  kind text not null check (kind = 'upd'),
  year integer not null,
  last integer not null check (last > 0),
  primary key (kind, year)
);

-- Whose papers name no VAT: the seller is free of it (УСН, ст. 145 НК).
alter table seller_requisites add column is_vat_payer boolean not null default true;
