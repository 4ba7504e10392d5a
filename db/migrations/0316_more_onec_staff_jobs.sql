-- Rules for units, for sales units of single goods and for values of properties are asked for in the back office too.
alter table onec_staff_jobs drop constraint onec_staff_jobs_kind_check;
alter table onec_staff_jobs add constraint onec_staff_jobs_kind_check check (kind in ('rollback', 'rollback_preview',
  'price_type', 'warehouse', 'group', 'property', 'value', 'unit', 'good_unit'));
