import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import type { ActionCondition } from './action-fields.ts';

/** More goods of one promotion are no promotion any more, and their pages would all be made again at once. */
export const mostActionGoods = 10_000;

/** A product that takes part, as the editor of conditions shows it. */
export type FittingProduct = { id: number; name: string; article: string | null; image: string | null };

/** Conditions of a promotion in their order. */
export async function readConditions(db: Db, action_id: number): Promise<ActionCondition[]> {
  const { rows } = await sql<ActionCondition>`
    select c.category_id, c.brand_ids, c.price_column, c.price_from, c.price_to,
      coalesce((
        select json_agg(json_build_object('attribute_id', t.attribute_id, 'values', t.chosen,
          'number_from', t.number_from, 'number_to', t.number_to) order by t.attribute_id)
        from action_condition_attributes t where t.condition_id = c.id), '[]'::json) as attributes
    from action_conditions c where c.action_id = ${action_id} order by c.position`.execute(db);
  return rows;
}

/**
 * Puts these conditions in place of the promotion's own. Throws bad_input {fields} for a category, attribute, brand or
 * column that is not there. Call in a transaction.
 */
export async function writeConditions(db: Db, action_id: number, conditions: ActionCondition[]): Promise<void> {
  await refuseStrange(db, conditions);
  await sql`delete from action_conditions where action_id = ${action_id}`.execute(db);
  for (const [position, { attributes, ...columns }] of conditions.entries()) {
    const { id } = await db
      .insertInto('action_conditions')
      .values({ action_id, position, ...columns })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = attributes.map(({ values, ...one }) => ({ condition_id: id, chosen: values, ...one }));
    if (rows.length > 0) await db.insertInto('action_condition_attributes').values(rows).execute();
  }
}

/** How many goods fit one of the conditions, counted to 10,000 + 1, and the most popular of them. */
export async function goodsByConditions(
  db: Db,
  conditions: ActionCondition[],
  most: number,
): Promise<{ count: number; goods: FittingProduct[] }> {
  await refuseStrange(db, conditions);
  const fitting = fittingGoods(conditions);
  const [counts, goods] = await Promise.all([
    sql<{ count: number }>`
      select count(*)::int as count from (select from (${fitting}) f limit ${mostActionGoods + 1}) counted`.execute(db),
    sql<FittingProduct>`
      select p.id, p.name, p.article, p.images[1] as image from products p
      where p.id in (${fitting}) order by p.popularity desc, p.id limit ${most}`.execute(db),
  ]);
  return { count: counts.rows[0]?.count ?? 0, goods: goods.rows };
}

/** Ids of goods on sale that fit one of these conditions, as SQL; `ids`: of these goods alone. */
export function fittingGoods(conditions: ActionCondition[], ids: number[] | null = null): RawBuilder<unknown> {
  const each: RawBuilder<unknown>[] = [sql`select null::int as id where false`];
  for (const condition of conditions) each.push(sql`select p.id from products p where ${conditionSql(condition, ids)}`);
  return sql.join(each, sql` union `);
}

function conditionSql(condition: ActionCondition, ids: number[] | null): RawBuilder<unknown> {
  const { category_id, brand_ids, attributes, price_column, price_from, price_to } = condition;
  const parts: RawBuilder<unknown>[] = [sql`p.switched_off_at is null`];
  if (ids) parts.push(sql`p.id = any(${ids}::int[])`);
  if (category_id !== null)
    parts.push(sql`p.id in (select pc.product_id from product_categories pc where pc.category_id = any(array(
      with recursive below as (
        select ${category_id}::int as id union select c.id from categories c join below on c.parent_id = below.id
      ) select id from below)))`);
  if (brand_ids.length > 0) parts.push(sql`p.brand_id = any(${brand_ids}::int[])`);
  for (const attribute of attributes) parts.push(attributeSql(attribute));
  if (price_column !== null)
    parts.push(sql`exists (select from prices r where r.price_column = ${price_column} and r.product_id = p.id
      and r.price between coalesce(${price_from}::int, 0) and coalesce(${price_to}::int, 2147483647))`);
  return sql.join(parts, sql` and `);
}

function attributeSql({ attribute_id, values, number_from, number_to }: ActionCondition['attributes'][number]) {
  const code = sql`(select a.code from attributes a where a.id = ${attribute_id})`;
  if (values.length > 0) return sql`p.specs ->> ${code} = any(${values}::text[])`;
  return sql`case when jsonb_typeof(p.specs -> ${code}) = 'number' then (p.specs ->> ${code})::numeric
    between coalesce(${number_from}::numeric, '-infinity') and coalesce(${number_to}::numeric, 'infinity') end`;
}

/** A price of purchase is nobody's to choose by: what takes part would tell of it. */
async function refuseStrange(db: Db, conditions: ActionCondition[]): Promise<void> {
  const { rows } = await sql<{ place: string; words: string }>`
    with asked as (
      select c.ordinality - 1 as at, c.value as it from jsonb_array_elements(${JSON.stringify(conditions)}::jsonb)
        with ordinality c
    )
    select at || '.category_id' as place, 'Такого раздела нет' as words from asked
    where it -> 'category_id' <> 'null' and not exists (
      select from categories c where c.id = (it ->> 'category_id')::int)
    union all select at || '.brand_ids', 'Такого бренда нет' from asked
    where exists (select from jsonb_array_elements_text(it -> 'brand_ids') b (id)
      where not exists (select from brands where brands.id = b.id::int))
    union all select at || '.attributes', 'Такого свойства нет' from asked
    where exists (select from jsonb_array_elements(it -> 'attributes') t (it)
      where not exists (select from attributes a where a.id = (t.it ->> 'attribute_id')::int))
    union all select at || '.price_column', 'Такой розничной колонки цен нет' from asked
    where it -> 'price_column' <> 'null' and not exists (
      select from price_columns c where c.price_column = it ->> 'price_column' and c.purpose = 'retail')`.execute(db);
  if (rows.length === 0) return;
  const fields = Object.fromEntries(rows.map(({ place, words }) => [`conditions.${place}`, words]));
  throw new Refusal('bad_input', { fields });
}

/** The refusal of a promotion that would have more goods than fit into one. */
export function tooManyGoods(count: number): Refusal {
  const words = `В акции вышло бы ${countOf(count, 'товар', 'товара', 'товаров')}, а помещается ${formatCount(mostActionGoods)}`;
  return new Refusal('bad_input', {}, words);
}
