-- Money that 1C sent back to a buyer is kept by its paper: sent again, it ends no second refund of the same sum.
alter table onec_order_documents
  drop constraint onec_order_documents_kind_check,
  add constraint onec_order_documents_kind_check check (kind in ('payment', 'shipment', 'return', 'money_back')),
  drop constraint onec_order_documents_money_is_a_payments,
  add constraint onec_order_documents_money_is_a_payments
    check ((amount is not null) = (coalesce(kind, '') in ('payment', 'money_back')));
