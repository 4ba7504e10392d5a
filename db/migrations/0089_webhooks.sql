-- Addresses of other programs that the shop tells of orders, prices and stock.
create table webhooks (
  id integer generated always as identity primary key,
  url text not null check (url ~ '^https?://' and length(url) <= 500),
  -- Encrypted: every message is signed with it.
  secret bytea,
  events text[] not null check (cardinality(events) > 0 and events <@ array[
    'order.placed', 'order.confirmed', 'order.paid', 'order.moved', 'prices.changed', 'stock.changed']),
  -- A branch; null: all of them.
  department_id_1c text references departments (id_1c),
  is_on boolean not null default true,
  off_at timestamptz,
  off_why text,
  created_at timestamptz not null default now(),
  -- The first failure after the last success.
  failing_since timestamptz,
  failures integer not null default 0,
  -- Nothing is sent there before.
  paused_until timestamptz,
  -- Prices and stock that this snapshot did not see are news.
  goods_snapshot pg_snapshot not null default pg_current_snapshot(),
  check (is_on = (off_at is null))
);

-- What has happened, written in the transaction in which it happened.
create table webhook_events (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null,
  event text not null,
  -- No reference: an order may be gone by the time.
  order_id uuid,
  state text,
  payment_state text,
  -- Of an event of goods: its rows. Of an order: filled when it is first sent, so that a repetition says the same.
  data jsonb
);
create index webhook_events_at_idx on webhook_events (at);

create table webhook_deliveries (
  webhook_id integer not null references webhooks (id) on delete cascade,
  event_id uuid not null references webhook_events (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  attempts integer not null default 0 check (attempts >= 0),
  -- The three days of tries begin here; replaying begins them again.
  asked_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  primary key (webhook_id, event_id)
);
create index webhook_deliveries_event_id_idx on webhook_deliveries (event_id);
create index webhook_deliveries_due_idx on webhook_deliveries (next_try_at) where state = 'waiting';

create table webhook_tries (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhooks (id) on delete cascade,
  event_id uuid not null references webhook_events (id) on delete cascade,
  at timestamptz not null default now(),
  milliseconds integer not null,
  -- Of the answer; null: there was none.
  status integer,
  -- Why it does not count as delivered; null: it does.
  failure text
);
create index webhook_tries_webhook_id_idx on webhook_tries (webhook_id, id);
create index webhook_tries_event_id_idx on webhook_tries (event_id);

create function note_webhook_event(event text, order_id uuid, at timestamptz, state text, payment_state text, department text)
returns void language plpgsql as $$
begin
  with wanted as (
    select w.id from webhooks w
    where w.is_on and note_webhook_event.event = any(w.events)
      and (w.department_id_1c is null or w.department_id_1c = department)
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

-- Every move of an order leaves a row in order_moves, whoever makes it.
create function note_order_moves() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks where is_on) then return null; end if;
  perform note_webhook_event(e.event, m.order_id, m.at, m.state, m.payment_state, o.department_id_1c)
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
create trigger note_order_moves after insert on order_moves
  referencing new table as moved for each statement execute function note_order_moves();

create function note_order_confirmed() returns trigger language plpgsql as $$
begin
  perform note_webhook_event('order.confirmed', new.id, new.changed_at, new.state, new.payment_state, new.department_id_1c);
  return null;
end $$;
create trigger note_order_confirmed after update of unconfirmed_since on orders
  for each row when (old.unconfirmed_since is not null and new.unconfirmed_since is null and new.state <> 'cancelled')
  execute function note_order_confirmed();
