-- How many orders a slot of a delivery zone takes on one day; null: the owner does not bound it.
alter table delivery_slots
  add column places smallint,
  add constraint delivery_slots_places_check check (places > 0);

create index orders_delivery_slot_idx on orders (delivery_zone_id, receiving_date, receiving_from)
  where delivery_zone_id is not null and receiving_from is not null and state <> 'cancelled';

-- Orders of a slot with places come in one after the other: whoever waited for the lock counts those before it, in a
-- snapshot of its own. Whoever leaves a slot locks nothing, so that orders never wait for each other in a circle.
create function take_delivery_slot() returns trigger language plpgsql as $$
declare
  most smallint;
begin
  select places into most from delivery_slots
  where zone_id = new.delivery_zone_id and opens_minute = new.receiving_from and places is not null
  for no key update;
  if most < (
    select count(*) from orders
    where delivery_zone_id = new.delivery_zone_id and receiving_date = new.receiving_date
      and receiving_from = new.receiving_from and state <> 'cancelled'
  ) then
    raise exception 'slot % of zone % is taken on %', new.receiving_from, new.delivery_zone_id, new.receiving_date
      using errcode = 'check_violation', constraint = 'delivery_slot_places';
  end if;
  return null;
end $$;

create trigger take_delivery_slot after insert on orders for each row
  when (new.delivery_zone_id is not null and new.receiving_from is not null and new.state <> 'cancelled')
  execute function take_delivery_slot();
create trigger take_another_delivery_slot
  after update of delivery_zone_id, receiving_date, receiving_from, state on orders for each row
  when (
    new.delivery_zone_id is not null and new.receiving_from is not null and new.state <> 'cancelled'
    and (
      old.delivery_zone_id is distinct from new.delivery_zone_id or old.receiving_date is distinct from new.receiving_date
      or old.receiving_from is distinct from new.receiving_from or old.state = 'cancelled'
    )
  )
  execute function take_delivery_slot();
