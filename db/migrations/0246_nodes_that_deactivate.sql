-- When a base last sent `deactivate`: it switches goods off by that alone, whatever one portion of a full export lists.
alter table onec_nodes add column deactivates_at timestamptz;
