-- Sent forms of one kind, newest first.
create index form_submissions_code_idx on form_submissions (code, number desc);
