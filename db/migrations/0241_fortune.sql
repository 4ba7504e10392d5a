-- The wheel of fortune (/lp/fortune, S2-02) and the personal coupons it gives.

-- A personal coupon is good for its owner alone, once, until its day. Without an owner (the person is gone) it is nobody's, not everybody's.
alter table coupons
  add column is_personal boolean not null default false,
  add column owner_user_id uuid references users on delete set null,
  add constraint coupons_owner_check check (is_personal or owner_user_id is null),
  add constraint coupons_personal_check check (not is_personal or (max_uses = 1 and ends_at is not null));
create index coupons_owner_user_id_idx on coupons (owner_user_id) where owner_user_id is not null;

create table fortune_campaigns (
  id int generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(code) <= 60),
  title text not null check (length(title) between 1 and 120),
  organiser text not null check (length(organiser) between 1 and 500),
  rules_html text not null check (rules_html <> ''),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- One spin per person and period; days, weeks and months are Moscow's.
  period text not null check (period in ('campaign', 'month', 'week', 'day')),
  budget_kopecks bigint not null check (budget_kopecks > 0),
  -- The face of every coupon given, counted by the trigger below: never more than was promised.
  spent_kopecks bigint not null default 0 check (spent_kopecks between 0 and budget_kopecks),
  device_limit smallint not null default 2 check (device_limit between 1 and 100),
  address_limit smallint not null default 20 check (address_limit between 1 and 1000),
  -- The secret all results follow from, encrypted (AES-256-GCM); what everybody may see of it before the first spin.
  sealed_seed bytea not null,
  seed_commit text not null check (seed_commit ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  published_at timestamptz,
  -- Closed before its end.
  closed_at timestamptz,
  check (published_at is null or published_at <= starts_at),
  -- One wheel at a time.
  exclude using gist (tstzrange(starts_at, ends_at) with &&) where (published_at is not null)
);

create table fortune_prizes (
  id int generated always as identity primary key,
  campaign_id int not null references fortune_campaigns on delete cascade,
  position smallint not null check (position between 1 and 24),
  name text not null check (length(name) between 1 and 60),
  -- Drawn in weight cases of the sum of all weights.
  weight int not null check (weight between 1 and 1000000),
  sum_kopecks int not null check (sum_kopecks > 0),
  -- The coupon's own terms: the least sum of goods, and its days.
  min_sum_kopecks int not null default 0,
  coupon_days smallint not null check (coupon_days between 1 and 365),
  -- null: as many as the budget lasts for.
  stock int check (stock >= 0),
  given int not null default 0 check (given >= 0 and (stock is null or given <= stock)),
  -- Given instead of a prize that has run out.
  is_consolation boolean not null default false check (not is_consolation or stock is null),
  unique (campaign_id, position),
  unique (campaign_id, id),
  check (min_sum_kopecks >= sum_kopecks)
);
create unique index fortune_prizes_consolation_key on fortune_prizes (campaign_id) where is_consolation;

create table fortune_spins (
  id uuid primary key default gen_random_uuid(),
  campaign_id int not null references fortune_campaigns,
  number int not null check (number > 0),
  period text not null,
  -- Stands for person and period in everything that is published.
  ticket text not null check (ticket ~ '^[0-9a-f]{16}$'),
  user_id uuid references users on delete set null,
  -- Keyed hashes of mailbox, browser and network address; the last two are emptied when nothing can be counted by them any more.
  person_hash bytea not null,
  device_hash bytea,
  address_hash bytea,
  client_seed text not null check (length(client_seed) between 1 and 64),
  server_seed text not null check (server_seed ~ '^[0-9a-f]{64}$'),
  roll int not null check (roll >= 0),
  drawn_prize_id int not null,
  given_prize_id int not null,
  cost_kopecks int not null check (cost_kopecks > 0),
  coupon text not null unique references coupons,
  spun_at timestamptz not null,
  unique (campaign_id, number),
  unique (campaign_id, ticket),
  unique (campaign_id, period, user_id),
  unique (campaign_id, period, person_hash),
  foreign key (campaign_id, drawn_prize_id) references fortune_prizes (campaign_id, id),
  foreign key (campaign_id, given_prize_id) references fortune_prizes (campaign_id, id)
);
create index fortune_spins_user_id_idx on fortune_spins (user_id);
create index fortune_spins_device_idx on fortune_spins (campaign_id, period, device_hash);
create index fortune_spins_address_idx on fortune_spins (campaign_id, period, address_hash);

-- Whoever writes a spin pays for it: the checks of budget and stock stop what would be too much.
create function fortune_count_spin() returns trigger language plpgsql as $$
begin
  if new.cost_kopecks is distinct from (select sum_kopecks from fortune_prizes where id = new.given_prize_id) then
    raise check_violation using message = 'a spin costs what its prize is worth';
  end if;
  update fortune_campaigns set spent_kopecks = spent_kopecks + new.cost_kopecks where id = new.campaign_id;
  update fortune_prizes set given = given + 1 where id = new.given_prize_id;
  return null;
end $$;
create trigger fortune_count_spin after insert on fortune_spins for each row execute function fortune_count_spin();

-- What was drawn stays as it was drawn; only what names a person may be taken out.
create function fortune_keep_spin() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (new.user_id is not null and new.user_id is distinct from old.user_id)
    or (new.device_hash is not null and new.device_hash is distinct from old.device_hash)
    or (new.address_hash is not null and new.address_hash is distinct from old.address_hash)
    or to_jsonb(new) - '{user_id,device_hash,address_hash}'::text[] <> to_jsonb(old) - '{user_id,device_hash,address_hash}'::text[]
  then
    raise check_violation using message = 'a spin is never changed';
  end if;
  return new;
end $$;
create trigger fortune_keep_spin before update or delete on fortune_spins for each row execute function fortune_keep_spin();

-- Published terms bind: dates, budget, odds, prizes, rules and the commitment stay. Counters go on; the secret may be encrypted anew.
create function fortune_keep_terms() returns trigger language plpgsql as $$
begin
  if old.published_at is not null and (tg_op = 'DELETE'
    or to_jsonb(new) - '{spent_kopecks,closed_at,sealed_seed}'::text[] <> to_jsonb(old) - '{spent_kopecks,closed_at,sealed_seed}'::text[]
    or new.spent_kopecks < old.spent_kopecks or (old.closed_at is not null and new.closed_at is distinct from old.closed_at))
  then
    raise check_violation using message = 'published terms of a wheel are never changed';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger fortune_keep_terms before update or delete on fortune_campaigns for each row execute function fortune_keep_terms();

create function fortune_keep_prizes() returns trigger language plpgsql as $$
begin
  if exists (select from fortune_campaigns
      where id in (case when tg_op <> 'INSERT' then old.campaign_id end, case when tg_op <> 'DELETE' then new.campaign_id end)
        and published_at is not null)
    and (tg_op <> 'UPDATE' or to_jsonb(new) - 'given' <> to_jsonb(old) - 'given' or new.given < old.given)
  then
    raise check_violation using message = 'published prizes of a wheel are never changed';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger fortune_keep_prizes before insert or update or delete on fortune_prizes for each row execute function fortune_keep_prizes();
