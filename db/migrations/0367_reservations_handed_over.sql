-- Whether goods of an order have left, and when the first of a line did.
create index reservations_handed_over_idx on reservations (order_line_id) where why = 'handed_over';
