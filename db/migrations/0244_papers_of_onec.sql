-- Payments and shipments of 1C are corrected and taken back: what each said last is kept. `kind` is null for papers
-- taken before, of which the goods are not known.
alter table onec_order_documents
  add column kind text constraint onec_order_documents_kind_check check (kind in ('payment', 'shipment', 'return')),
  -- Unposted or marked for deletion: it counts no more.
  add column withdrawn_at timestamptz,
  -- What a shipment took along, [{product_id, count}]; null: the whole order.
  add column goods jsonb constraint onec_order_documents_goods_check check (jsonb_typeof(goods) = 'array'),
  -- The payment that it made the order paid by, with the others of that id.
  add column payment_id uuid references payments on delete set null,
  add constraint onec_order_documents_money_is_a_payments check ((amount is not null) = (coalesce(kind, '') = 'payment')) not valid,
  add constraint onec_order_documents_goods_are_a_shipments check (goods is null or kind = 'shipment'),
  add constraint onec_order_documents_withdrawn_pays_nothing check (payment_id is null or (kind = 'payment' and withdrawn_at is null));

create index onec_order_documents_payment_id_idx on onec_order_documents (payment_id) where payment_id is not null;

update onec_order_documents set kind = 'payment' where amount is not null;

alter table onec_order_documents validate constraint onec_order_documents_money_is_a_payments;

update onec_order_documents d set payment_id = p.id
from payments p
where d.kind = 'payment' and p.order_id = d.order_id and p.provider = 'account' and p.state = 'succeeded'
  and p.started_by = 'магазин'
  and p.amount = (
    select sum(o.amount) from onec_order_documents o where o.order_id = d.order_id and o.node_id = d.node_id);

-- The goods of an order as it was handed over last, and as the base surely has them: whoever changed them since is seen
-- by comparing. Where nothing waits the base has what the order is.
alter table onec_orders
  add column handed_goods jsonb constraint onec_orders_handed_goods_check check (jsonb_typeof(handed_goods) = 'object'),
  add column known_goods jsonb constraint onec_orders_known_goods_check check (jsonb_typeof(known_goods) = 'object');

update onec_orders x set known_goods = g.goods, handed_goods = g.goods
from orders o, lateral (
  select jsonb_build_object('lines', coalesce(jsonb_agg(jsonb_build_object('product_id', l.product_id, 'count', l.count,
    'sum', l.sum) order by l.position), '[]'), 'delivery_price', o.delivery_price, 'carrying_price', o.carrying_price) as goods
  from order_lines l where l.order_id = o.id) g
where o.id = x.order_id and x.confirmed_revision = o.revision;

-- Money that went back in part, or that has a receipt, came: such a payment is not taken back.
create function refuse_undoing_payment() returns trigger language plpgsql as $$
begin
  if exists (select from refunds where payment_id = new.id and state <> 'canceled')
    or exists (select from receipts where payment_id = new.id and state <> 'canceled') then
    raise exception 'a payment with a refund or a receipt stays';
  end if;
  return new;
end $$;

create trigger payment_stays before update of state on payments for each row
  when (old.state = 'succeeded' and new.state <> 'succeeded') execute function refuse_undoing_payment();
