-- 1C has sent goods and ended without asking for their import: nothing was made of them.
alter table onec_sessions drop constraint onec_sessions_ended_by_check,
  add constraint onec_sessions_ended_by_check check (ended_by in ('complete', 'replaced', 'silent', 'unasked'));
