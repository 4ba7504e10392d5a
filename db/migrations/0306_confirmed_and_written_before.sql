-- In this session of exchange the base has confirmed a change that the shop had made: what it sends in the same one may
-- have been written before. `former_goods`: what it had until then, null: the goods did not change; `was_cancelled`: it
-- had been told that the order is cancelled.
alter table onec_orders
  add column caught_up_in uuid,
  add column former_goods jsonb constraint onec_orders_former_goods_check check (jsonb_typeof(former_goods) = 'object'),
  add column was_cancelled boolean not null default false;
