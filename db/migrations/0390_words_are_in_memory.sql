-- Words are looked for in the catalogue in memory (decision 310), an estimate's too. This column and its index were a third of what
-- writing a product cost.
drop index products_search_idx;
alter table products drop column search;
