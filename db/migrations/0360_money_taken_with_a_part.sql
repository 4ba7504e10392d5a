-- What was taken for the goods as they left, kopecks: of an order that is paid on receipt in parts, and at one visit.
-- Of parts that left before nothing is known: their money is asked for with the rest, as it was.
alter table orders add column taken_kopecks bigint not null default 0,
  add constraint orders_taken_kopecks_check check (taken_kopecks >= 0);
alter table handovers add column taken_kopecks bigint not null default 0,
  add constraint handovers_taken_kopecks_check check (taken_kopecks >= 0);
-- 1C is not told of it: its own papers say what came.
create or replace function raise_order_revision() returns trigger language plpgsql as $function$
begin
  old.changed_at := new.changed_at;
  old.revision := new.revision;
  old.short_since := new.short_since;
  old.purchase_reported_at := new.purchase_reported_at;
  old.prolonged_at := new.prolonged_at;
  old.email_proved_at := new.email_proved_at;
  old.secret_hash := new.secret_hash;
  old.visitor := new.visitor;
  old.user_id := new.user_id;
  old.assigned_to := new.assigned_to;
  old.taken_kopecks := new.taken_kopecks;
  if new is distinct from old then
    new.revision := new.revision + 1;
  end if;
  return new;
end $function$;
