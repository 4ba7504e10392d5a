import { reservedCodes } from '#modules/catalogue/reserved-codes.ts';
import { ensure } from '#shared/ensure.ts';
import type { Connection } from './connection.ts';
import type { Property } from './declarations.ts';
import { requisiteMark } from './goods-and-offers.ts';
import type { ImportAttribute } from './product-row.ts';
import { shortSlug } from './short-slug.ts';
import type { Staged } from './staging.ts';

/**
 * Properties → attributes, dictionaries → their texts. Returns the properties whose goods must be looked at again:
 * those that changed their type or the text of a value already known.
 */
export async function applyProperties(client: Connection, staged: Staged): Promise<Set<string>> {
  const affected = new Set<string>();
  for (const { code, name } of staged.units.values()) {
    await client.query(
      `insert into onec_units (code, name) values ($1, $2)
       on conflict (code) do update set name = excluded.name where onec_units.name <> excluded.name`,
      [code, name],
    );
  }
  if (staged.properties.size === 0) return affected;
  const { rows } = await client.query<KnownProperty>(
    'select id_1c, name, type, attribute_id from onec_properties where id_1c = any($1)',
    [[...staged.properties.keys()]],
  );
  const known = new Map(rows.map((row) => [row.id_1c, row]));
  const created = [...staged.properties.values()].filter(({ id }) => !known.has(id));
  if (created.length > 0) await createProperties(client, await openCodes(client), created);
  for (const property of staged.properties.values()) {
    const now = known.get(property.id);
    if (!now) affected.add(property.id);
    else if (now.name !== property.name || now.type !== property.type) {
      if (now.type !== property.type) affected.add(property.id);
      await changeProperty(client, now, property);
    }
  }
  for (const id of await applyDictionaries(client, [...staged.properties.values()])) affected.add(id);
  return affected;
}

async function applyDictionaries(client: Connection, properties: Property[]): Promise<string[]> {
  if (properties.every(({ values }) => values.length === 0)) return [];
  await client.query(`create temp table staged_values (property_id text, value_id text, value text) on commit drop`);
  for (const { id, values } of properties) {
    const unique = new Map(values);
    await client.copy(
      'staged_values (property_id, value_id, value)',
      [...unique].map(([valueId, value]) => [id, valueId, value]),
    );
  }
  const { rows } = await client.query<{ property_id_1c: string }>(
    `update onec_property_values v set value = s.value from staged_values s
     where v.property_id_1c = s.property_id and v.value_id = s.value_id and v.value <> s.value
     returning v.property_id_1c`,
  );
  const { rows: added } = await client.query<{ property_id_1c: string }>(
    `insert into onec_property_values (property_id_1c, value_id, value)
     select property_id, value_id, value from staged_values s
     where not exists (select from onec_property_values v where v.property_id_1c = s.property_id and v.value_id = s.value_id)
     returning property_id_1c`,
  );
  // A value may have been named by goods before its dictionary came.
  return [...new Set([...rows, ...added].map(({ property_id_1c }) => property_id_1c))];
}

type NewProperty = Pick<Property, 'id' | 'name' | 'type'>;

/** All at once: a package may bring thousands. */
async function createProperties(
  client: Connection,
  codes: Codes,
  properties: NewProperty[],
): Promise<ImportAttribute[]> {
  const drafts = properties.map(({ id, name, type }) => {
    const { bare, unit } = splitUnit(name || 'Свойство', type);
    return { id_1c: id, sent_name: name, ...codes.take(bare), name: bare, type, unit, filter: filterOf(type) };
  });
  const { rows } = await client.query<{ id: number; code: string }>(
    `with drafts as (
       select * from jsonb_to_recordset($1::jsonb)
         as d (id_1c text, sent_name text, code text, position int, name text, type text, unit text, filter text)
     ), made as (
       insert into attributes (id_1c, code, name, type, unit, filter, card_position, position)
       select id_1c, code, name, type, unit, filter, case when type = 'enum' or unit is not null then 100 end, position from drafts
       order by position returning id, code
     ), noted as (
       insert into onec_properties (id_1c, name, type, attribute_id)
       select id_1c, sent_name, type, made.id from drafts join made using (code)
     )
     select id, code from made`,
    [JSON.stringify(drafts)],
  );
  const ids = new Map(rows.map(({ id, code }) => [code, id]));
  return drafts.map(({ code, name, type, unit, filter }) => ({
    id: ensure(ids.get(code)),
    code,
    name,
    type,
    sent_type: type,
    unit,
    filter,
    shown: null,
  }));
}

/** Makes a property of text of a requisite; nothing, when it is one already or no good has such a requisite. */
export async function makeRequisiteProperty(client: Connection, id: string): Promise<void> {
  const { rows } = await client.query<{ is_new: boolean }>(
    `select exists (
       select from onec_goods o, json_array_elements(o.data -> 'properties') as property
       where json_typeof(o.data -> 'properties') = 'array' and property ->> 0 = $1
     ) and not exists (select from onec_properties where id_1c = $1) as is_new`,
    [id],
  );
  if (!ensure(rows[0]).is_new) return;
  const name = id.slice(requisiteMark.length);
  await createProperties(client, await openCodes(client), [{ id, name, type: 'text' }]);
}

type KnownProperty = { id_1c: string; name: string; type: Property['type']; attribute_id: number };

/** A name or a unit that is not what 1C last said is the shop's own: it stays. */
async function changeProperty(client: Connection, now: KnownProperty, { id, name, type }: Property): Promise<void> {
  await client.query('update onec_properties set name = $2, type = $3 where id_1c = $1', [id, name, type]);
  const rule = await readPropertyRule(client, id);
  const former = attributeOf(now, rule);
  const next = attributeOf({ name, type }, rule);
  await client.query(
    `update attributes set name = case when name collate "C" = $7 then $2 else name end,
       unit = case when $4 <> 'number' then null when unit is not distinct from $8 then $3 else unit end, type = $4,
       filter = case when type = $4 and not $6 then filter else $5 end where id = $1`,
    [
      ...[now.attribute_id, next.name, next.unit, next.type, next.filter],
      ...[Boolean(rule?.filter), former.name, former.unit],
    ],
  );
}

/** What the owner says of a property; null: as 1C says. */
export type PropertyRule = {
  is_hidden: boolean;
  into_id_1c: string | null;
  name: string | null;
  type: Property['type'] | null;
  unit: string | null;
  group_name: string | null;
  filter: 'values' | 'range' | 'none' | null;
  position: number | null;
};

/** The owner's rule of a property; undefined: there is none. */
export async function readPropertyRule(client: Connection, id_1c: string): Promise<PropertyRule | undefined> {
  const { rows } = await client.query<PropertyRule>(
    `select is_hidden, into_id_1c, name, type, unit, group_name, filter, position from onec_property_rules
     where property_id_1c = $1`,
    [id_1c],
  );
  return rows[0];
}

/** The attribute that a property becomes by its rule. */
export function attributeOf(
  sent: Pick<Property, 'name' | 'type'>,
  rule?: PropertyRule,
): Pick<ImportAttribute, 'name' | 'type' | 'unit' | 'filter'> {
  const type = rule?.type ?? sent.type;
  const { bare, unit } = splitUnit(sent.name || 'Свойство', type);
  const filter = rule?.filter ?? filterOf(type);
  return {
    name: rule?.name ?? bare,
    type,
    unit: type === 'number' ? (rule?.unit ?? unit) : null,
    filter: filter === 'none' ? null : filter,
  };
}

function filterOf(type: Property['type']): 'values' | 'range' | null {
  return type === 'number' ? 'range' : type === 'text' ? null : 'values';
}

/** «Длина, мм» is a number of millimetres called «Длина»; «Габарит_Вес» is read with a space. */
function splitUnit(name: string, type: Property['type']): { bare: string; unit: string | null } {
  const folded = name.replace(/_/g, ' ').replace(/\s+/g, ' ').trim();
  const match = /^(.+?)(?:,\s*|\s*\()(мм|см|м|м2|м²|м3|м³|г|кг|т|мл|л|Вт|кВт|В|А|шт|%|°C|мин|ч)\.?\)?$/.exec(folded);
  if (type !== 'number' || !match) return { bare: folded, unit: null };
  return { bare: ensure(match[1]), unit: ensure(match[2]).replace(/^м2$/, 'м²').replace(/^м3$/, 'м³') };
}

type Codes = Awaited<ReturnType<typeof openCodes>>;

/** Codes and places of new attributes, without asking the database for each. */
async function openCodes(client: Connection) {
  const { rows } = await client.query<{ code: string }>('select code from attributes');
  const count = await client.query<{ count: number }>('select count(*) as count from onec_properties');
  const taken = new Set(rows.map(({ code }) => code));
  /** By base: the last number that was tried. Thousands of properties may have one name. */
  const lastTried = new Map<string, number>();
  let position = 1_000 + ensure(count.rows[0]).count;
  return {
    take(name: string): { code: string; position: number } {
      const base =
        shortSlug(name)
          .replaceAll('-', '_')
          .replace(/_(from|to)$/, '') || 'svoystvo';
      let code = base;
      let n = lastTried.get(base) ?? 1;
      while (taken.has(code) || reservedCodes.has(code)) code = `${base}_${++n}`;
      lastTried.set(base, n);
      taken.add(code);
      return { code, position: position++ };
    },
  };
}

/**
 * Attributes by the ids of 1C's properties, and the ones made here for characteristics ('#Размер'). A hidden property
 * has none; one that goes into another has that one's.
 */
export async function openAttributes(client: Connection) {
  const { rows } = await client.query<Omit<ImportAttribute, 'shown'> & { id_1c: string; is_hidden: boolean }>(
    `select p.id_1c, p.type as sent_type, coalesce(r.is_hidden, false) as is_hidden,
       a.id, a.code, a.name, a.type, a.unit, a.filter
     from onec_properties p
     left join onec_property_rules r on r.property_id_1c = p.id_1c
     left join onec_properties t on t.id_1c = r.into_id_1c
     join attributes a on a.id = coalesce(t.attribute_id, p.attribute_id)`,
  );
  const shown = await loadShownValues(client);
  const codes = await openCodes(client);
  const byProperty = new Map<string, ImportAttribute | undefined>(
    rows.map(({ id_1c, is_hidden, ...attribute }) => [
      id_1c,
      is_hidden ? undefined : { ...attribute, shown: shown.get(id_1c) ?? null },
    ]),
  );
  return {
    get: (propertyId: string) => byProperty.get(propertyId),
    /** Makes the attribute of a characteristic on first sight. */
    async ensureNamed(propertyId: string): Promise<void> {
      if (byProperty.has(propertyId)) return;
      const own = { id: propertyId, name: propertyId.slice(1), type: 'enum' as const };
      byProperty.set(propertyId, ensure((await createProperties(client, codes, [own]))[0]));
    },
  };
}

/** By property: by the value's key, what is shown instead; null: nothing. */
async function loadShownValues(client: Connection): Promise<Map<string, Map<string, string | null>>> {
  const { rows } = await client.query<{ property_id_1c: string; value: string; shown: string | null }>(
    'select property_id_1c, value, shown from onec_value_rules',
  );
  const byProperty = Map.groupBy(rows, ({ property_id_1c }) => property_id_1c);
  return new Map([...byProperty].map(([id, own]) => [id, new Map(own.map(({ value, shown }) => [value, shown]))]));
}
