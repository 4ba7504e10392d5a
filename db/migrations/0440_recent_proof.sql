-- What gives or takes away a way to sign in asks for a proof of the person not older than some minutes: by signing in or by a code.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set not null;

alter table codes drop constraint codes_check;
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('sign_in', 'contact', 'deletion', 'proof'));
alter table codes add constraint codes_check check ((purpose in ('contact', 'deletion', 'proof')) = (user_id is not null));
