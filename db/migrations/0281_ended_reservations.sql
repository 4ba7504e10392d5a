-- The stock screen shows the last reservations of a product that ended, and why.
create index reservations_ended_idx on reservations (product_id, ended_at desc) where ended_at is not null;
