import { z } from 'zod';
import { affectByProperties, createAffected } from './affected.ts';
import { findNamed, refuse } from './change-mapping.ts';
import { type Connection, inReading, inTransaction, type Place } from './connection.ts';
import { deriveAgain } from './derive-again.ts';
import { requisiteMark } from './goods-and-offers.ts';
import { valueKey } from './product-row.ts';
import { attributeOf, makeRequisiteProperty, type PropertyRule, readPropertyRule } from './properties.ts';

const text = (most: number) => z.string().trim().min(1, 'Пустое значение').max(most, `Не длиннее ${most} знаков`);

/** The owner's words for an attribute; what is left out stays as 1C says. */
export const AttributeRule = z.object({
  name: text(250).optional(),
  type: z.enum(['text', 'number', 'enum', 'boolean'], 'Тип: text, number, enum или boolean').optional(),
  unit: text(50).optional(),
  group_name: text(100).optional(),
  filter: z.enum(['values', 'range', 'none'], 'Фильтр: values, range или none').optional(),
  position: z.int('Место: целое число').min(0, 'Место: от 0').max(100_000, 'Место: до 100000').optional(),
});
export type AttributeRule = z.infer<typeof AttributeRule>;

export type PropertyView = {
  id: string;
  name: string;
  type: string;
  /** What people see of it. */
  attribute: {
    name: string;
    code: string;
    type: string;
    unit: string | null;
    group_name: string;
    filter: string | null;
  };
  /** null: as 1C says. `into`: the name of the property whose values its own are. */
  rule: 'hidden' | 'changed' | { into: string } | null;
  /** Values that are shown as another text; null: not at all. */
  values: { value: string; shown: string | null }[];
};

/** Properties of 1C, characteristics ('#Размер') and requisites ('=Вид'), with what the owner decided of them. */
export async function readProperties(url: string): Promise<PropertyView[]> {
  return inReading(url, async (client) => {
    const { rows } = await client.query<PropertyView>(`
      select p.id_1c as id, p.name, p.type,
        json_build_object('name', a.name, 'code', a.code, 'type', a.type, 'unit', a.unit, 'group_name', a.group_name,
          'filter', a.filter) as attribute,
        case when r.is_hidden then '"hidden"'::json when t.name is not null then json_build_object('into', t.name)
          when r.property_id_1c is not null then '"changed"' end as rule,
        coalesce((select json_agg(json_build_object('value', v.value, 'shown', v.shown) order by v.value)
          from onec_value_rules v where v.property_id_1c = p.id_1c), '[]') as values
      from onec_properties p
      left join onec_property_rules r on r.property_id_1c = p.id_1c
      left join onec_properties t on t.id_1c = r.into_id_1c
      join attributes a on a.id = coalesce(t.attribute_id, p.attribute_id)
      order by a.position, p.name`);
    return rows;
  });
}

type Known = {
  id_1c: string;
  name: string;
  type: PropertyRuleType;
  attribute_id: number;
  is_ruled: boolean;
  is_hidden: boolean;
  into_id_1c: string | null;
};
type PropertyRuleType = NonNullable<PropertyRule['type']>;
type Counts = { created: number; changed: number; switched_off: number };

/**
 * The owner's rule for a property of 1C (its id or name): it is hidden, its values go into another property's
 * attribute, its attribute is changed in what is named, or all is as 1C says (null). A requisite that waited ('=Вид')
 * becomes a property with its first rule. Goods are worked out again at once. Refused in Russian: an unknown property,
 * one into itself or into one that is not shown, types that differ.
 */
export async function mapProperty(
  url: Place,
  { property, rule }: { property: string; rule: 'hidden' | { into: string } | AttributeRule | null },
  progress: (text: string) => void = () => {},
): Promise<Counts> {
  return inTransaction(url, async (client) => {
    if (property.startsWith(requisiteMark)) await makeRequisiteProperty(client, property);
    const known = await loadProperties(client);
    const own = findNamed(known, property, 'свойство');
    const affected = [
      own.id_1c,
      ...known.filter(({ into_id_1c }) => into_id_1c === own.id_1c).map(({ id_1c }) => id_1c),
    ];
    const led = affected.length - 1;
    await client.query('delete from onec_property_rules where property_id_1c = $1', [own.id_1c]);
    if (rule === 'hidden') {
      if (led > 0) refuse(`в свойство «${own.name}» собраны другие, сначала уберите их правила`);
      await client.query('insert into onec_property_rules (property_id_1c, is_hidden) values ($1, true)', [own.id_1c]);
    } else if (rule !== null && 'into' in rule) {
      if (led > 0) refuse(`в свойство «${own.name}» собраны другие, сначала уберите их правила`);
      const target = await targetOf(client, own, findNamed(known, rule.into, 'свойство'));
      await client.query('insert into onec_property_rules (property_id_1c, into_id_1c) values ($1, $2)', [
        ...[own.id_1c, target],
      ]);
    } else if (rule !== null) await addRule(client, own, rule);
    await settleAttribute(client, own);
    await createAffected(client);
    await affectByProperties(client, affected);
    return countsOf(await deriveAgain(client, progress));
  });
}

/** A text of a property's values is shown as another, not at all (null), or as 1C says (undefined). */
export async function mapValue(
  url: Place,
  { property, value, shown }: { property: string; value: string; shown: string | null | undefined },
  progress: (text: string) => void = () => {},
): Promise<Counts> {
  return inTransaction(url, async (client) => {
    const own = findNamed(await loadProperties(client), property, 'свойство');
    const key = valueKey(value);
    if (key === '' || key.length > longestValue) refuse('значение пустое или длиннее 250 знаков');
    const text = shown?.trim();
    if (text !== undefined && (text === '' || text.length > longestValue))
      refuse('значение пустое или длиннее 250 знаков');
    if (shown === undefined)
      await client.query('delete from onec_value_rules where property_id_1c = $1 and value = $2', [own.id_1c, key]);
    else {
      const { rows } = await client.query<{ count: number }>('select count(*) as count from onec_value_rules');
      if ((rows[0]?.count ?? 0) >= mostValues) refuse(`правил для значений уже ${mostValues}`);
      await client.query(
        `insert into onec_value_rules (property_id_1c, value, shown) values ($1, $2, $3)
         on conflict (property_id_1c, value) do update set shown = excluded.shown`,
        [own.id_1c, key, text ?? null],
      );
    }
    await createAffected(client);
    await affectByProperties(client, [own.id_1c]);
    return countsOf(await deriveAgain(client, progress));
  });
}

/** The longest value a rule can name, letters; the table holds it too. */
export const longestValue = 250;

/** Rules for values: all of them lie in memory while goods are worked out. */
export const mostValues = 20_000;

function countsOf({ created, changed, switched_off }: Counts): Counts {
  return { created, changed, switched_off };
}

async function loadProperties(client: Connection): Promise<Known[]> {
  const { rows } = await client.query<Known>(
    `select p.id_1c, p.name, p.type, p.attribute_id, r.property_id_1c is not null as is_ruled,
       coalesce(r.is_hidden, false) as is_hidden, r.into_id_1c
     from onec_properties p left join onec_property_rules r on r.property_id_1c = p.id_1c`,
  );
  return rows;
}

/** Values of both must read alike: a filter by numbers has no place for words. */
async function targetOf(client: Connection, own: Known, target: Known): Promise<string> {
  if (own.id_1c === target.id_1c) refuse('свойство нельзя собрать в само себя');
  if (target.is_hidden || target.into_id_1c !== null)
    refuse(`свойство «${target.name}» скрыто или само собрано в другое`);
  const { rows } = await client.query<{ type: PropertyRuleType }>('select type from attributes where id = $1', [
    target.attribute_id,
  ]);
  const type = rows[0]?.type;
  const isText = (one: string | undefined) => one === 'enum' || one === 'text';
  if (type !== own.type && !(isText(type) && isText(own.type)))
    refuse(`свойства разного типа: «${own.name}» — ${own.type}, «${target.name}» — ${type}`);
  return target.id_1c;
}

async function addRule(client: Connection, own: Known, rule: AttributeRule): Promise<void> {
  const type = rule.type ?? own.type;
  if (rule.unit !== undefined && type !== 'number') refuse('единица бывает только у чисел: добавьте --type number');
  if (rule.filter === 'range' && type !== 'number') refuse('фильтр от и до бывает только у чисел');
  const { name, unit, group_name, filter, position } = rule;
  await client.query(
    `insert into onec_property_rules (property_id_1c, name, type, unit, group_name, filter, position)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [own.id_1c, name ?? null, rule.type ?? null, unit ?? null, group_name ?? null, filter ?? null, position ?? null],
  );
}

/** The property's own attribute, as 1C and its rule say it now. */
async function settleAttribute(
  client: Connection,
  { id_1c, name, type, attribute_id, is_ruled }: Known,
): Promise<void> {
  const rule = await readPropertyRule(client, id_1c);
  if (!rule && !is_ruled) return;
  const next = attributeOf({ name: id_1c.startsWith('#') ? id_1c.slice(1) : name, type }, rule);
  await client.query(
    `update attributes set name = $2, type = $3, unit = $4, filter = $5, group_name = coalesce($6, 'Основные'),
       position = coalesce($7, case when $8 then 1000 + id else position end)
     where id = $1`,
    [
      ...[attribute_id, next.name, next.type, next.unit, next.filter, rule?.group_name ?? null],
      ...[rule?.position ?? null, !rule],
    ],
  );
}
