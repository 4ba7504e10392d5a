-- Which process replaced the token: its clock and another one's may differ.
alter table refresh_tokens add column replaced_by uuid;
