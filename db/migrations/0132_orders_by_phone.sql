-- An order that staff took on the phone: whoever orders so may have no email.
alter table orders add column is_by_phone boolean not null default false;
alter table orders alter column contact_email drop not null;
alter table orders add constraint orders_contact_email_unless_by_phone check (contact_email is not null or is_by_phone);
create index orders_by_phone_idx on orders (created_at desc) where is_by_phone;
