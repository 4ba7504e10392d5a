import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { lockKey } from './connection.ts';
import { attributeOf } from './properties.ts';

/** Names of the properties of 1C whose values an attribute holds; empty: 1C knows nothing of it. */
export async function feedingProperties(db: Db, attribute_id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(p.name, ''), p.id_1c) as name from onec_properties p
    left join onec_property_rules r on r.property_id_1c = p.id_1c
    left join onec_properties t on t.id_1c = r.into_id_1c
    where coalesce(t.attribute_id, p.attribute_id) = ${attribute_id} and r.is_hidden is not true
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * No goods are worked out by what 1C sent until the end of the transaction. Throws exchange_busy while some are: they
 * would be written by the type that the attribute had. Call before the attribute is locked.
 */
export async function holdOffExchange(db: Db): Promise<void> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select pg_try_advisory_xact_lock(${sql.raw(lockKey)}) as is_taken`.execute(db);
  if (!rows[0]?.is_taken) throw new Refusal('exchange_busy', { retry_after: 10 });
}

/**
 * The attribute stays of this type, with this unit, whatever 1C calls its property: the owner's rule for the property
 * says so, and nothing where 1C says the same. Goods are not worked out again: they say what the next package would
 * make of them. A property that is hidden, or goes into another, needs no rule. Call in the transaction of the change.
 */
export async function keepAttributeType(
  db: Db,
  attribute_id: number,
  { type, unit }: { type: AttributeType; unit: string | null },
): Promise<void> {
  const { rows } = await sql<{ id_1c: string; name: string; type: AttributeType }>`
    select id_1c, name, type from onec_properties where attribute_id = ${attribute_id}`.execute(db);
  const [property] = rows;
  if (!property) return;
  const sent = attributeOf({ name: property.name, type });
  const ownUnit = type === 'number' && unit !== sent.unit ? unit : null;
  await sql`
    insert into onec_property_rules as r (property_id_1c, type, unit)
    values (${property.id_1c}, ${type === property.type ? null : type}, ${ownUnit})
    on conflict (property_id_1c) do update set type = excluded.type, unit = excluded.unit,
      filter = case when r.filter = 'range' and ${type}::text <> 'number' then null else r.filter end
    where not r.is_hidden and r.into_id_1c is null`.execute(db);
  await sql`
    delete from onec_property_rules
    where property_id_1c = ${property.id_1c} and not is_hidden and into_id_1c is null
      and num_nonnulls(name, type, unit, group_name, filter, position) = 0`.execute(db);
}

type AttributeType = 'text' | 'number' | 'enum' | 'boolean';
