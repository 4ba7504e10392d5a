-- Two bases of 1C have two types for the same retail price: both may feed one column, and the type chosen by the owner, else the
-- one seen first, is asked first.
alter table onec_price_types drop constraint onec_price_types_price_column_target_key;
alter table onec_price_types add column seen_order int not null generated always as identity;
