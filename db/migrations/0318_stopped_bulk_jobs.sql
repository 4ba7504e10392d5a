-- Work on many records that somebody stopped: what it has done stays and can be taken back, the rows that it did not
-- come to say so. Work of the exchange with 1C is one transaction: stopped, it has changed nothing.
alter table price_plans
  drop constraint price_plans_state_check,
  add constraint price_plans_state_check check (
    state in ('rehearsed', 'waiting', 'running', 'done', 'stopped', 'undoing', 'undone', 'cancelled'));
alter table price_plan_rows
  drop constraint price_plan_rows_state_check,
  add constraint price_plan_rows_state_check check (
    state in ('waiting', 'applied', 'skipped', 'stopped', 'undone', 'kept')) not valid;
alter table price_plan_rows validate constraint price_plan_rows_state_check;

alter table goods_imports
  drop constraint goods_imports_state_check,
  add constraint goods_imports_state_check check (
    state in ('reading', 'failed', 'rehearsed', 'running', 'done', 'stopped', 'undoing', 'undone'));
alter table goods_import_rows
  drop constraint goods_import_rows_state_check,
  add constraint goods_import_rows_state_check check (
    state in ('waiting', 'applied', 'left', 'stopped', 'undone', 'kept')) not valid;
alter table goods_import_rows validate constraint goods_import_rows_state_check;

alter table onec_staff_jobs
  drop constraint onec_staff_jobs_check,
  drop constraint onec_staff_jobs_check1,
  drop constraint onec_staff_jobs_state_check,
  add constraint onec_staff_jobs_state_check check (
    state in ('waiting', 'running', 'done', 'refused', 'failed', 'stopped')),
  add constraint onec_staff_jobs_check check (
    (state in ('done', 'refused', 'failed', 'stopped')) = (finished_at is not null)),
  add constraint onec_staff_jobs_check1 check (
    (state in ('refused', 'failed', 'stopped')) = (reason is not null));
