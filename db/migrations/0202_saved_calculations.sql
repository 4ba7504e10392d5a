-- A saved list may be what a product's calculator came to: whose calculator, and the numbers as they were typed.
alter table saved_lists
  add column calculator_product_id integer references products (id) on delete set null,
  add column calculator_numbers jsonb,
  add constraint saved_lists_calculator_check check (calculator_product_id is null or calculator_numbers is not null),
  add constraint saved_lists_calculator_numbers_check
    check (jsonb_typeof(calculator_numbers) = 'object' and length(calculator_numbers::text) <= 300);
create index saved_lists_calculator_product_id_idx on saved_lists (calculator_product_id)
  where calculator_product_id is not null;
