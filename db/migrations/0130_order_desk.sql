-- What staff write of an order for each other; the buyer never sees it.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  staff_user_id uuid references users (id) on delete set null,
  -- As the person was called then.
  who text not null,
  kind text not null default 'note' check (kind in ('note', 'call')),
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null
);
create index order_notes_order_id_idx on order_notes (order_id, id);
create index order_notes_staff_user_id_idx on order_notes (staff_user_id);

-- Who of the staff looks after the order.
alter table orders add column assigned_to uuid references users (id) on delete set null;
create index orders_assigned_to_idx on orders (assigned_to) where assigned_to is not null;
-- What a guest ordered before.
create index orders_contact_phone_idx on orders (contact_phone) where user_id is null;
create index orders_coupon_idx on orders (upper(coupon)) where coupon is not null;

-- Emails of an order are found by their keys.
create index mails_of_order_idx on mails (substr(key, 7, 36)) where key like 'order %';

-- Who looks after an order is nothing that 1C or the buyer has to hear of.
create or replace function raise_order_revision() returns trigger language plpgsql as $$
begin
  old.changed_at := new.changed_at;
  old.revision := new.revision;
  old.short_since := new.short_since;
  old.purchase_told_at := new.purchase_told_at;
  old.prolonged_at := new.prolonged_at;
  old.email_proved_at := new.email_proved_at;
  old.secret_hash := new.secret_hash;
  old.visitor := new.visitor;
  old.user_id := new.user_id;
  old.assigned_to := new.assigned_to;
  if new is distinct from old then
    new.revision := new.revision + 1;
  end if;
  return new;
end $$;
