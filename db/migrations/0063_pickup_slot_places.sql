-- How many orders a slot of a point's hours takes on one day; null: the owner does not bound it.
alter table departments
  add column pickup_slot_places smallint,
  add constraint departments_pickup_slot_places_check check (pickup_slot_places > 0);

create index orders_pickup_slot_idx on orders (pickup_department_id_1c, receiving_date, receiving_from)
  where pickup_department_id_1c is not null and receiving_from is not null and state <> 'cancelled';

-- As take_delivery_slot(): whoever waited for the lock counts those before it.
create function take_pickup_slot() returns trigger language plpgsql as $$
declare
  most smallint;
begin
  select pickup_slot_places into most from departments
  where id_1c = new.pickup_department_id_1c and pickup_slot_places is not null
  for no key update;
  if most < (
    select count(*) from orders
    where pickup_department_id_1c = new.pickup_department_id_1c and receiving_date = new.receiving_date
      and receiving_from = new.receiving_from and state <> 'cancelled'
  ) then
    raise exception 'slot % of point % is taken on %', new.receiving_from, new.pickup_department_id_1c, new.receiving_date
      using errcode = 'check_violation', constraint = 'pickup_slot_places';
  end if;
  return null;
end $$;

create trigger take_pickup_slot after insert on orders for each row
  when (new.pickup_department_id_1c is not null and new.receiving_from is not null and new.state <> 'cancelled')
  execute function take_pickup_slot();
create trigger take_another_pickup_slot
  after update of pickup_department_id_1c, receiving_date, receiving_from, state on orders for each row
  when (
    new.pickup_department_id_1c is not null and new.receiving_from is not null and new.state <> 'cancelled'
    and (
      old.pickup_department_id_1c is distinct from new.pickup_department_id_1c or old.receiving_date is distinct from new.receiving_date
      or old.receiving_from is distinct from new.receiving_from or old.state = 'cancelled'
    )
  )
  execute function take_pickup_slot();
