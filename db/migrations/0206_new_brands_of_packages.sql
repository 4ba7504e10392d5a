-- A brand that a package would make is kept by its name: in a package that waits there is no such brand yet.
alter table onec_changes drop constraint onec_changes_kind_check,
  add constraint onec_changes_kind_check check (kind in ('product', 'categories', 'model', 'group', 'brand', 'tiers'));
