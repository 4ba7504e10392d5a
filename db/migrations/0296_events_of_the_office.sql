-- What open screens of the back office are told: that something changed, of which branch, never what it became.
-- Whoever listens asks the ordinary calls again. Messages wait here for a moment instead of being sent at once:
-- PostgreSQL lets one transaction at a time commit with a NOTIFY, and orders would wait for each other's disk. A web
-- process that has a listener passes them on (modules/staff/office-events.ts).
create unlogged table office_messages (
  id bigint generated always as identity primary key,
  message text not null,
  at timestamptz not null default now()
);

-- Orders: a branch hears of those that it took and of those that are picked up at its points; `point`: an active one
-- is picked up there, or was before.
create function tell_office_of_orders() returns trigger language plpgsql as $function$
begin
  insert into office_messages (message)
  select told.message from (
    select distinct jsonb_build_object('topic', 'orders',
      'branches', to_jsonb(array_remove(array[o.department_id_1c, p.at], null)),
      'point', case when o.state in ('new', 'assembling', 'ready', 'in_delivery') then p.at end,
      -- Of many at once the branch is enough.
      'record', case when o.among <= 100 then o.id end)::text as message
    from (
      select id, department_id_1c, pickup_department_id_1c, state, count(*) over () as among from changed
    ) o
    left join lateral (
      select coalesce(d.branch_id_1c, d.id_1c) as at from departments d where d.id_1c = o.pickup_department_id_1c
    ) p on true
  ) told;
  return null;
end $function$;

-- Twice of an update: the former row says who is to take it off the screen.
create trigger tell_office_of_new after insert on orders
  referencing new table as changed for each statement execute function tell_office_of_orders();
create trigger tell_office_of_changed after update on orders
  referencing new table as changed for each statement execute function tell_office_of_orders();
create trigger tell_office_of_former after update on orders
  referencing old table as changed for each statement execute function tell_office_of_orders();

-- What stands on the page of an order, in a row with its `order_id`; the first argument is the topic.
create function tell_office_of_order_parts() returns trigger language plpgsql as $function$
begin
  insert into office_messages (message)
  select told.message from (
    select distinct jsonb_build_object('topic', tg_argv[0],
      'branches', to_jsonb(array_remove(array[o.department_id_1c, p.at], null)),
      'point', case when o.state in ('new', 'assembling', 'ready', 'in_delivery') then p.at end,
      'record', case when c.among <= 100 then o.id end)::text as message
    from (select order_id, count(*) over () as among from changed) c join orders o on o.id = c.order_id
    left join lateral (
      select coalesce(d.branch_id_1c, d.id_1c) as at from departments d where d.id_1c = o.pickup_department_id_1c
    ) p on true
  ) told;
  return null;
end $function$;

create trigger tell_office_of_new after insert on order_arrivals
  referencing new table as changed for each statement execute function tell_office_of_order_parts('orders');
create trigger tell_office_of_new after insert on order_notes
  referencing new table as changed for each statement execute function tell_office_of_order_parts('orders');
create trigger tell_office_of_new after insert on order_proposals
  referencing new table as changed for each statement execute function tell_office_of_order_parts('orders');
create trigger tell_office_of_changed after update on order_proposals
  referencing new table as changed for each statement execute function tell_office_of_order_parts('orders');
create trigger tell_office_of_new after insert on payments
  referencing new table as changed for each statement execute function tell_office_of_order_parts('payments');
create trigger tell_office_of_changed after update on payments
  referencing new table as changed for each statement execute function tell_office_of_order_parts('payments');

create function tell_office_of_payment_parts() returns trigger language plpgsql as $function$
begin
  insert into office_messages (message)
  select told.message from (
    select distinct jsonb_build_object('topic', 'payments',
      'branches', to_jsonb(array_remove(array[o.department_id_1c, p.at], null)),
      'record', case when c.among <= 100 then o.id end)::text as message
    from (select payment_id, count(*) over () as among from changed) c
    join payments y on y.id = c.payment_id join orders o on o.id = y.order_id
    left join lateral (
      select coalesce(d.branch_id_1c, d.id_1c) as at from departments d where d.id_1c = o.pickup_department_id_1c
    ) p on true
  ) told;
  return null;
end $function$;

create trigger tell_office_of_new after insert on refunds
  referencing new table as changed for each statement execute function tell_office_of_payment_parts();
create trigger tell_office_of_changed after update on refunds
  referencing new table as changed for each statement execute function tell_office_of_payment_parts();
create trigger tell_office_of_new after insert on receipts
  referencing new table as changed for each statement execute function tell_office_of_payment_parts();
create trigger tell_office_of_changed after update on receipts
  referencing new table as changed for each statement execute function tell_office_of_payment_parts();

-- Rows of a branch; the first argument is the topic.
create function tell_office_of_branches() returns trigger language plpgsql as $function$
begin
  insert into office_messages (message)
  select jsonb_build_object('topic', tg_argv[0], 'branches', to_jsonb(array[told.department_id_1c]))::text
  from (select distinct department_id_1c from changed) told;
  return null;
end $function$;

create trigger tell_office_of_new after insert on tickets
  referencing new table as changed for each statement execute function tell_office_of_branches('requests');
create trigger tell_office_of_changed after update on tickets
  referencing new table as changed for each statement execute function tell_office_of_branches('requests');
create trigger tell_office_of_new after insert on reviews
  referencing new table as changed for each statement execute function tell_office_of_branches('requests');
create trigger tell_office_of_changed after update on reviews
  referencing new table as changed for each statement execute function tell_office_of_branches('requests');
create trigger tell_office_of_new after insert on product_questions
  referencing new table as changed for each statement execute function tell_office_of_branches('requests');
create trigger tell_office_of_changed after update on product_questions
  referencing new table as changed for each statement execute function tell_office_of_branches('requests');

-- Rows that are common to all branches; the arguments are the topic and, of jobs, their kind.
create function tell_office() returns trigger language plpgsql as $function$
begin
  insert into office_messages (message)
  values (jsonb_strip_nulls(jsonb_build_object('topic', tg_argv[0], 'kind', tg_argv[1]))::text);
  return null;
end $function$;

create trigger tell_office after insert or update on companies
  for each statement execute function tell_office('customers');
create trigger tell_office after insert or update on onec_packages
  for each statement execute function tell_office('onec');
create trigger tell_office after insert or update on onec_staff_jobs
  for each statement execute function tell_office('jobs', 'onec');
create trigger tell_office after insert or update on goods_imports
  for each statement execute function tell_office('jobs', 'goods-imports');
create trigger tell_office after update on goods_import_rows
  for each statement execute function tell_office('jobs', 'goods-imports');

-- Prices: of the branches that sell by the columns; plans and tables with purchase prices only for who may know them.
create function tell_office_of_plans(plans integer[]) returns void language sql as $function$
  insert into office_messages (message)
  select jsonb_build_object('topic', 'jobs', 'kind', 'price-plans', 'is_cost', p.uses_cost, 'branches', coalesce((
    select jsonb_agg(d.id_1c order by d.id_1c) from departments d
    where d.branch_id_1c is null and (d.base_price = any(p.columns) or d.b2b_price = any(p.columns))), '[]'))::text
  from price_plans p where p.id = any(plans)
$function$;

create function tell_office_of_price_plans() returns trigger language plpgsql as $function$
begin
  perform tell_office_of_plans(array(select id from changed));
  return null;
end $function$;

create function tell_office_of_price_plan_rows() returns trigger language plpgsql as $function$
begin
  perform tell_office_of_plans(array(select distinct plan_id from changed));
  return null;
end $function$;

create trigger tell_office_of_new after insert on price_plans
  referencing new table as changed for each statement execute function tell_office_of_price_plans();
create trigger tell_office_of_changed after update on price_plans
  referencing new table as changed for each statement execute function tell_office_of_price_plans();
create trigger tell_office_of_changed after update on price_plan_rows
  referencing new table as changed for each statement execute function tell_office_of_price_plan_rows();

create function tell_office_of_file_import() returns trigger language plpgsql as $function$
begin
  insert into office_messages (message)
  values (jsonb_build_object('topic', 'jobs', 'kind', 'file-imports', 'is_cost', new.uses_cost)::text);
  return null;
end $function$;

create trigger tell_office after insert or update on file_imports
  for each row execute function tell_office_of_file_import();

-- Whose streams end at once: of a session that is over or acts as a customer now, of a person whose rights changed.
create function tell_office_of_sessions() returns trigger language plpgsql as $function$
begin
  perform pg_notify('office', jsonb_build_object('ends_session', old.id)::text)
  where exists (select from staff where user_id = old.user_id);
  return null;
end $function$;

create trigger tell_office_of_ended after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_office_of_sessions();
create trigger tell_office_of_gone after delete on sessions for each row
  when (old.ended_at is null) execute function tell_office_of_sessions();

create function tell_office_of_acting() returns trigger language plpgsql as $function$
begin
  perform pg_notify('office', jsonb_build_object('ends_session', new.session_id)::text);
  return null;
end $function$;

create trigger tell_office_of_new after insert on acting_sessions
  for each row execute function tell_office_of_acting();

create function tell_office_of_staff() returns trigger language plpgsql as $function$
begin
  perform pg_notify('office', jsonb_build_object('ends_person', old.user_id)::text);
  return null;
end $function$;

-- Not of `totp_step`, which every entering of a code moves.
create trigger tell_office_of_changed after update of roles, departments, dismissed_at on staff
  for each row execute function tell_office_of_staff();
create trigger tell_office_of_gone after delete on staff for each row execute function tell_office_of_staff();
