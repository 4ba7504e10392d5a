-- A card that was stolen or misused opens nothing and pays for nothing until staff release it; its ledger goes on.
alter table cards
  add column blocked_at timestamptz,
  add column blocked_by text,
  add column block_reason text not null default '',
  add constraint cards_blocked_by_check check ((blocked_at is null) = (blocked_by is null)),
  add constraint cards_block_reason_check check (length(block_reason) <= 500);

create index cards_by_phone on cards (phone) where phone is not null;
