import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import type { OwnedCategoryField } from '#shared/category-fields.ts';

/**
 * What 1C said last of this field of a category stands in it again, and follows its packages from now on; an address
 * stays until 1C next renames the group. Throws bad_input: the shop does not lead the field, or what stands above the
 * group in 1C stands beneath it in the shop. Call in a transaction, behind `holdOffExchange` and `lockCategoryTree`.
 */
export async function returnCategoryField(db: Db, id: number, field: OwnedCategoryField): Promise<void> {
  const { rows } = await sql<{ name: string; parent_id: number | null; is_on: boolean; is_ring: boolean }>`
    with recursive below as (
      select ${id}::int as id union select c.id from categories c join below on c.parent_id = below.id
    )
    select g.name, p.category_id as parent_id, p.category_id in (select id from below) as is_ring,
      g.off is null and not exists (select from onec_group_rules r where r.group_id_1c = g.id_1c) as is_on
    from onec_groups g left join onec_groups p on p.id_1c = g.parent_id_1c
    join categories c on c.id = g.category_id and ${field} = any(c.own_fields)
    where g.category_id = ${id}`.execute(db);
  const [said] = rows;
  if (!said) throw new Refusal('bad_input', {}, 'Это поле и так ведёт 1С');
  if (field === 'parent_id' && said.is_ring)
    throw new Refusal(
      'bad_input',
      {},
      'Раздел, в котором он стоит в 1С, сейчас стоит внутри него: переместите тот раньше',
    );
  await db
    .updateTable('categories')
    .set({
      own_fields: sql<string[]>`array_remove(own_fields, ${field}::text)`,
      ...(field === 'name' && { name: said.name }),
      ...(field === 'parent_id' && { parent_id: said.parent_id }),
      ...(field === 'is_on' && {
        switched_off_at: said.is_on ? null : sql<Date>`coalesce(switched_off_at, now())`,
      }),
      changed_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
  await invalidate(db, ['catalogue']);
}
