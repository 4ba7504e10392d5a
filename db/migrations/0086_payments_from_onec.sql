-- The money of a payment that 1C tells of in documents: parts of it pay an order together.
alter table onec_order_documents add column amount bigint
  constraint onec_order_documents_amount_check check (amount >= 0);
