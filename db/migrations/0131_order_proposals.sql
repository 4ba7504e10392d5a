-- Lines that an order had before it was changed, as they were.
create table former_order_lines (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id) on delete cascade,
  position smallint not null,
  product_id integer not null references products (id),
  product_idcode text not null,
  name text not null,
  article text,
  unit text not null,
  store text not null,
  count integer not null,
  price integer not null,
  discount bigint not null,
  sum bigint not null,
  ended_at timestamptz not null,
  -- Whose wish it was.
  who text not null
);
create index former_order_lines_order_id_idx on former_order_lines (order_id, id);
create index former_order_lines_product_id_idx on former_order_lines (product_id);

-- What a line stands for now that another has ended.
alter table order_lines add column replaces_line_id bigint references former_order_lines (id) on delete set null;
create index order_lines_replaces_line_id_idx on order_lines (replaces_line_id) where replaces_line_id is not null;

-- Other goods than were ordered, which the buyer has to agree to.
create table order_proposals (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id) on delete cascade,
  number smallint not null check (number > 0),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
  -- The lines as they were and as they shall be, with their money, as they were shown.
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  total_before bigint not null,
  total_after bigint not null check (total_after > 0),
  -- What the buyer reads beside the lines.
  note text not null default '' check (length(note) <= 1000),
  proposed_by uuid references users (id) on delete set null,
  proposed_who text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  answered_how text check (answered_how in ('link', 'phone', 'rule')),
  answered_who text,
  answer_note text not null default '' check (length(answer_note) <= 1000),
  unique (order_id, number),
  check ((state = 'open') = (answered_at is null)),
  check ((state in ('accepted', 'declined')) = (answered_how is not null))
);
create unique index order_proposals_open_idx on order_proposals (order_id) where state = 'open';
create index order_proposals_expires_at_idx on order_proposals (expires_at) where state = 'open';
create index order_proposals_proposed_by_idx on order_proposals (proposed_by);
