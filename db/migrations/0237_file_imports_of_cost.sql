-- Tables that hold purchase prices are shown to those alone who may see these.
alter table file_imports add column uses_cost boolean default false not null;

update file_imports i set uses_cost = true
where exists (
  select from file_import_prices p join price_columns c on c.price_column = p.price_column and c.is_cost
  where p.import_id = i.id);
