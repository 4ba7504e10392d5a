-- Who took a table of prices and stock, as the other bulk jobs say it. Of earlier ones the audit log knows; '': nobody.
alter table file_imports add column author text not null default '';
update file_imports f set author = l.who
from (
  select distinct on (record_id) record_id, who from audit_log where resource = 'file_imports' order by record_id, id
) l
where l.record_id = f.id::text;
alter table file_imports alter column author drop default;

-- A new batch of codes: for whoever may see it in the list of bulk jobs.
create function tell_office_of_coupon_batches() returns trigger language plpgsql as $function$
begin
  insert into office_messages (message)
  select jsonb_strip_nulls(jsonb_build_object('topic', 'jobs', 'kind', 'coupon-batches',
    'branches', case when told.department_id_1c is not null then to_jsonb(array[told.department_id_1c]) end))::text
  from (select distinct department_id_1c from changed) told;
  return null;
end $function$;

create trigger tell_office_of_new after insert on coupon_batches
  referencing new table as changed for each statement execute function tell_office_of_coupon_batches();
