-- A cart somebody showed by a link: products and counts alone, nothing of who made it. The link's token is kept as a hash.
create table shared_carts (
  token_hash bytea primary key,
  lines jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint shared_carts_token_hash_check check (octet_length(token_hash) = 32),
  constraint shared_carts_lines_check check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 150),
  constraint shared_carts_expires_at_check check (expires_at > created_at)
);
create index shared_carts_expires_at_idx on shared_carts (expires_at);
