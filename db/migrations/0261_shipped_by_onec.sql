-- When 1C first said that goods of the order left: its own stock is without them from then on.
alter table onec_orders add column shipped_at timestamptz;
