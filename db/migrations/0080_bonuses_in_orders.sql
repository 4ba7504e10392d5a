-- Bonuses that pay a part of an order: held when it is placed, spent when it is received, given back with what is
-- not. Rules stand in the programme's row.
alter table loyalty_programmes
  add column bonus_kopecks integer not null default 100 check (bonus_kopecks between 1 and 100000),
  add column least_paid_kopecks bigint not null default 100 check (least_paid_kopecks >= 1),
  add column spends_on_reduced boolean not null default false,
  add column spends_with_coupon boolean not null default true,
  add column grace_days integer not null default 14 check (grace_days between 1 and 365);

-- Goods of these categories, with everything under them, are not paid with bonuses.
create table loyalty_closed_categories (
  kind text not null references loyalty_programmes(kind) on delete cascade,
  category_id integer not null references categories(id) on delete cascade,
  primary key (kind, category_id)
);
create index loyalty_closed_categories_category_id_idx on loyalty_closed_categories (category_id);

alter table order_lines
  add column bonus_discount bigint not null default 0 check (bonus_discount >= 0),
  drop constraint order_lines_check,
  add constraint order_lines_check check (sum = count::bigint * price - discount - bonus_discount and sum >= 0);

create table bonus_holds (
  order_id uuid primary key references orders(id) on delete cascade,
  card_id uuid not null references cards(id) on delete cascade,
  -- Whole bonuses, and what one of them was worth.
  amount integer not null check (amount > 0),
  bonus_kopecks integer not null check (bonus_kopecks > 0),
  held_at timestamptz not null,
  -- When the last of them would have expired; null: never.
  expires_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('spent', 'released')),
  check ((ended_at is null) = (outcome is null))
);
create index bonus_holds_card_id_idx on bonus_holds (card_id);

alter table card_movements
  drop constraint card_movements_reason_check,
  add constraint card_movements_reason_check
    check (reason in ('earned', 'returned', 'spent', 'expired', 'adjusted', 'given_back', 'prolonged')),
  drop constraint card_movements_check,
  add constraint card_movements_check check (amount <> 0 or purchase_kopecks <> 0 or reason in ('returned', 'given_back')),
  drop constraint card_movements_check1,
  add constraint card_movements_check1 check (reason not in ('earned', 'given_back', 'prolonged') or amount >= 0);
create unique index card_movements_spent_key on card_movements (order_id) where reason = 'spent' and order_id is not null;
create unique index card_movements_given_back_key on card_movements (refund_id)
  where reason = 'given_back' and refund_id is not null;

-- What is held can be neither spent nor held again: the ledger's sum is never below the open holds.
create or replace function hold_card_balance() returns trigger language plpgsql as $$
begin
  perform from cards where id = new.card_id for update;
  if new.amount < 0 and (select coalesce(sum(amount), 0) from card_movements where card_id = new.card_id) + new.amount
    < (select coalesce(sum(amount), 0) from bonus_holds where card_id = new.card_id and ended_at is null) then
    raise exception 'a card has no less than no bonuses' using errcode = 'check_violation', constraint = 'card_balance_not_negative';
  end if;
  return new;
end $$;

create function cover_bonus_hold() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome = 'spent' and new is distinct from old then
    raise exception 'spent bonuses stay spent';
  end if;
  if new.ended_at is not null then
    return new;
  end if;
  perform from cards where id = new.card_id for update;
  if (select coalesce(sum(amount), 0) from card_movements where card_id = new.card_id)
    < new.amount + (select coalesce(sum(amount), 0) from bonus_holds
      where card_id = new.card_id and ended_at is null and order_id <> new.order_id) then
    raise exception 'a card has no less than no bonuses' using errcode = 'check_violation', constraint = 'card_balance_not_negative';
  end if;
  return new;
end $$;
create trigger bonus_holds_covered before insert or update on bonus_holds for each row execute function cover_bonus_hold();
