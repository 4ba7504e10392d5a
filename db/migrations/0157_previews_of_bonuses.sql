-- What other rules of bonuses would have come to is counted over the purchases of the last days.
create index card_movements_earned_at_idx on card_movements (at) where reason = 'earned';
