-- What staff have decided of queries that found nothing: they leave the queue, until the term ends or the query doubles.
create table search_decisions (
  id integer generated always as identity primary key,
  words text not null check (words = btrim(words) and length(words) between 2 and 100),
  -- null: in all branches.
  department_id_1c text references departments (id_1c) on delete cascade,
  decision text not null check (decision in ('hidden', 'not_sold', 'ruled')),
  -- How often it was searched for in the 28 days before.
  times integer not null check (times >= 0),
  -- Of `ruled`: the rule that answers the query now.
  rule_kind text check (rule_kind in ('synonym', 'redirect', 'stop', 'pin')),
  rule_id integer,
  who text not null check (length(who) <= 200),
  decided_at timestamptz not null default now(),
  ends_at timestamptz not null,
  unique nulls not distinct (words, department_id_1c),
  check ((decision = 'ruled') = (rule_kind is not null and rule_id is not null))
);
create index search_decisions_department_id_1c_idx on search_decisions (department_id_1c);
-- The weeks of one query.
create index search_misses_words_idx on search_misses (words, day);
