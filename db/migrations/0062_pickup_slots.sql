-- A point's hours are offered to buyers in slots of so many minutes; null: the point offers no hours.
alter table departments
  add column pickup_slot_minutes smallint default 120,
  add constraint departments_pickup_slot_minutes_check check (pickup_slot_minutes between 30 and 720);
