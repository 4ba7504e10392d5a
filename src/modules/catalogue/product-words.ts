import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * Works out again what follows from the rows of these products: the ticks of filters (`facets`, made where they are not
 * there yet) and what they are found by (`search_text`). Call after their specs, names, brands or categories changed.
 */
export async function deriveProducts(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with ticks as (${ticksOf(ids)})
    insert into attribute_values (attribute_id, value, number)
    select distinct s.attribute_id, s.value,
      replace(substring(s.value from '^-?[0-9]{1,12}(?:[.,][0-9]{1,6})?'), ',', '.')::numeric
    from ticks s
    where not exists (
      select from attribute_values v where v.attribute_id = s.attribute_id and v.value = s.value collate russian)`.execute(
    db,
  );
  await sql`
    with ticks as (${ticksOf(ids)})
    update products p set
      facets = array(select distinct v.id from ticks s
        join attribute_values v on v.attribute_id = s.attribute_id and v.value = s.value collate russian
        where s.product_id = p.id order by 1),
      search_text = concat_ws(' ', p.name, m.name, p.article, p.barcode,
        (select b.name from brands b where b.id = p.brand_id),
        (select string_agg(distinct t.value #>> '{}', ' ') from jsonb_each(p.specs) t where jsonb_typeof(t.value) = 'string'),
        p.idcode,
        (select string_agg(c.name, ' ' order by pc.is_main desc, c.id)
          from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = p.id))
    from models m where m.id = p.model_id and p.id = any(${ids}::int[])`.execute(db);
}

/** Longer values are shown and not ticked. */
const longestTick = 250;

function ticksOf(ids: number[]) {
  return sql`
    select p.id as product_id, a.id as attribute_id, t.value
    from products p
    cross join jsonb_each(p.specs) e
    join attributes a on a.code = e.key and a.filter = 'values'
    cross join lateral (
      select case e.value when 'true'::jsonb then 'Да' when 'false'::jsonb then 'Нет' end as value
      where jsonb_typeof(e.value) = 'boolean'
      union all
      select btrim(part) from regexp_split_to_table(e.value #>> '{}',
        -- A value with a comma of its own is known as a whole.
        case when exists (
          select from attribute_values v where v.attribute_id = a.id and v.value = e.value #>> '{}' collate russian
        ) then '$.^' else ', ' end) part
      where jsonb_typeof(e.value) in ('string', 'number')
    ) t
    where p.id = any(${ids}::int[]) and t.value <> '' and length(t.value) <= ${longestTick}`;
}
