-- What the shop says in its emails in words of its own, by the kind of the email and, over the words for all, by branch;
-- null: the words of the program.
create table email_texts (
  id integer generated always as identity primary key,
  -- As src/modules/mail/email-kinds.ts names it.
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  department_id_1c text references departments (id_1c) on delete cascade,
  subject text check (subject <> '' and length(subject) <= 150 and subject !~ '[[:cntrl:]]'),
  heading text check (heading <> '' and length(heading) <= 150 and heading !~ '[[:cntrl:]]'),
  lead text check (lead <> '' and length(lead) <= 1000),
  closing text check (closing <> '' and length(closing) <= 1000),
  unique nulls not distinct (kind, department_id_1c),
  check (num_nonnulls(subject, heading, lead, closing) > 0)
);
create index email_texts_department on email_texts (department_id_1c);

-- The words of emails are read by the linter with all other texts.
alter table text_findings drop constraint text_findings_kind_check;
alter table text_findings add constraint text_findings_kind_check check (kind in ('seo', 'branch', 'page', 'article',
  'landing', 'vacancy', 'action', 'slide', 'wobbler', 'menu', 'form', 'brand', 'category', 'short', 'product', 'email'));
