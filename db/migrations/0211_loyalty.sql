-- Bonus cards and cards of the shop: rules as rows, cards, and a ledger that is only ever added to. Bonuses are whole, one is worth a rouble.

create table loyalty_programmes (
  kind text primary key check (kind in ('bonus', 'idd')),
  name text not null,
  -- The ladder counts purchases of so many days.
  counting_days int not null check (counting_days between 1 and 3650),
  -- Earned bonuses live so long; null: the kind earns none.
  expiry_days int check (expiry_days between 1 and 3650),
  -- Which share of a purchase bonuses may pay at the cash desk.
  spend_percent smallint check (spend_percent between 1 and 100),
  check ((expiry_days is null) = (spend_percent is null))
);

-- bonus: percent of a purchase that comes as bonuses; idd: the discount at the cash desk.
create table loyalty_levels (
  kind text not null references loyalty_programmes on delete cascade,
  name text not null,
  from_sum_kopecks bigint not null check (from_sum_kopecks >= 0),
  percent smallint not null check (percent between 1 and 50),
  primary key (kind, from_sum_kopecks),
  unique (kind, name)
);

create table cards (
  id uuid primary key default gen_random_uuid(),
  -- 12 digits and a check digit (Luhn); the first tells the kind: 2 bonus, 4 idd.
  number text not null unique check (number ~ '^[24][0-9]{12}$'),
  kind text not null references loyalty_programmes,
  -- argon2id of the six digits that come with the card.
  code_hash text not null check (code_hash like '$argon2id$%'),
  user_id uuid references users on delete set null,
  phone text check (phone ~ '^\+[0-9]{10,15}$'),
  -- Purchases on the site count from here on.
  attached_at timestamptz,
  issued_at timestamptz not null,
  issued_by text not null,
  check ((user_id is null) or (attached_at is not null)),
  check ((kind = 'bonus') = (number like '2%'))
);
create unique index cards_user_kind_key on cards (user_id, kind) where user_id is not null;

-- Numbers of lost cards: the card lives on under another.
create table card_former_numbers (
  number text primary key check (number ~ '^[24][0-9]{12}$'),
  card_id uuid not null references cards on delete cascade,
  replaced_at timestamptz not null,
  replaced_by text not null
);
create index card_former_numbers_card_id_idx on card_former_numbers (card_id);

create table card_movements (
  id bigint generated always as identity primary key,
  card_id uuid not null references cards on delete cascade,
  at timestamptz not null,
  reason text not null check (reason in ('earned', 'returned', 'spent', 'expired', 'adjusted')),
  -- Whole bonuses, up or down.
  amount int not null default 0,
  -- What the ladder counts, up or down.
  purchase_kopecks bigint not null default 0,
  -- The level's percent by which an order earned.
  percent smallint,
  order_id uuid references orders on delete set null,
  refund_id uuid references refunds on delete set null,
  -- Of an amount upwards: until when it lives.
  expires_at timestamptz,
  who text not null,
  note text not null default '' check (length(note) <= 500),
  check (amount <> 0 or purchase_kopecks <> 0 or reason = 'returned'),
  check (reason <> 'earned' or amount >= 0),
  check (reason not in ('returned', 'spent', 'expired') or amount <= 0),
  check (expires_at is null or amount > 0)
);
create index card_movements_card_id_idx on card_movements (card_id, id);
create unique index card_movements_earned_key on card_movements (card_id, order_id) where reason = 'earned' and order_id is not null;
create unique index card_movements_returned_key on card_movements (card_id, refund_id) where reason = 'returned' and refund_id is not null;
create index card_movements_order_id_idx on card_movements (order_id) where order_id is not null;
create index card_movements_refund_id_idx on card_movements (refund_id) where refund_id is not null;
create index card_movements_expiry_idx on card_movements (expires_at) where expires_at is not null;

-- The balance is the sum of the ledger and never below zero; movements of one card queue behind its row.
create function hold_card_balance() returns trigger language plpgsql as $$
begin
  perform from cards where id = new.card_id for update;
  if new.amount < 0 and (select coalesce(sum(amount), 0) from card_movements where card_id = new.card_id) + new.amount < 0 then
    raise exception 'a card has no less than no bonuses' using errcode = 'check_violation', constraint = 'card_balance_not_negative';
  end if;
  return new;
end $$;
create trigger card_movements_balance before insert on card_movements for each row execute function hold_card_balance();

-- Nothing is rewritten; a movement goes only with its card, and forgets an order or a refund that is gone.
create function keep_card_movements() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from cards where id = old.card_id) then
      raise exception 'movements of a card stay';
    end if;
    return old;
  end if;
  if (new.id, new.card_id, new.at, new.reason, new.amount, new.purchase_kopecks, new.percent, new.expires_at, new.who, new.note)
    is distinct from (old.id, old.card_id, old.at, old.reason, old.amount, old.purchase_kopecks, old.percent, old.expires_at, old.who, old.note) then
    raise exception 'movements of a card stay';
  end if;
  return new;
end $$;
create trigger card_movements_kept before update or delete on card_movements for each row execute function keep_card_movements();
