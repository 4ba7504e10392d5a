import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

export type PropertyValues = {
  /** The owner's rules; `shown` null: the value is not shown. */
  rules: { value: string; shown: string | null }[];
  /** What goods of 1C on sale show now, the most frequent first. */
  values: { value: string; goods: number }[];
};

/** So many values are listed: rules are made for the frequent ones. */
const most = 300;

/** Values of a property of 1C (its id) and the rules for them; null: there is no such property. */
export async function readPropertyValues(db: Db, property: string): Promise<PropertyValues | null> {
  const known = await sql<{ code: string; is_hidden: boolean }>`
    select a.code, coalesce(r.is_hidden, false) as is_hidden
    from onec_properties p left join onec_property_rules r on r.property_id_1c = p.id_1c
    left join onec_properties t on t.id_1c = r.into_id_1c
    join attributes a on a.id = coalesce(t.attribute_id, p.attribute_id)
    where p.id_1c = ${property}`.execute(db);
  const [own] = known.rows;
  if (!own) return null;
  const rules = await sql<PropertyValues['rules'][number]>`
    select value, shown from onec_value_rules where property_id_1c = ${property} order by value`.execute(db);
  if (own.is_hidden) return { rules: rules.rows, values: [] };
  const values = await sql<PropertyValues['values'][number]>`
    select shown.value, count(*)::int as goods from products p, lateral (select p.specs ->> ${own.code} as value) as shown
    where p.id_1c is not null and p.switched_off_at is null and shown.value is not null
    group by shown.value order by goods desc, shown.value limit ${most}`.execute(db);
  return { rules: rules.rows, values: values.rows };
}
