import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { Property } from './declarations.ts';
import { attributeOf, type PropertyRule } from './properties.ts';

/**
 * How 1C, or the owner's rule for its property, calls an attribute: what stands there again when the shop gives it
 * back. null: no property of 1C makes it.
 */
export async function onecWordsOf(db: Db, attribute_id: number): Promise<{ name: string; unit: string | null } | null> {
  const { rows } = await sql<{ id_1c: string; sent_name: string; type: Property['type']; rule: PropertyRule | null }>`
    select p.id_1c, p.name as sent_name, p.type, to_jsonb(r) as rule
    from onec_properties p left join onec_property_rules r on r.property_id_1c = p.id_1c
    where p.attribute_id = ${attribute_id} and r.is_hidden is not true and r.into_id_1c is null
    order by p.id_1c limit 1`.execute(db);
  const [property] = rows;
  if (!property) return null;
  const { id_1c, sent_name, type, rule } = property;
  const { name, unit } = attributeOf(
    { name: id_1c.startsWith('#') ? id_1c.slice(1) : sent_name, type },
    rule ?? undefined,
  );
  return { name, unit };
}
