-- The refusal is of the order's own document: 1C has other goods in the order than the shop. Papers that stand alone end
-- it neither, nor take its place.
alter table onec_orders add column is_disputed boolean not null default false,
  add constraint onec_orders_disputed_refused check (not is_disputed or refused_why is not null);

-- What is on its way is not taken back by a term any more.
update reservations r set expires_at = null from order_lines l join orders o on o.id = l.order_id
where r.order_line_id = l.id and r.ended_at is null and r.expires_at is not null and o.state = 'in_delivery';
