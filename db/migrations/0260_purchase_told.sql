-- When the counter of visits was told of the order (S7-28): once, whichever browser, tab or reload asks first.
alter table orders add column purchase_told_at timestamptz;
