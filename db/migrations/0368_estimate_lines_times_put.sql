-- How often a line went into the cart: a page that was drawn before does not tick it again.
alter table estimate_lines add column times_put integer not null default 0 check (times_put >= 0);
