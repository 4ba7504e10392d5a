-- One form engine: schemas made by the shop's people, and what was sent.

-- Dynamic forms (S3-09). A text that changes is a new version; a sent form names the version it was filled in.
create table form_schemas (
  id int generated always as identity primary key,
  code text not null check (code ~ '^[a-z][a-z0-9_]{1,59}$'),
  version int not null check (version > 0),
  -- {name, fields: {field: {name, type, as, look, order, rules, options, value, …}}, …} as modules/forms/schema.ts reads it.
  schema jsonb not null check (jsonb_typeof(schema -> 'fields') = 'object'),
  published_at timestamptz not null default now(),
  -- No longer taken from this moment; a later version opens it again.
  closed_at timestamptz,
  unique (code, version)
);

create sequence form_numbers start 30001;

create table form_submissions (
  id uuid primary key default gen_random_uuid(),
  number bigint not null unique default nextval('form_numbers'),
  code text not null check (code ~ '^[a-z][a-z0-9_]{1,59}$'),
  -- null: a form that stands in the code.
  schema_id int references form_schemas,
  -- A sum of the form's key and of what stands in it: the same press twice is one row.
  once text not null unique,
  user_id uuid references users on delete set null,
  -- The branch whose people answer.
  department_id_1c text not null references departments,
  origin text not null,
  page text not null default '' check (length(page) <= 500),
  -- What it is about (product:12), looked up when it came.
  about text check (length(about) <= 200),
  about_title text not null default '',
  campaign jsonb,
  -- [{field, name, value}] in the form's order, names and chosen words as they stood then; [] when they were forgotten.
  answers jsonb not null check (jsonb_typeof(answers) = 'array'),
  created_at timestamptz not null default now(),
  forgotten_at timestamptz
);
create index form_submissions_created_at_idx on form_submissions (created_at desc);
create index form_submissions_user_id_idx on form_submissions (user_id) where user_id is not null;
create index form_submissions_schema_id_idx on form_submissions (schema_id) where schema_id is not null;

-- The bytes lie under DATA_DIR by this id; name and type are what was checked when they came (S5-07).
create table form_files (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references form_submissions on delete cascade,
  field text not null,
  name text not null check (length(name) between 1 and 200),
  type text not null,
  size int not null check (size between 1 and 5242880)
);
create index form_files_submission_id_idx on form_files (submission_id);

-- A consent that was given in a form.
alter table consents add column submission_id uuid references form_submissions on delete set null;
create index consents_submission_id_idx on consents (submission_id) where submission_id is not null;
