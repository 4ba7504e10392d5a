-- The log of emails in the back office: those of one reader, those that were not taken.
create index mails_to_address_idx on mails (lower(to_address), id);
create index mails_failed_idx on mails (id) where failed_at is not null and sent_at is null;
