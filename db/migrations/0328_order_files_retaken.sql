-- When people have had a file taken again that the shop had failed on: it waits since then.
alter table onec_order_files add column retaken_at timestamptz;
