-- Goods of an order that came back and whose money a till of 1C returns: the shop has no payment of it, and so no
-- refund that would remember them. What was paid in the shop stands in `refunds`.
create table order_returns (
  id bigint generated always as identity primary key,
  order_line_id bigint not null references order_lines on delete cascade,
  count int not null check (count > 0),
  who text not null check (who <> ''),
  note text not null default '',
  at timestamptz not null default now()
);

create index on order_returns (order_line_id);
