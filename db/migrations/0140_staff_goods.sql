-- What the back office lists goods by.
create index products_changed_at_idx on products (changed_at desc, id desc);
create index products_name_idx on products (name, id);
create index product_former_slugs_product_id_idx on product_former_slugs (product_id);

-- Files that staff sent; one that no record names within a day is deleted.
create table uploads (
  -- Path under the files folder: made of the hash of its content.
  file text primary key check (file ~ '^(uploads|documents)/[0-9a-f]{2}/[0-9a-f]{32}\.(webp|pdf)$'),
  kind text not null check (kind in ('picture', 'pdf')),
  -- As the file was called where it came from.
  name text not null check (length(name) <= 200),
  width integer,
  height integer,
  size_bytes integer not null check (size_bytes > 0),
  staff_user_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Since when a record names it.
  linked_at timestamptz
);
create index uploads_unlinked_idx on uploads (created_at) where linked_at is null;
create index uploads_staff_user_id_idx on uploads (staff_user_id);
