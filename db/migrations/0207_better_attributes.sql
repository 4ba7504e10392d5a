-- Which way an attribute is better, so that comparison can mark the best value; null: a matter of taste or of the job.
alter table attributes add column better text check (better in ('more', 'less'));
