-- Handing an order over: passes given to somebody else, and acts of what was given out.

-- A pass for another person: good once, until it is taken back. Its link is signed, so only the row says whether it is still good.
create table delegated_passes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  name text not null check (length(name) between 2 and 120),
  code text not null check (code ~ '^[0-9]{6}$'),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  used_at timestamptz,
  check (revoked_at is null or used_at is null)
);
create unique index delegated_passes_open_key on delegated_passes (order_id) where revoked_at is null and used_at is null;
create index delegated_passes_order_id_idx on delegated_passes (order_id);

-- One act per visit of the recipient; both sides see the same rows.
create table handovers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  department_id_1c text not null references departments,
  -- The name stays when the member of staff is gone.
  staff_user_id uuid references users on delete set null,
  staff_name text not null,
  recipient_name text not null,
  -- How the recipient proved the right: the order's pass, a delegated one, or the code told at the desk.
  proof text not null check (proof in ('pass', 'delegated', 'code')),
  delegated_pass_id uuid references delegated_passes on delete set null,
  note text not null default '' check (length(note) <= 1000),
  -- Nothing of the order is left to be given out after it.
  is_last boolean not null,
  at timestamptz not null
);
create index handovers_order_id_idx on handovers (order_id, at);
create unique index handovers_last_key on handovers (order_id) where is_last;

create table handover_lines (
  handover_id uuid not null references handovers on delete cascade,
  position smallint not null,
  order_line_id bigint references order_lines on delete set null,
  name text not null,
  unit text not null,
  -- What was still to be given, and what was given now, in sales units.
  expected int not null check (expected > 0),
  given int not null check (given between 0 and expected),
  problem text check (problem in ('shortage', 'defect')),
  note text not null default '' check (length(note) <= 500),
  photo bytea check (length(photo) between 1 and 5242880),
  photo_type text check (photo_type in ('image/jpeg', 'image/png')),
  primary key (handover_id, position),
  check ((photo is null) = (photo_type is null)),
  check (given = expected or problem is not null)
);
