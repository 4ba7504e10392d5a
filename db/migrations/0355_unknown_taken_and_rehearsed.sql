-- Of a document whose order the shop does not know: the sum that it names, in kopecks, and when it came last.
alter table onec_order_log add column sum bigint, add column last_at timestamptz;

-- What publishing the draft took from 1C: it goes back when the publication is taken back.
alter table drafts add column taken text[] not null default '{}';

-- By what a table of prices and stock is taken as it was looked at; null: of before.
alter table file_imports add column hash text;
create index file_imports_hash_idx on file_imports (hash);
