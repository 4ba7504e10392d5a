-- What a purchaser of a firm orders alone; null: as much as they like. Kopecks with VAT.
alter table company_members
  add column order_limit_kopecks bigint check (order_limit_kopecks between 0 and 100000000000),
  add column month_limit_kopecks bigint check (month_limit_kopecks between 0 and 100000000000),
  add constraint company_members_limits_of_purchasers
    check (role = 'purchaser' or num_nonnulls(order_limit_kopecks, month_limit_kopecks) = 0);

-- An order above the limit of whoever placed it: until `outcome` is there it waits for an owner of the firm.
create table order_approvals (
  order_id uuid primary key references orders(id) on delete cascade,
  asked_by uuid references users(id) on delete set null,
  asked_at timestamptz not null,
  -- Which limit, and what it was compared with: the order's sum, or all of the month.
  reason text not null check (reason in ('order', 'month')),
  limit_kopecks bigint not null check (limit_kopecks >= 0),
  sum_kopecks bigint not null check (sum_kopecks > limit_kopecks),
  decided_at timestamptz,
  outcome text check (outcome in ('approved', 'declined', 'expired', 'withdrawn')),
  decided_by uuid references users(id) on delete set null,
  note text not null default '' check (length(note) <= 500),
  constraint order_approvals_decided_check check ((decided_at is null) = (outcome is null)),
  constraint order_approvals_second_person_check check (decided_by <> asked_by),
  constraint order_approvals_decider_check check (decided_by is null or outcome in ('approved', 'declined'))
);
create index order_approvals_asked_by_idx on order_approvals (asked_by);
create index order_approvals_decided_by_idx on order_approvals (decided_by);

create function awaits_approval(order_id uuid) returns boolean language sql stable as $$
  select exists (select from order_approvals a where a.order_id = awaits_approval.order_id and a.outcome is null)
$$;

-- `tg_argv[0]`: the column that names the order.
create function refuse_unapproved() returns trigger language plpgsql as $$
begin
  if awaits_approval((to_jsonb(new) ->> tg_argv[0])::uuid) then
    raise exception 'the order waits for an approval' using errcode = 'check_violation', constraint = 'order_awaits_approval';
  end if;
  return new;
end $$;

-- It is not moved, paid, invoiced or handed to 1C.
create trigger order_awaits_approval before update of state, payment_state on orders for each row
  when (new.state is distinct from old.state or new.payment_state is distinct from old.payment_state)
  execute function refuse_unapproved('id');
create trigger order_awaits_approval before insert on payments for each row execute function refuse_unapproved('order_id');
create trigger order_awaits_approval before insert on documents for each row execute function refuse_unapproved('order_id');
create trigger order_awaits_approval before insert or update of handed_revision on onec_orders for each row
  when (new.handed_revision is not null) execute function refuse_unapproved('order_id');

-- What was decided stays decided.
create function refuse_deciding_again() returns trigger language plpgsql as $$
begin
  raise exception 'an approval is decided once' using errcode = 'check_violation', constraint = 'order_approvals_decided_once';
end $$;
create trigger decided_once before update of outcome on order_approvals for each row
  when (old.outcome is not null) execute function refuse_deciding_again();

create function note_order_approved() returns trigger language plpgsql as $$
begin
  perform note_webhook_event('order.confirmed', o.id, new.decided_at, o.state, o.payment_state, o.department_id_1c)
  from orders o where o.id = new.order_id;
  return null;
end $$;
create trigger note_order_approved after update of outcome on order_approvals for each row
  when (new.outcome = 'approved') execute function note_order_approved();

create or replace function refuse_endless_reservation() returns trigger language plpgsql as $$
begin
  if exists (
    select from changed r
    join order_lines l on l.id = r.order_line_id
    join orders o on o.id = l.order_id
    where r.ended_at is null and r.expires_at is null and (o.unconfirmed_since is not null or awaits_approval(o.id))
  ) then
    raise exception 'an unconfirmed order holds goods without a term'
      using errcode = 'check_violation', constraint = 'reservations_of_unconfirmed_have_a_term';
  end if;
  return null;
end $$;
