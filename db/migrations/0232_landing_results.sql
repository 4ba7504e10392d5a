-- What the two variants of a landing page brought: browsers that saw it for the first time on a day, by their tenth, and
-- how many of them placed an order within 14 days. Nothing of who they were.
create table landing_days (
  landing_id int not null references landings (id) on delete cascade,
  day date not null,
  bucket smallint not null check (bucket between 0 and 9),
  seen int not null default 0 check (seen >= 0),
  ordered int not null default 0 check (ordered >= 0),
  primary key (landing_id, day, bucket),
  constraint landing_days_ordered_were_seen check (ordered <= seen)
);

-- Since when the share of variant b is what it is: what was shown before cannot be compared with it.
alter table landings add column share_b_since timestamptz not null default now();
update landings set share_b_since = changed_at;
