-- A person works in the back office in three sessions at once; the fourth ends the oldest.
alter table sessions drop constraint sessions_why_check;
alter table sessions add constraint sessions_why_check check (why in ('signed_out', 'signed_out_everywhere',
  'password_changed', 'token_reused', 'account_deleted', 'not_me', 'too_many'));
