-- How many months the warranty of a line lasts, as the catalogue said when the line was ordered; null: it knew none.
alter table order_lines add column warranty_months integer,
  add constraint order_lines_warranty_months_check check (warranty_months between 1 and 1200) not valid;
