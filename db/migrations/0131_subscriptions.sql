-- What a person agreed to receive, one row per address and topic. The footer's subscription and alerts on one product are rows too.

create table subscriptions (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  topic text not null check (topic in ('actions', 'price_drops', 'back_in_stock')),
  channel text not null default 'email' check (channel in ('email')),
  -- An alert on one product; null: the topic as a whole.
  product_id int references products on delete cascade,
  -- The branch whose prices and actions are meant.
  department_id_1c text not null references departments,
  frequency text not null default 'weekly' check (frequency in ('at_once', 'daily', 'weekly')),
  -- null: subscribed without an account.
  user_id uuid references users on delete set null,
  form text not null,
  created_at timestamptz not null default now(),
  -- Letters go out only after the address was proved to be its reader's (double opt-in).
  confirmed_at timestamptz,
  ended_at timestamptz,
  check ((topic = 'actions') <= (product_id is null))
);
create unique index subscriptions_living_key on subscriptions (email, topic, channel, coalesce(product_id, 0)) where ended_at is null;
create index subscriptions_user_id_idx on subscriptions (user_id) where user_id is not null;
create index subscriptions_product_id_idx on subscriptions (product_id) where product_id is not null and ended_at is null;
