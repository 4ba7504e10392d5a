-- The firm of an ИНН given at sign-up is added at once.
alter table users drop column wanted_inn;
