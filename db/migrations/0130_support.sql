-- Requests to the shop and the talk about them.

create sequence ticket_numbers start 5001;

create table tickets (
  id uuid primary key default gen_random_uuid(),
  number bigint not null unique default nextval('ticket_numbers'),
  -- null: sent without signing in, or the person is gone.
  user_id uuid references users on delete set null,
  -- The branch whose people answer; its clock is the ticket's clock.
  department_id_1c text not null references departments,
  theme text not null check (theme in ('order', 'payment', 'delivery', 'return', 'product', 'documents', 'site', 'personal_data', 'other')),
  order_id uuid references orders on delete set null,
  name text not null check (length(name) <= 120),
  email text not null check (email = lower(email) and length(email) <= 254),
  phone text check (phone ~ '^\+[0-9]{10,15}$'),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- Until when the shop promised to answer.
  answer_due_at timestamptz not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index tickets_user_id_idx on tickets (user_id, changed_at desc) where user_id is not null;
create index tickets_state_idx on tickets (state, answer_due_at);

create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references tickets on delete cascade,
  author text not null check (author in ('customer', 'staff')),
  author_name text not null default '',
  text text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null default now()
);
create index ticket_messages_ticket_id_idx on ticket_messages (ticket_id, id);

-- The bytes lie under DATA_DIR by this id; name and type are what was checked when they came (S5-07).
create table ticket_files (
  id uuid primary key default gen_random_uuid(),
  message_id bigint not null references ticket_messages on delete cascade,
  name text not null check (length(name) between 1 and 200),
  type text not null,
  size int not null check (size between 1 and 5242880)
);
create index ticket_files_message_id_idx on ticket_files (message_id);
