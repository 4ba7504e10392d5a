-- Columns are named by what stands in them.
alter table onec_packages rename column heard_at to heartbeat_at;
alter table onec_packages rename column told_at to notified_at;
alter table onec_order_files rename column heard_at to heartbeat_at;
alter table onec_orders rename column told_cancelled_at to handed_cancelled_at;
alter table orders rename column purchase_told_at to purchase_reported_at;

-- The functions that name them, or that call a row so.
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prosrc ~ '\m(purchase_told_at|told)\M'
  loop
    execute regexp_replace(
      replace(definition, 'purchase_told_at', 'purchase_reported_at'), '\mtold(?=[.;])', 'm', 'g');
  end loop;
end $$;
