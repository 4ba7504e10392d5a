-- A refused refund that was sent again says so, and stands repeated once: all its repeats name the first of them.
alter table refunds add column repeats uuid references refunds (id) on delete cascade;
create unique index refunds_repeats_idx on refunds (repeats) where state <> 'canceled';
