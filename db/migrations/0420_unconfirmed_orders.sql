-- A guest's order that nobody has confirmed yet holds goods for a short time only: since when it waits; null: confirmed, or nothing to confirm.
-- Orders placed before this migration keep what they were promised.
alter table orders
  add column unconfirmed_since timestamptz,
  add constraint orders_unconfirmed_is_a_new_guests
    check (unconfirmed_since is null or (user_id is null and state in ('new', 'cancelled')));
create index orders_unconfirmed_idx on orders (unconfirmed_since) where unconfirmed_since is not null and state = 'new';

create function refuse_endless_reservation() returns trigger language plpgsql as $$
begin
  if exists (
    select from changed r
    join order_lines l on l.id = r.order_line_id
    join orders o on o.id = l.order_id
    where r.ended_at is null and r.expires_at is null and o.unconfirmed_since is not null
  ) then
    raise exception 'an unconfirmed order holds goods without a term'
      using errcode = 'check_violation', constraint = 'reservations_of_unconfirmed_have_a_term';
  end if;
  return null;
end $$;
create trigger unconfirmed_have_a_term_from_the_start after insert on reservations
  referencing new table as changed for each statement execute function refuse_endless_reservation();
create trigger unconfirmed_keep_a_term after update on reservations
  referencing new table as changed for each statement execute function refuse_endless_reservation();

create function refuse_unconfirming() returns trigger language plpgsql as $$
begin
  raise exception 'a confirmed order does not become unconfirmed again' using errcode = 'check_violation';
end $$;
create trigger confirmed_stays_confirmed before update of unconfirmed_since on orders
  for each row when (old.unconfirmed_since is null and new.unconfirmed_since is not null)
  execute function refuse_unconfirming();

-- News of orders that wait to be told together, because their address has just been written to.
create table waiting_order_emails (
  order_id uuid not null references orders on delete cascade,
  event text not null check (event in ('placed', 'cancelled', 'receiving')),
  waits_since timestamptz not null,
  written_at timestamptz,
  primary key (order_id, event)
);
create index waiting_order_emails_idx on waiting_order_emails (order_id) where written_at is null;
