-- What an exchange has said of an offer: 1 its description, 2 its prices, 4 its rests. A package that is approved late
-- gives way in these parts alone, and in the groups of the classifiers that came since. Rows of before may be all.
alter table onec_listed add column parts smallint not null default 7,
  drop constraint onec_listed_kind_check,
  add constraint onec_listed_kind_check check (kind in ('good', 'offer', 'classifier'));
alter table onec_listed alter column parts drop default;
