-- The end of an account is confirmed by a code of its own kind.
alter table codes drop constraint codes_purpose_check, drop constraint codes_check;
alter table codes
  add constraint codes_purpose_check check (purpose in ('sign_in', 'contact', 'deletion')),
  add constraint codes_check check ((purpose in ('contact', 'deletion')) = (user_id is not null));
