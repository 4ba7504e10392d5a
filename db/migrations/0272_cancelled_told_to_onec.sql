-- 1C was last told that the order is cancelled, and since has not confirmed that it lives again: its «Отменён» says
-- nothing new.
alter table onec_orders add column told_cancelled_at timestamptz;
