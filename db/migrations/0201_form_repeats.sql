-- Who sent what, as a sum: the same words of the same person a moment later are the same request, though the page was opened anew.
alter table form_submissions add column sender_sum text not null default '';
create index form_submissions_sender_sum_idx on form_submissions (sender_sum, created_at) where sender_sum <> '';
