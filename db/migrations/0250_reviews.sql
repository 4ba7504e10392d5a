-- Reviews of goods by those who received them, questions with the shop's answers, and the rating of each product.

-- The sums stand on the product, so that lists read and sort by them without another table. Demonstration reviews are counted apart.
alter table products
  add column rating_count int not null default 0,
  add column rating_sum int not null default 0,
  add column demo_rating_count int not null default 0,
  add column demo_rating_sum int not null default 0,
  add check (rating_count >= 0 and rating_sum between rating_count and 5 * rating_count),
  add check (demo_rating_count >= 0 and demo_rating_sum between demo_rating_count and 5 * demo_rating_count);

create table reviews (
  id bigint generated always as identity primary key,
  product_id int not null references products on delete cascade,
  -- Whose it is: an account, or a guest by the e-mail of the order.
  user_id uuid references users on delete cascade,
  email text check (email = lower(email) and length(email) <= 254),
  -- The received line that proves the purchase.
  order_line_id bigint references order_lines on delete cascade,
  author_name text not null check (length(author_name) between 2 and 60),
  rating smallint not null check (rating between 1 and 5),
  text text not null check (length(text) <= 3000),
  pros text not null default '' check (length(pros) <= 500),
  cons text not null default '' check (length(cons) <= 500),
  state text not null default 'new' check (state in ('new', 'approved', 'refused')),
  reason text not null default '' check (length(reason) <= 500),
  is_demo boolean not null default false,
  reply text check (length(reply) between 1 and 2000),
  replied_at timestamptz,
  helpful_count int not null default 0 check (helpful_count >= 0),
  -- The branch it was written in and where (scheme://host[:port]): letters speak for the one and lead to the other.
  department_id_1c text not null references departments,
  origin text check (origin ~ '^https?://[^/]+$'),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  decided_at timestamptz,
  check (is_demo = (user_id is null and email is null)),
  check (is_demo = (order_line_id is null)),
  check ((state = 'new') = (decided_at is null)),
  check ((state = 'refused') = (reason <> '')),
  check ((reply is null) = (replied_at is null))
);
-- One person, one review of a product.
create unique index reviews_user_key on reviews (product_id, user_id) where user_id is not null;
create unique index reviews_email_key on reviews (product_id, email) where email is not null and user_id is null;
create index reviews_shown_idx on reviews (product_id, created_at desc, id desc) where state = 'approved';
create index reviews_rating_idx on reviews (product_id, rating, created_at desc, id desc) where state = 'approved';
create index reviews_new_idx on reviews (created_at) where state = 'new';
create index reviews_user_id_idx on reviews (user_id) where user_id is not null;
create index reviews_order_line_id_idx on reviews (order_line_id) where order_line_id is not null;

-- Webp made anew from what was sent; it lies with the private files, and beside the pictures of goods once `shown_at` is set.
create table review_photos (
  id uuid primary key,
  review_id bigint not null references reviews on delete cascade,
  position smallint not null check (position between 0 and 9),
  width int not null check (width > 0),
  height int not null check (height > 0),
  size int not null check (size > 0),
  shown_at timestamptz,
  unique (review_id, position)
);

-- «Отзыв полезен»: `voter` is an account's id or a guest's visitor uuid.
create table review_votes (
  review_id bigint not null references reviews on delete cascade,
  voter uuid not null,
  created_at timestamptz not null default now(),
  primary key (review_id, voter)
);
create index review_votes_voter_idx on review_votes (voter);

create table product_questions (
  id bigint generated always as identity primary key,
  product_id int not null references products on delete cascade,
  user_id uuid references users on delete cascade,
  email text check (email = lower(email) and length(email) <= 254),
  author_name text not null check (length(author_name) between 2 and 60),
  text text not null check (length(text) between 5 and 1000),
  -- 'unconfirmed': the guest's e-mail is not proved yet, nobody reads it.
  state text not null default 'new' check (state in ('unconfirmed', 'new', 'approved', 'refused')),
  reason text not null default '' check (length(reason) <= 500),
  is_demo boolean not null default false,
  answer text check (length(answer) between 1 and 2000),
  answered_at timestamptz,
  department_id_1c text not null references departments,
  origin text check (origin ~ '^https?://[^/]+$'),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  decided_at timestamptz,
  check (is_demo = (user_id is null and email is null)),
  check ((state in ('unconfirmed', 'new')) = (decided_at is null)),
  check ((state = 'refused') = (reason <> '')),
  check ((answer is null) = (answered_at is null)),
  check (answer is null or state = 'approved')
);
create index product_questions_shown_idx on product_questions (product_id, created_at desc, id desc) where state = 'approved';
create index product_questions_new_idx on product_questions (created_at) where state = 'new';
create index product_questions_unconfirmed_idx on product_questions (created_at) where state = 'unconfirmed';
create index product_questions_user_id_idx on product_questions (user_id) where user_id is not null;

-- One invitation to review per order, whatever becomes of the letter.
create table review_invitations (
  order_id uuid primary key references orders on delete cascade,
  invited_at timestamptz not null
);
-- Whoever asked not to be invited any more.
create table review_silences (
  email text primary key check (email = lower(email) and length(email) <= 254),
  created_at timestamptz not null default now()
);
create index orders_completed_at_idx on orders (completed_at) where completed_at is not null;
