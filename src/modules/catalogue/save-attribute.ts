import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { slugOf } from '#shared/transliterate.ts';
import type { AttributeChange } from './attribute-change.ts';
import { deriveProducts } from './product-words.ts';
import { reservedCodes } from './reserved-codes.ts';

export type StaffAttribute = {
  id: number;
  id_1c: string | null;
  code: string;
  name: string;
  type: 'text' | 'number' | 'enum' | 'boolean';
  unit: string | null;
  filter: 'values' | 'range' | null;
  group_name: string;
  position: number;
  /** Goods that say something of it. */
  goods: number;
};

export async function listStaffAttributes(db: Db): Promise<StaffAttribute[]> {
  const { rows } = await sql<StaffAttribute>`
    select a.id, a.id_1c, a.code, a.name, a.type, a.unit, a.filter, a.group_name, a.position,
      coalesce(u.goods, 0)::int as goods
    from attributes a left join (
      select code, count(*) as goods from products p, jsonb_object_keys(p.specs) code group by code
    ) u on u.code = a.code
    order by a.position, a.name, a.id`.execute(db);
  return rows;
}

/** null: there is none. */
export async function readStaffAttribute(db: Db, id: number, isLocked = false): Promise<StaffAttribute | null> {
  if (isLocked) await db.selectFrom('attributes').select('id').where('id', '=', id).forUpdate().execute();
  const { rows } = await sql<StaffAttribute>`
    select a.id, a.id_1c, a.code, a.name, a.type, a.unit, a.filter, a.group_name, a.position,
      (select count(*)::int from products p where p.specs ? a.code) as goods
    from attributes a where a.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** A code that is reserved or taken gets a number. Returns the id. Call in a transaction. */
export async function createAttribute(
  db: Db,
  { name, type, unit, filter }: Pick<StaffAttribute, 'name' | 'type' | 'unit' | 'filter'>,
): Promise<{ id: number }> {
  refuseFilter(type, filter);
  const wish = (slugOf(name) || 'svoystvo').replaceAll('-', '_').slice(0, 60).replace(/_$/, '');
  const { rows: taken } = await sql<{ code: string }>`
    select code from attributes where code = ${wish} or code ~ ${`^${wish}_[0-9]+$`}`.execute(db);
  const codes = new Set(taken.map(({ code }) => code));
  let code = reservedCodes.has(wish) ? `${wish}_2` : wish;
  for (let n = 2; codes.has(code); n++) code = `${wish}_${n}`;
  const { rows } = await sql<{ id: number }>`
    insert into attributes (code, name, type, unit, filter, position)
    select ${code}, ${name}, ${type}, ${unit}, ${filter}, coalesce(max(position) + 1, 0) from attributes
    returning id`.execute(db);
  await invalidate(db, ['catalogue']);
  return { id: ensure(rows[0]).id };
}

/** Throws bad_input. Call in a transaction. */
export async function saveAttribute(db: Db, before: StaffAttribute, change: AttributeChange): Promise<void> {
  if (change.filter !== undefined) refuseFilter(before.type, change.filter);
  await db.updateTable('attributes').set(change).where('id', '=', before.id).execute();
  if (change.filter !== undefined && change.filter !== before.filter)
    await deriveProducts(db, await goodsWith(db, before.code));
  await invalidate(db, ['catalogue']);
}

function refuseFilter(type: StaffAttribute['type'], filter: StaffAttribute['filter']): void {
  if (filter === 'range' && type !== 'number')
    throw new Refusal('bad_input', { fields: { filter: 'Диапазон бывает только у чисел' } });
}

export type SpelledValue = { value: string; goods: number /** The same but for case and spaces. */; twins: string[] };

/** What goods say of an attribute, the most frequent first. */
export async function attributeValues(db: Db, code: string): Promise<SpelledValue[]> {
  const { rows } = await sql<{ value: string; goods: number; key: string }>`
    select p.specs ->> ${code} as value, count(*)::int as goods,
      lower(regexp_replace(btrim(p.specs ->> ${code}), '\s+', ' ', 'g')) as key
    from products p where p.specs ? ${code}::text
    group by 1, 3 order by goods desc, value limit 2000`.execute(db);
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return rows.map(({ value, goods, key }) => ({
    value,
    goods,
    twins: (byKey.get(key) ?? []).map((row) => row.value).filter((other) => other !== value),
  }));
}

/**
 * Goods that say one of `from` say `into` from now on, and promotions that ask for one of them ask for it. Returns how
 * many goods changed. Call in a transaction.
 */
export async function mergeValues(
  db: Db,
  { code, type }: Pick<StaffAttribute, 'code' | 'type'>,
  { from, into }: { from: string[]; into: string },
  now = new Date(),
): Promise<number> {
  if (type !== 'text' && type !== 'enum') throw new Refusal('bad_input', {}, 'Объединяют только текстовые значения');
  const { rows } = await sql<{ id: number }>`
    update products p set specs = jsonb_set(p.specs, array[${code}::text], to_jsonb(${into}::text)), changed_at = ${now}
    where p.specs ->> ${code} = any(${from}::text[]) and p.specs ->> ${code} <> ${into}
    returning p.id`.execute(db);
  await sql`
    update action_condition_attributes t
    set chosen = array(select distinct case when c = any(${from}::text[]) then ${into} else c end from unnest(t.chosen) c)
    from attributes a where a.id = t.attribute_id and a.code = ${code} and t.chosen && ${from}::text[]`.execute(db);
  const ids = rows.map(({ id }) => id);
  await deriveProducts(db, ids);
  await invalidate(db, ['catalogue']);
  return ids.length;
}

async function goodsWith(db: Db, code: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select p.id from products p where p.specs ? ${code}::text`.execute(db);
  return rows.map(({ id }) => id);
}
