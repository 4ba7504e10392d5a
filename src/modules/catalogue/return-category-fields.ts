import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import type { OwnedCategoryField } from '#shared/category-fields.ts';

/**
 * What 1C sent last of these fields of a category stands in them again, and they follow its packages from now on; an
 * address stays until 1C next renames the group. Left with the shop: a field that 1C feeds not, and a place that would
 * put the category beneath itself, for the shop has put there what stands above it in 1C. Returns those given back.
 * Call in a transaction, for a place behind `lockCategoryTree`.
 */
export async function returnCategoryFields(
  db: Db,
  id: number,
  fields: readonly OwnedCategoryField[],
): Promise<OwnedCategoryField[]> {
  const { rows } = await sql<{ returned: OwnedCategoryField[] }>`
    with recursive below as (
      select ${id}::int as id union select c.id from categories c join below on c.parent_id = below.id
    ), sent as (
      select g.category_id as id, g.name, p.category_id as parent_id,
        g.off is null and not exists (select from onec_group_rules r where r.group_id_1c = g.id_1c) as is_on,
        case when p.category_id in (select id from below)
          then array_remove(${[...fields]}::text[], 'parent_id') else ${[...fields]}::text[] end as fields
      from onec_groups g left join onec_groups p on p.id_1c = g.parent_id_1c where g.category_id = ${id}
    )
    update categories c set
      own_fields = array(select unnest(c.own_fields) except select unnest(s.fields) order by 1),
      name = case when 'name' = any(s.fields) and 'name' = any(c.own_fields) then s.name else c.name end,
      parent_id = case when 'parent_id' = any(s.fields) and 'parent_id' = any(c.own_fields) then s.parent_id
        else c.parent_id end,
      switched_off_at = case when not ('is_on' = any(s.fields) and 'is_on' = any(c.own_fields)) then c.switched_off_at
        when not s.is_on then coalesce(c.switched_off_at, now()) end,
      changed_at = now()
    from sent s, (select own_fields from categories where id = ${id}) former
    where c.id = s.id and c.own_fields && s.fields
    returning array(select unnest(former.own_fields) except select unnest(c.own_fields) order by 1) as returned
  `.execute(db);
  await invalidate(db, ['catalogue']);
  return rows[0]?.returned ?? [];
}
