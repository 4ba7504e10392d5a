-- Who of the shop looks after a firm; its people are told on the dashboard.
alter table companies
  add column manager_name text check (length(manager_name) between 2 and 100),
  add column manager_phone text check (manager_phone ~ '^\+7[0-9]{10}$'),
  add column manager_email text check (length(manager_email) between 5 and 254),
  add check (manager_name is not null or num_nonnulls(manager_phone, manager_email) = 0);
