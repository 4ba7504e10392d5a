-- Invoices that wait for money are listed and counted for the accountant: few among all orders.
create index orders_unpaid_invoices_idx on orders (created_at)
  where payment_method = 'invoice' and payment_state in ('unpaid', 'pending') and state <> 'cancelled';
