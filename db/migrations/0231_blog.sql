-- Articles: lists of blocks (src/modules/content/blocks-schema.ts), each for all branches or for one.

create table blog_topics (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null unique check (length(name) between 2 and 60),
  position integer not null default 0
);

create table articles (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (length(title) between 3 and 160),
  lead text not null check (length(lead) between 10 and 500),
  topic text not null references blog_topics on update cascade,
  -- When the article is picked for the top of the list; null: at any time of the year in its turn.
  season text check (season in ('new_year', 'winter', 'spring', 'summer', 'autumn')),
  -- The name of those who answer for the text, as shown.
  author text not null check (length(author) between 2 and 120),
  picture text,
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'),
  -- null: every branch.
  department_id_1c text references departments,
  -- What is said in the blocks, without tags: for the search and the reading time.
  words text not null,
  word_count integer not null check (word_count >= 0),
  search tsvector generated always as (
    setweight(to_tsvector('russian', translate(lower(title), 'ё', 'е')), 'A') ||
    setweight(to_tsvector('russian', translate(lower(lead), 'ё', 'е')), 'B') ||
    to_tsvector('russian', translate(lower(words), 'ё', 'е'))
  ) stored,
  published_at timestamptz not null,
  -- A change of substance that readers are told of; null: as it was published.
  updated_at timestamptz,
  -- Taken back: the page is gone.
  withdrawn_at timestamptz,
  changed_at timestamptz not null,
  check (updated_at > published_at)
);
create index articles_search_idx on articles using gin (search);
create index articles_published_at_idx on articles (published_at desc) where withdrawn_at is null;

-- Addresses that lead to an article's present one.
create table article_former_slugs (
  slug text primary key,
  article_id integer not null references articles on delete cascade
);
create index article_former_slugs_article_id_idx on article_former_slugs (article_id);
