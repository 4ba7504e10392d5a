-- What 1C knows of an order. A revision rises with every change of an order that its document tells of; an order waits
-- for a node of exchange until that node has confirmed the revision it has.
alter table orders add column revision integer not null default 1 constraint orders_revision_check check (revision > 0);

-- Everything counts but what no document tells.
create function raise_order_revision() returns trigger language plpgsql as $$
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
  if new is distinct from old then
    new.revision := new.revision + 1;
  end if;
  return new;
end $$;

-- A revision is no change of a customer's.
do $$
begin
  execute replace(pg_get_functiondef('note_acting()'::regprocedure), 'known_price,secret_hash}', 'known_price,secret_hash,revision}');
end $$;

create trigger raise_order_revision before update on orders for each row execute function raise_order_revision();

-- Each answer to mode=query: which orders it handed over stands in onec_orders; mode=success confirms it.
create table onec_order_queries (
  id bigint generated always as identity primary key,
  node_id integer not null,
  session_id uuid not null,
  at timestamptz not null,
  orders integer not null constraint onec_order_queries_orders_check check (orders >= 0),
  confirmed_at timestamptz
);
create index onec_order_queries_session_idx on onec_order_queries (session_id, id);

create table onec_orders (
  node_id integer not null,
  order_id uuid not null references orders on delete cascade,
  handed_revision integer,
  handed_in bigint references onec_order_queries on delete set null,
  handed_at timestamptz,
  confirmed_revision integer,
  confirmed_at timestamptz,
  -- An operator wants it sent once more, whatever was confirmed.
  wanted_at timestamptz,
  -- Why the last document of it could not be made or taken.
  refused_at timestamptz,
  refused_why text,
  came_back_at timestamptz,
  number_1c text constraint onec_orders_number_1c_check check (length(number_1c) <= 255),
  date_1c text constraint onec_orders_date_1c_check check (length(date_1c) <= 40),
  primary key (node_id, order_id),
  constraint onec_orders_handed_whole check (num_nulls(handed_revision, handed_at) in (0, 2)),
  constraint onec_orders_confirmed_whole check (num_nulls(confirmed_revision, confirmed_at) in (0, 2)),
  constraint onec_orders_refused_whole check (num_nulls(refused_at, refused_why) in (0, 2))
);
create index onec_orders_order_id_idx on onec_orders (order_id);
create index onec_orders_handed_in_idx on onec_orders (handed_in);

-- What a document of 1C did, or why it was refused, in words for the operator.
create table onec_order_log (
  id bigint generated always as identity primary key,
  node_id integer not null,
  order_id uuid references orders on delete cascade,
  document text not null,
  at timestamptz not null,
  is_refused boolean not null,
  words text not null
);
create index onec_order_log_order_id_idx on onec_order_log (order_id, id);
create index onec_order_log_at_idx on onec_order_log (at);

-- Shipments, payments and returns that were taken: the same document again does nothing.
create table onec_order_documents (
  node_id integer not null,
  id_1c text not null constraint onec_order_documents_id_1c_check check (length(id_1c) between 1 and 100),
  order_id uuid not null references orders on delete cascade,
  taken_at timestamptz not null,
  primary key (node_id, id_1c, order_id)
);
create index onec_order_documents_order_id_idx on onec_order_documents (order_id);

-- Several bases of 1C: the orders of this branch go to that node; those of other branches to the first that ever asked.
create table onec_order_branches (
  department_id_1c text primary key references departments (id_1c) on delete cascade,
  node_id integer not null
);
