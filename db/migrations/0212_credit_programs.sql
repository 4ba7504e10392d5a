-- Instalments and credits of partner banks: what the calculator of /kredit/ may say. Without rows it is not there.

create table credit_programs (
  id int generated always as identity primary key,
  partner text not null,
  name text not null,
  min_sum_kopecks bigint not null check (min_sum_kopecks > 0),
  max_sum_kopecks bigint not null check (max_sum_kopecks >= min_sum_kopecks),
  -- Terms in months that may be chosen.
  months smallint[] not null check (cardinality(months) > 0),
  -- Hundredths of a percent a year.
  rate_from int not null check (rate_from >= 0),
  rate_to int not null check (rate_to >= rate_from),
  full_cost_from int not null check (full_cost_from >= 0),
  full_cost_to int not null check (full_cost_to >= full_cost_from),
  documents text not null,
  terms text not null,
  -- Terms that no bank has signed: the demonstration's.
  is_example boolean not null default false,
  position int not null default 0,
  -- Days of showing.
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at)
);
