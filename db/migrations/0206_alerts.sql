-- An alert on a price: kopecks per sales unit when it was asked for, then what the last letter named. Only a lower price is news.
alter table subscriptions add column known_price int check (known_price >= 0);
create index subscriptions_alerts_idx on subscriptions (department_id_1c, topic, product_id)
  where product_id is not null and ended_at is null and confirmed_at is not null;
create index subscriptions_news_idx on subscriptions (department_id_1c, email)
  where topic = 'actions' and ended_at is null and confirmed_at is not null;

-- Letters to subscribers, so that nobody gets one more often than was asked for.
create table subscription_letters (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  department_id_1c text not null references departments,
  kind text not null check (kind in ('alerts', 'news')),
  -- News: what stood in it, so that the same is not sent twice.
  content_hash text,
  sent_at timestamptz not null
);
create index subscription_letters_email_idx on subscription_letters (email, kind, sent_at desc);

-- Headers beside the usual ones: a letter to subscribers says how to unsubscribe (RFC 2369, RFC 8058).
alter table mails add column headers jsonb not null default '{}';
