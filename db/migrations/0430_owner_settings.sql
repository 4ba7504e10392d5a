-- Who sells and how the contact centre is reached were constants of the source; now they are rows that the owner changes. A database that holds
-- a shop keeps what its pages said; the bare address of the social network, which led to nobody's page, goes.
insert into settings (key, value)
select 'company', jsonb_build_object(
  'name', coalesce(r.name, 'ООО «ИДД»'), 'inn', coalesce(r.inn, '3525000101'), 'ogrn', coalesce(r.ogrn, '1263525000034'),
  'email', 'zakaz@idd.example', 'vk_url', null)
from (select) as one left join seller_requisites r on true
where exists (select from departments)
on conflict do nothing;

insert into settings (key, value)
select 'contact_centre', '{
  "phones": ["8 800 000-35-35", "+7 (8172) 00-35-35"],
  "tooltip_hours": ["Пн–Пт 08:30–17:30", "Сб–Вс 10:00–20:00"],
  "header_hours": ["Пн–Пт 09:00–20:00", "Сб–Вс 10:00–20:00"]
}'::jsonb
where exists (select from departments)
on conflict do nothing;

alter table settings
  add check (key <> 'company' or value ?& array['name', 'inn', 'ogrn', 'email', 'vk_url']),
  add check (key <> 'contact_centre' or value ?& array['phones', 'tooltip_hours', 'header_hours']);

-- The same name and numbers stand on pages and on documents: one row says them.
alter table seller_requisites drop column name, drop column inn, drop column ogrn;
