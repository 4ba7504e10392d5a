-- What the shop leads of a category that 1C feeds: its packages leave it as it is.
alter table categories add column own_fields text[] not null default '{}'
  check (own_fields <@ array['name', 'code', 'parent_id', 'is_on']);

-- What was changed in the back office already: it is not as 1C said it last.
update categories c
set own_fields = array_remove(array[
  case when c.name collate "C" <> g.name then 'name' end,
  case when c.parent_id is distinct from p.category_id then 'parent_id' end,
  case when (c.switched_off_at is null) <> (g.off is null)
    and not exists (select from onec_group_rules r where r.group_id_1c = g.id_1c) then 'is_on' end
], null)
from onec_groups g left join onec_groups p on p.id_1c = g.parent_id_1c
where g.category_id = c.id;
