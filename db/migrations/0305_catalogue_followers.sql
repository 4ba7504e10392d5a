-- Whoever keeps the catalogue in memory reads what changed since its last snapshot: rows whose changed_xid that snapshot did not see.
-- Products, prices and stock say it themselves (0003, 0004); here the same for what puts a product into lists, and for what is gone.

alter table product_categories add column changed_xid xid8 not null default pg_current_xact_id();
create index product_categories_changed_xid_idx on product_categories (changed_xid);
create trigger stamp_changed_xid before update on product_categories
  for each row when (old.* is distinct from new.*) execute function stamp_changed_xid();

alter table action_products add column changed_xid xid8 not null default pg_current_xact_id();
create index action_products_changed_xid_idx on action_products (changed_xid);
create trigger stamp_changed_xid before update on action_products
  for each row when (old.* is distinct from new.*) execute function stamp_changed_xid();

-- A deleted row tells nobody anything: its product stands here and is read anew whole (a product that is gone is not found then).
-- No foreign key: the product may be what was deleted. Rows of past days are swept up every night (clean_up).
create table catalogue_losses (
  product_id int not null,
  changed_xid xid8 not null default pg_current_xact_id(),
  lost_at timestamptz not null default now()
);
create index catalogue_losses_changed_xid_idx on catalogue_losses (changed_xid);

create function note_lost_product() returns trigger language plpgsql as $$
begin
  insert into catalogue_losses (product_id) select id from gone;
  return null;
end $$;
create function note_losing_product() returns trigger language plpgsql as $$
begin
  insert into catalogue_losses (product_id) select distinct product_id from gone;
  return null;
end $$;
create trigger note_loss after delete on products
  referencing old table as gone for each statement execute function note_lost_product();
create trigger note_loss after delete on product_categories
  referencing old table as gone for each statement execute function note_losing_product();
create trigger note_loss after delete on action_products
  referencing old table as gone for each statement execute function note_losing_product();
create trigger note_loss after delete on prices
  referencing old table as gone for each statement execute function note_losing_product();
create trigger note_loss after delete on stock
  referencing old table as gone for each statement execute function note_losing_product();

-- A place in a category or a promotion handed to another product is lost to the first.
create function note_moved_product() returns trigger language plpgsql as $$
begin
  insert into catalogue_losses (product_id) values (old.product_id);
  return null;
end $$;
create trigger note_move after update of product_id on product_categories
  for each row when (old.product_id <> new.product_id) execute function note_moved_product();
create trigger note_move after update of product_id on action_products
  for each row when (old.product_id <> new.product_id) execute function note_moved_product();

-- What cannot be told row by row (a truncated table, a partition put in place of another): everybody reads everything again.
alter table catalogue_version add column epoch bigint not null default 1;

create function read_catalogue_anew() returns void language sql as $$
  update catalogue_version set epoch = epoch + 1;
$$;

create function read_catalogue_anew_after_truncate() returns trigger language plpgsql as $$
begin
  perform read_catalogue_anew();
  return null;
end $$;
create trigger read_catalogue_anew after truncate on products
  for each statement execute function read_catalogue_anew_after_truncate();
create trigger read_catalogue_anew after truncate on product_categories
  for each statement execute function read_catalogue_anew_after_truncate();
create trigger read_catalogue_anew after truncate on action_products
  for each statement execute function read_catalogue_anew_after_truncate();
create trigger read_catalogue_anew after truncate on prices
  for each statement execute function read_catalogue_anew_after_truncate();
create trigger read_catalogue_anew after truncate on stock
  for each statement execute function read_catalogue_anew_after_truncate();

-- Promotions are few and kept in memory whole, as brands and categories are (0021).
create trigger raise_catalogue_version after insert or update or delete or truncate on actions
  for each statement execute function raise_catalogue_version();

-- The word that something changed: PostgreSQL sends equal words of one transaction once. Nothing is said for reservations (each cart and
-- order would queue for the one lock of NOTIFY); who follows asks each second besides.
create function say_catalogue_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;
create trigger say_catalogue_changed after insert or update or delete or truncate on products
  for each statement execute function say_catalogue_changed();
create trigger say_catalogue_changed after insert or update or delete or truncate on product_categories
  for each statement execute function say_catalogue_changed();
create trigger say_catalogue_changed after insert or update or delete or truncate on action_products
  for each statement execute function say_catalogue_changed();
create trigger say_catalogue_changed after insert or update or delete or truncate on prices
  for each statement execute function say_catalogue_changed();
create trigger say_catalogue_changed after insert or update of on_hand or delete or truncate on stock
  for each statement execute function say_catalogue_changed();
create trigger say_catalogue_changed after update on catalogue_version
  for each statement execute function say_catalogue_changed();
