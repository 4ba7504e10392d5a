-- Anybody may name any address in an order. When the button behind the link of the order's own e-mail was pressed: the address is the buyer's.
-- Orders confirmed before this migration count as not proved: their e-mails may wait for ten minutes.
alter table orders add column email_proved_at timestamptz;

-- The branch is written to about changes of one order at most once in ten minutes too: what waits is kept by its reader.
alter table waiting_order_emails
  add column reader text not null default 'buyer' check (reader in ('buyer', 'branch')),
  drop constraint waiting_order_emails_pkey,
  add primary key (order_id, reader, event);
alter table waiting_order_emails alter column reader drop default;
