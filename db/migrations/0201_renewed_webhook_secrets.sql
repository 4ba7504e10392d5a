-- A webhook's secret can be renewed: messages are signed with the former one as well for a day, so that the receiver
-- changes it when it suits them.
alter table webhooks
  add former_secret bytea,
  add former_until timestamptz,
  add check ((former_secret is null) = (former_until is null));
