-- Requisites of a branch of its own (decision 170): another КПП, bank and hand under the papers. The row without a branch
-- is the shop's; it alone says whether VAT is paid, which one taxpayer does everywhere or nowhere.
alter table seller_requisites
  drop constraint seller_requisites_pkey,
  drop column is_only,
  add column id int generated always as identity primary key,
  add column department_id_1c text references departments (id_1c) on delete cascade,
  add column paper_index text,
  alter column is_vat_payer drop not null,
  alter column is_vat_payer drop default,
  add constraint seller_requisites_department_id_1c_key unique nulls not distinct (department_id_1c),
  add constraint seller_requisites_vat_check check ((department_id_1c is null) = (is_vat_payer is not null)),
  add constraint seller_requisites_paper_index_check
    check (paper_index is null or (paper_index ~ '^[0-9]{1,4}$' and department_id_1c is not null));

comment on column seller_requisites.paper_index is
  'What follows the number of an УПД of this branch behind a stroke: № 12/3 (Постановление 1137).';

update demonstration_rows d set
  key = jsonb_build_object('id', s.id),
  content = (d.content - 'is_only') || jsonb_build_object('id', s.id, 'department_id_1c', null, 'paper_index', null)
from seller_requisites s where d.table_name = 'seller_requisites';
