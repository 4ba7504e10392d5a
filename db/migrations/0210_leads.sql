-- Leads for the external CRM (S7-24): what a form asked for, kept until the CRM has answered with a result.

create table leads (
  -- Our request's own id: it travels as ORIGIN_ID, so that a lead that may have arrived can be looked up there.
  origin_id uuid primary key,
  -- By which staff name a lead on the command line.
  number bigint generated always as identity unique,
  form text not null check (form <> '' and length(form) <= 100),
  title text not null check (title <> '' and length(title) <= 255),
  name text not null default '' check (length(name) <= 255),
  phone text check (phone ~ '^\+[0-9]{10,15}$'),
  email text check (email like '%_@_%' and length(email) <= 254),
  company text not null default '' check (length(company) <= 255),
  -- [{name, value}]: the other fields of the form, in their order.
  comments jsonb not null default '[]' check (jsonb_typeof(comments) = 'array'),
  -- {source, medium, campaign, content, term} of the landing; null: nobody's campaign.
  campaign jsonb check (jsonb_typeof(campaign) = 'object'),
  department_id_1c text not null references departments,
  page text not null default '' check (length(page) <= 500),
  created_at timestamptz not null,
  -- refused: the CRM understood and said no (rights, a field); it is kept and tried again rarely, or by command.
  state text not null default 'waiting' check (state in ('waiting', 'refused', 'sent')),
  attempts int not null default 0 check (attempts >= 0),
  -- Tries that nobody answered: each may have made the lead. While there are any, it is looked up before it is added again.
  open_tries int not null default 0 check (open_tries >= 0),
  tried_at timestamptz,
  next_try_at timestamptz not null,
  failure text,
  sent_at timestamptz,
  -- The CRM's number of it; null although sent: the result was no number.
  crm_id bigint,
  check ((state = 'sent') = (sent_at is not null)),
  check (crm_id is null or state = 'sent')
);
create index leads_waiting_idx on leads (next_try_at) where state <> 'sent';
create index leads_created_at_idx on leads (created_at desc);
create index leads_sent_at_idx on leads (sent_at) where state = 'sent';

-- Every call that was made for a lead and what came back, for a while. The webhook's address is never in it.
create table lead_tries (
  id bigint generated always as identity primary key,
  origin_id uuid not null references leads on delete cascade,
  at timestamptz not null,
  call text not null check (call in ('crm.lead.add', 'crm.lead.list')),
  -- null: no answer.
  status int,
  answer text not null default ''
);
create index lead_tries_origin_id_idx on lead_tries (origin_id, id);

-- The one line to the CRM, shared by all workers: when the next call may go out, and until when none may.
create table crm_line (
  is_only boolean primary key default true check (is_only),
  free_at timestamptz not null default '-infinity',
  blocked_until timestamptz,
  blocked_why text,
  -- Calls in a row without an answer.
  failures int not null default 0,
  check ((blocked_until is null) = (blocked_why is null))
);
insert into crm_line default values;
