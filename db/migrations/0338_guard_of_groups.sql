-- A classifier that was cut off must not empty the menus by itself.
alter table onec_guards drop constraint onec_guards_guard_check;
alter table onec_guards add constraint onec_guards_guard_check check (guard in ('switched_off', 'groups_gone',
  'price_moved', 'price_gone', 'stock_gone', 'units_changed'));
