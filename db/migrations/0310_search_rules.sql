-- What staff say about the words of the search (shared rules of a branch: department_id_1c null = everywhere).

-- Who searches for `words` also finds what `means` finds; is_both: and the other way round.
create table search_synonyms (
  id int generated always as identity primary key,
  department_id_1c text references departments (id_1c) on delete cascade,
  words text not null check (words = btrim(words) and length(words) between 2 and 80),
  means text not null check (means = btrim(means) and length(means) between 2 and 80),
  is_both boolean not null default false,
  changed_at timestamptz not null default now(),
  check (lower(words) <> lower(means)),
  unique nulls not distinct (department_id_1c, words, means)
);

-- A whole query that is no search for goods leads to a page of the shop.
create table search_redirects (
  id int generated always as identity primary key,
  department_id_1c text references departments (id_1c) on delete cascade,
  words text not null check (words = btrim(words) and length(words) between 2 and 80),
  url text not null check (url ~ '^/([a-z0-9_-]+/)*(\?[a-z0-9_=&-]+)?$'),
  changed_at timestamptz not null default now(),
  unique nulls not distinct (department_id_1c, words)
);

-- Words that tell nothing of goods: «купить», «цена».
create table search_stop_words (
  id int generated always as identity primary key,
  department_id_1c text references departments (id_1c) on delete cascade,
  word text not null check (word ~ '^[0-9a-zа-яё-]{1,40}$'),
  changed_at timestamptz not null default now(),
  unique nulls not distinct (department_id_1c, word)
);

-- Kept in memory like categories and attributes.
create trigger raise_catalogue_version after insert or update or delete or truncate on search_synonyms
  for each statement execute function raise_catalogue_version();
create trigger raise_catalogue_version after insert or update or delete or truncate on search_redirects
  for each statement execute function raise_catalogue_version();
create trigger raise_catalogue_version after insert or update or delete or truncate on search_stop_words
  for each statement execute function raise_catalogue_version();
