-- A consent without an account is found by whose it is.
create index consents_subject_idx on consents (subject, purpose) where withdrawn_at is null;

-- Where the person asked (scheme://host[:port]): letters that come later lead there.
alter table subscriptions add column origin text;

-- A request filed from the browser again, because the answer to the first one was lost, is the same request.
alter table tickets add column request_key uuid unique;
