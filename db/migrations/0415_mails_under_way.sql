-- sending_at: a worker is handing the email over since then; kept_at: it stays here on purpose (a demonstration without SMTP_URL, or staff said so).
-- An email with neither and without sent_at waits to be sent, and is looked for every five minutes.
alter table mails add column sending_at timestamptz, add column kept_at timestamptz;

-- Until now nothing told what waits from what was kept: what is older than the queue's patience will not be sent unasked.
update mails set kept_at = now() where sent_at is null and failed_at is null and created_at < now() - interval '3 days';

create index mails_waiting_idx on mails (created_at) where sent_at is null and kept_at is null;
