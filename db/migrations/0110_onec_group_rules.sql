-- The owner's rules for groups of 1C, for all that stands under them too. Also for ids that goods name and 1C never
-- declared; '#other': goods of no group.
create table onec_group_rules (
  group_id_1c text primary key check (length(group_id_1c) between 1 and 250),
  -- Where its goods stand instead; null: nothing of the group is sold.
  category_id integer references categories (id) on delete cascade
);
create index onec_group_rules_category_id_idx on onec_group_rules (category_id);
