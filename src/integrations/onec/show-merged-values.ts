import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { longestValue, mostValues } from './map-property.ts';
import { valueKey } from './product-row.ts';

/**
 * What 1C says of an attribute in one of the spellings `from` is shown as `into` by every later exchange, as it is on
 * the goods of today. Values that are longer than a rule can name are left out; an attribute that 1C knows nothing of
 * needs no rules. Throws bad_input when there are too many rules. Call in the transaction of the merge.
 */
export async function showMergedValues(
  db: Db,
  attribute_id: number,
  { from, into }: { from: string[]; into: string },
): Promise<void> {
  const keys = [...new Set(from.map(valueKey))].filter((key) => key !== '' && key.length <= longestValue);
  const feeding = sql`
    select p.id_1c from onec_properties p
    left join onec_property_rules r on r.property_id_1c = p.id_1c
    left join onec_properties t on t.id_1c = r.into_id_1c
    where coalesce(t.attribute_id, p.attribute_id) = ${attribute_id}`;
  await sql`
    update onec_value_rules set shown = ${into}
    where property_id_1c in (${feeding}) and shown = any(${from}::text[])`.execute(db);
  await sql`
    insert into onec_value_rules (property_id_1c, value, shown)
    select f.id_1c, k.key, ${into} from (${feeding}) f cross join unnest(${keys}::text[]) k (key)
    on conflict (property_id_1c, value) do update set shown = excluded.shown`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from onec_value_rules`.execute(db);
  if ((rows[0]?.count ?? 0) > mostValues)
    throw new Refusal('bad_input', {}, `Правил для значений 1С больше ${mostValues}`);
}
