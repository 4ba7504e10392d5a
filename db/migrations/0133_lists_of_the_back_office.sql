-- Lists of the back office: orders at work, money newest first, what did not fit.
create index orders_active_idx on orders (state, receiving_date) where state in ('new', 'assembling', 'ready', 'in_delivery');
create index orders_short_idx on orders (created_at desc) where short_since is not null;
create index refunds_created_at_idx on refunds (created_at desc, id);
create index receipts_created_at_idx on receipts (created_at desc, id);
create index payment_events_problem_idx on payment_events (id desc) where problem is not null;
