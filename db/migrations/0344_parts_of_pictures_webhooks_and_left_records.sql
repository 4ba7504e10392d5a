-- Of a picture of 1C: how long its last part is, and which parts were the same as the one before them.
alter table onec_files
  add column last_part_bytes bigint default 0 not null check (last_part_bytes >= 0),
  add column repeats jsonb default '[]' not null check (jsonb_typeof(repeats) = 'array');

-- An order is of the branch that it was placed in and of the branch where it is picked up (src/modules/orders/branch-scope.ts).
create function branches_of_order(placed_in text, picked_up_at text) returns text[]
language sql stable as $$
  select array_remove(
    array[placed_in, (select coalesce(d.branch_id_1c, d.id_1c) from departments d where d.id_1c = picked_up_at)], null)
$$;

drop function note_webhook_event(text, uuid, timestamptz, text, text, text);

-- `branches`: whose webhooks hear of it, beside those of all branches.
create function note_webhook_event(
  event text, order_id uuid, at timestamptz, state text, payment_state text, branches text[]
) returns void language plpgsql as $$
begin
  with wanted as (
    select w.id from webhooks w
    where w.is_on and note_webhook_event.event = any(w.events)
      and (w.department_id_1c is null or w.department_id_1c = any(branches))
  ), made as (
    insert into webhook_events (event, order_id, at, state, payment_state)
    select note_webhook_event.event, note_webhook_event.order_id, note_webhook_event.at,
      note_webhook_event.state, note_webhook_event.payment_state
    where exists (select from wanted)
    returning id
  ), sent as (
    insert into webhook_deliveries (webhook_id, event_id) select wanted.id, made.id from wanted, made
  )
  insert into deferred_jobs (task, payload) select 'send_webhooks', '{}' from made;
end $$;

create or replace function note_order_moves() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks where is_on) then return null; end if;
  perform note_webhook_event(e.event, m.order_id, m.at, m.state, m.payment_state,
    branches_of_order(o.department_id_1c, o.pickup_department_id_1c))
  from moved m
  join orders o on o.id = m.order_id
  cross join lateral (
    select case when m.state = 'new' and m.payment_state = 'unpaid' then 'order.placed' else 'order.moved' end as event
    where m.state is not null
    union all
    select 'order.paid' where m.payment_state = 'paid'
  ) e
  order by m.id;
  return null;
end $$;

create or replace function note_order_confirmed() returns trigger language plpgsql as $$
begin
  perform note_webhook_event('order.confirmed', new.id, new.changed_at, new.state, new.payment_state,
    branches_of_order(new.department_id_1c, new.pickup_department_id_1c));
  return null;
end $$;

create or replace function note_order_approved() returns trigger language plpgsql as $$
begin
  perform note_webhook_event('order.confirmed', o.id, new.decided_at, o.state, o.payment_state,
    branches_of_order(o.department_id_1c, o.pickup_department_id_1c))
  from orders o where o.id = new.order_id;
  return null;
end $$;

-- Picked up in another branch from now on: both hear of it, and the one it was placed in.
create function note_order_point() returns trigger language plpgsql as $$
declare
  former text[] := branches_of_order(old.department_id_1c, old.pickup_department_id_1c);
  present text[] := branches_of_order(new.department_id_1c, new.pickup_department_id_1c);
begin
  if former <@ present and present <@ former then return null; end if;
  perform note_webhook_event('order.moved', new.id, new.changed_at, new.state, new.payment_state, former || present);
  return null;
end $$;

create trigger note_order_point after update of pickup_department_id_1c on orders for each row
when (old.pickup_department_id_1c is distinct from new.pickup_department_id_1c) execute function note_order_point();

-- What a rollback left as it was says which price column or store it tells of. What was written before cannot: such
-- words are for whoever works in all branches.
create function pg_temp.left_records(result jsonb) returns jsonb language sql as $$
  select result || jsonb_build_object('words', coalesce((
    select jsonb_agg(jsonb_build_object('text', text)
        || case when text ~ '(: цена «.*осталась|^вид цены «.*)$' then '{"price_column": null}'::jsonb
          when text ~ '(: остаток «.*остался|^склад «.*)$' then '{"store": null}' else '{}' end order by place)
    from jsonb_array_elements_text(result -> 'words') with ordinality words (text, place)), '[]'))
$$;
update onec_packages set rollback = pg_temp.left_records(rollback) where rollback is not null;
update onec_staff_jobs set result = pg_temp.left_records(result) where result ? 'left';
drop function pg_temp.left_records(jsonb);
