-- Payments of orders: attempts at the provider, refunds, fiscal receipts, and what the provider told us. Money in kopecks.

create table payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  amount bigint not null check (amount > 0),
  method text not null check (method in ('card', 'sbp', 'credit', 'transfer')),
  -- Who takes the money: YooKassa, our demonstration of it, or the shop's own account (an invoice marked as paid by staff).
  provider text not null check (provider in ('yookassa', 'demonstration', 'account')),
  state text not null default 'new' check (state in ('new', 'pending', 'waiting_for_capture', 'succeeded', 'canceled')),
  -- The provider's id of the payment; null until its answer arrived.
  provider_id text unique,
  -- Made with the row, so that a repeated request is the same request; the body is kept for the same reason.
  idempotence_key uuid not null unique default gen_random_uuid(),
  request jsonb not null,
  confirmation_url text check (confirmation_url ~ '^https?://'),
  -- СБП: the link behind the QR code.
  confirmation_data text,
  -- Of cancellation_details, or ours: replaced, order_over, provider_silent.
  cancellation_reason text,
  -- Who opened it, for the log of attempts.
  started_by text not null default 'покупатель',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  asked_at timestamptz,
  paid_at timestamptz,
  -- Σ of refunds that were not refused; kept by the trigger below, so that more is never given back than was paid.
  refunded bigint not null default 0,
  constraint payments_refunded_within_amount check (refunded between 0 and amount),
  check (refunded = 0 or state = 'succeeded'),
  check ((state = 'succeeded') = (paid_at is not null)),
  check (state <> 'canceled' or cancellation_reason is not null)
);
-- Nobody pays an order twice at once.
create unique index payments_open_key on payments (order_id) where state in ('new', 'pending', 'waiting_for_capture');
create index payments_order_id_idx on payments (order_id, created_at);
create index payments_created_at_idx on payments (created_at desc);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments on delete cascade,
  amount bigint not null check (amount > 0),
  -- [{position, count}] of order lines, position 0 is the delivery.
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  reason text not null check (reason in ('cancelled', 'late', 'duplicate', 'returned')),
  note text not null default '',
  state text not null default 'new' check (state in ('new', 'pending', 'succeeded', 'canceled')),
  provider_id text unique,
  idempotence_key uuid not null unique default gen_random_uuid(),
  -- Kept before it is first sent.
  request jsonb,
  cancellation_reason text,
  who text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (state <> 'canceled' or cancellation_reason is not null)
);
create index refunds_payment_id_idx on refunds (payment_id, created_at);

create function count_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.payment_id <> new.payment_id then
    raise exception 'a refund stays with its payment';
  end if;
  update payments set refunded = refunded
    + case when tg_op <> 'DELETE' and new.state <> 'canceled' then new.amount else 0 end
    - case when tg_op <> 'INSERT' and old.state <> 'canceled' then old.amount else 0 end
  where id = case when tg_op = 'DELETE' then old.payment_id else new.payment_id end;
  return null;
end $$;
create trigger refunds_counted after insert or update of amount, state, payment_id or delete on refunds
  for each row execute function count_refund();

create function receipt_sum(items jsonb) returns bigint immutable strict language sql
  return (select coalesce(sum((item ->> 'count')::bigint * (item ->> 'price')::bigint), 0)::bigint from jsonb_array_elements(items) item);

-- 54-ФЗ: at the payment, at the hand-over (offset of the prepayment), at a refund.
create table receipts (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments on delete cascade,
  refund_id uuid unique references refunds on delete cascade,
  kind text not null check (kind in ('prepayment', 'full', 'return')),
  -- [{name, count, price, vat_code, subject, mode}], price in kopecks of one unit.
  items jsonb not null check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 80),
  sum bigint not null check (sum > 0),
  state text not null default 'new' check (state in ('new', 'pending', 'succeeded', 'canceled')),
  -- A receipt of its own request (at the hand-over); the others travel with their payment or refund.
  provider_id text unique,
  idempotence_key uuid not null unique default gen_random_uuid(),
  request jsonb,
  -- What the cash desk answered: fiscal_document_number, fiscal_storage_number, fiscal_attribute, registered_at.
  fiscal jsonb,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (sum = receipt_sum(items)),
  check ((kind = 'return') = (refund_id is not null))
);
create unique index receipts_once_key on receipts (payment_id, kind) where kind <> 'return';

-- Notifications exactly as they came; what was done is decided by asking the provider again.
create table payment_events (
  id bigint generated always as identity primary key,
  received_at timestamptz not null,
  address inet,
  event text not null,
  object_id text not null,
  body jsonb not null,
  handled_at timestamptz,
  -- What did not fit, in words for staff; null: nothing.
  problem text
);
create index payment_events_object_id_idx on payment_events (object_id);
create index payment_events_received_at_idx on payment_events (received_at);

-- What the provider answered to us, as received, for a while.
create table payment_answers (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  call text not null,
  object_id uuid,
  status int,
  body text not null
);
create index payment_answers_object_id_idx on payment_answers (object_id);
create index payment_answers_at_idx on payment_answers (at);

-- The demonstration provider's own memory: it is a stranger to the tables above and speaks with the shop by HTTP only.
create table demonstration_objects (
  id uuid primary key,
  kind text not null check (kind in ('payment', 'refund', 'receipt')),
  idempotence_key text not null,
  request_hash text not null,
  body jsonb not null,
  -- When a payment that was promised for later will succeed.
  settles_at timestamptz,
  created_at timestamptz not null default now(),
  unique (kind, idempotence_key)
);
create index demonstration_objects_payment_idx on demonstration_objects ((body ->> 'payment_id'));
