-- What a return of 1C brought back is kept, so that a later correction of it is seen.
alter table onec_order_documents
  drop constraint onec_order_documents_goods_are_a_shipments,
  add constraint onec_order_documents_goods_moved check (goods is null or kind in ('shipment', 'return'));
