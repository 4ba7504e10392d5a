import { sql } from 'kysely';
import { ordersOf } from '#modules/orders/branch-scope.ts';
import type { Db } from '#platform/database.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { ownedField } from '#shared/product-fields.ts';
import { type RowId, rowId } from './kept-out.ts';

export const rowKinds = [
  'switched_off',
  'switched_on',
  'created',
  'fields',
  'moved',
  'prices',
  'stock',
  'groups',
] as const;
export type RowKind = (typeof rowKinds)[number];

/**
 * A change in words. `row`: by which it can be kept out of a package that waits, the same for all that stands or falls
 * together; null: it cannot. `note`: what speaks against it; null: nothing is known.
 */
export type Change = { row: RowId | null; words: string; note: string | null; is_kept_out: boolean };

/**
 * What a package changes, in words: which good, which field, from what to what. Prices that move most come first, then
 * goods of which least is left. Of the records of this kind `limit` behind the first `offset`; one may have several
 * lines. Prices, stock and orders are those that `sight` reaches.
 */
export async function listChanges(
  db: Db,
  package_id: number,
  { kind, limit, offset, ...sight }: { kind: RowKind; limit: number; offset: number } & Sight,
): Promise<Change[]> {
  const found = await readers[kind](db, package_id, limit, offset, sight);
  const ids = found.flatMap(({ row }) => row ?? []);
  const { rows } = await sql<{ row: string }>`
    select part || ':' || record as row from onec_kept_out
    where package_id = ${package_id} and part || ':' || record = any(${ids}::text[])`.execute(db);
  const kept = new Set(rows.map(({ row }) => row));
  return found.flatMap(({ row, lines, note = null }) =>
    lines.map((words) => ({ row, words, note, is_kept_out: row !== null && kept.has(row) })),
  );
}

type Found = { row: RowId | null; lines: string[]; note?: string | null };
type Reader = (db: Db, package_id: number, limit: number, offset: number, sight: Sight) => Promise<Found[]>;

/** What of prices and stock the reader may be told. */
export type Sight = {
  /** Purchase prices too. */
  isCostShown: boolean;
  /** id_1c: what these branches sell by, and their stores; null: of all. */
  branches: string[] | null;
};

/** Of a price column, whose row `pc` is joined: its prices are in sight. */
export const isColumnSeen = (column: string, { isCostShown, branches }: Sight) => sql`
  case when pc.is_cost then ${isCostShown} else ${branches}::text[] is null or exists (
    select from departments d where d.id_1c = any(${branches}::text[])
      and ${sql.ref(column)} in (d.base_price, d.b2b_price)) end`;

/** Of a store: its stock is in sight. */
export const isStoreSeen = (store: string, { branches }: Pick<Sight, 'branches'>) => sql`
  (${branches}::text[] is null or ${sql.ref(store)} in (
    select d.store from departments d where coalesce(d.branch_id_1c, d.id_1c) = any(${branches}::text[])))`;

const readers: Record<RowKind, Reader> = {
  async switched_off(db, id, limit, offset, { branches }) {
    const where = sql`c.kind = 'product' and ${isOff(sql`c.fields`)}`;
    const found = await readGoods(db, id, { limit, offset, where }, ({ name }) => [`${name}: выключается`]);
    const notes = await wantedGoods(db, id, { limit, offset, where, branches });
    return found.map((one, at) => ({ ...one, note: notes[at] ?? null }));
  },
  switched_on: (db, id, limit, offset) =>
    readGoods(
      db,
      id,
      { limit, offset, where: sql`c.kind = 'product' and c.fields -> 'switched_off_at' -> 1 = 'null'` },
      ({ name }) => [`${name}: включается снова`],
    ),
  async created(db, id, limit, offset) {
    const { rows } = await sql<{ id: string; name: string | null }>`
      select made.id, p.name from onec_created c, lateral unnest(c.ids) made (id)
      left join products p on p.id::text = made.id
      where c.package_id = ${id} and c.kind = 'product' order by made.id::int limit ${limit} offset ${offset}`.execute(
      db,
    );
    return rows.map(({ id, name }) => ({ row: null, lines: [`${name ?? id}: новый товар`] }));
  },
  async fields(db, id, limit, offset) {
    const attributes = await db.selectFrom('attributes').select(['code', 'name']).execute();
    const specNames = new Map(attributes.map(({ code, name }) => [code, name]));
    const where = sql`c.kind = 'product' and c.fields ?| ${Object.keys(fieldNames)}::text[]`;
    return readGoods(db, id, { limit, offset, where }, ({ name, fields, brands }) =>
      Object.entries({ ...fields, ...(fields.brand_id && { brand_id: brands }) })
        .filter(([field]) => field in fieldNames)
        .map(([field, pair]) => `${name}: ${fieldNames[field]}: ${fieldWords(field, pair, specNames)}`),
    );
  },
  async moved(db, id, limit, offset) {
    const names = (at: number) => sql`
      (select string_agg(${groupName(sql`ids.id::int`)}, ', ' order by place)
        from jsonb_array_elements_text(c.fields -> 'categories' -> ${at}::int) with ordinality ids (id, place))`;
    const { rows } = await sql<{ record: number; name: string; was: string | null; became: string | null }>`
      select c.record, p.name, ${names(0)} as was, ${names(1)} as became
      from onec_changes c join products p on p.id = c.record
      where c.package_id = ${id} and c.kind = 'categories' order by c.record limit ${limit} offset ${offset}`.execute(
      db,
    );
    return rows.map(({ record, name, was, became }) => ({
      row: rowId('good', record),
      lines: [`${name}: группа: ${pairWords(was, became)}`],
    }));
  },
  async prices(db, id, limit, offset, sight) {
    const { rows } = await sql<PriceRow>`
      select p.id, p.name, coalesce(pc.name, c.price_column) as price_column, price.was, price.was_old,
        price.became, price.became_old
      from onec_price_changes c
      left join price_columns pc on pc.price_column = c.price_column,
        lateral unnest(c.product_ids, c.was, c.was_old, c.became, c.became_old)
          as price (product_id, was, was_old, became, became_old)
        join products p on p.id = price.product_id
      where c.package_id = ${id} and ${isColumnSeen('c.price_column', sight)}
      order by case when price.was is null or price.became is null then 1000
        else abs(price.became - price.was)::numeric / price.was end desc, price.product_id, c.price_column
      limit ${limit} offset ${offset}`.execute(db);
    return rows.map((row) => ({ row: rowId('prices', row.id), lines: priceWords(row) }));
  },
  async stock(db, id, limit, offset, sight) {
    const { rows } = await sql<StockRow>`
      select p.id, p.name, p.unit, coalesce(s.name, c.store) as store, stock.was, stock.became from onec_stock_changes c
      left join stores s on s.store = c.store,
        lateral unnest(c.product_ids, c.was, c.became) as stock (product_id, was, became)
        join products p on p.id = stock.product_id
      where c.package_id = ${id} and ${isStoreSeen('c.store', sight)}
      order by (stock.became <= 0 and stock.was > 0) desc, abs(stock.became - coalesce(stock.was, 0)) desc, stock.product_id, c.store
      limit ${limit} offset ${offset}`.execute(db);
    return rows.map(({ id, name, unit, store, was, became }) => ({
      row: rowId('stock', id),
      lines: [`${name}: остаток «${store}»: ${countWords(was, unit)} → ${countWords(became, unit)}`],
    }));
  },
  async groups(db, id, limit, offset) {
    const { rows } = await sql<GroupRow>`
      select c.record, ${groupName(sql`c.record`)} as name, c.fields,
        ${groupName(sql`(c.fields -> 'parent_id' ->> 0)::int`)} as was,
        ${groupName(sql`(c.fields -> 'parent_id' ->> 1)::int`)} as became
      from onec_changes c
      where c.package_id = ${id} and c.kind = 'group' order by c.record limit ${limit} offset ${offset}`.execute(db);
    // A new one gets its number when it is made, another than it had in the rehearsal.
    return rows.map((row) => ({ row: isNewGroup(row) ? null : rowId('group', row.record), lines: groupWords(row) }));
  },
};

/** Of a category; one that the package `c` would make is not there before it is applied, and it gives its name. */
const groupName = (id: ReturnType<typeof sql>) => sql`
  coalesce((select name from categories where id = ${id}), (select fields -> 'name' ->> 1 from onec_changes made
    where made.package_id = c.package_id and made.kind = 'group' and made.record = ${id}))`;

type Fields = Record<string, [before: unknown, after: unknown]>;
type GroupRow = { record: number; name: string; fields: Fields; was: string | null; became: string | null };
type GoodRow = { record: number; name: string; fields: Fields; brands: [string | null, string | null] };
type PriceRow = {
  id: number;
  name: string;
  price_column: string;
  was: number | null;
  was_old: number | null;
  became: number | null;
  became_old: number | null;
};
type StockRow = { id: number; name: string; unit: string; store: string; was: number | null; became: number };

async function readGoods(
  db: Db,
  id: number,
  { where, limit, offset }: { where: ReturnType<typeof sql>; limit: number; offset: number },
  words: (row: GoodRow) => string[],
): Promise<Found[]> {
  const { rows } = await sql<GoodRow>`
    select c.record, p.name, c.fields, array[
      ${brandName(0)}, ${brandName(1)}] as brands
    from onec_changes c join products p on p.id = c.record
    where c.package_id = ${id} and ${where} order by c.record limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => ({ row: rowId('good', row.record), lines: words(row) }));
}

/** Orders of so many days say whether a good is asked for. */
const askedDays = 90;

/**
 * What is left of the same goods in the stores of these branches and how many orders of theirs had them of late, in the
 * order of `readGoods`; null: none and none.
 */
async function wantedGoods(
  db: Db,
  id: number,
  given: { where: ReturnType<typeof sql>; limit: number; offset: number } & Pick<Sight, 'branches'>,
): Promise<(string | null)[]> {
  const { where, limit, offset, branches } = given;
  const { rows } = await sql<{ unit: string; left: number; stores: number; orders: number }>`
    select p.unit, coalesce(s.left, 0)::int as left, coalesce(s.stores, 0)::int as stores, asked.orders
    from (
      select c.record from onec_changes c join products p on p.id = c.record
      where c.package_id = ${id} and ${where} order by c.record limit ${limit} offset ${offset}) page
    join products p on p.id = page.record
    cross join lateral (
      select sum(on_hand)::int as left, count(*)::int as stores from stock k
      where k.product_id = p.id and k.on_hand > 0 and ${isStoreSeen('k.store', given)}) s
    cross join lateral (
      select count(distinct o.id)::int as orders from order_lines l join orders o on o.id = l.order_id
      where l.product_id = p.id and o.state <> 'cancelled' and ${ordersOf(branches)}
        and o.created_at > now() - make_interval(days => ${askedDays}::int)) asked
    order by page.record`.execute(db);
  return rows.map(({ unit, left, stores, orders }) => {
    const words = [
      ...(left > 0 ? [`${countWords(left, unit)} на\u00a0${countOf(stores, 'складе', 'складах', 'складах')}`] : []),
      ...(orders > 0 ? [`${countOf(orders, 'заказ', 'заказа', 'заказов')} за ${askedDays} дней`] : []),
    ];
    return words.length > 0 ? words.join(', ') : null;
  });
}

/** Of a brand before (0) or after (1) the package `c`; one that it would make is not there before it is applied. */
const brandName = (side: 0 | 1) => sql`
  coalesce((select name from brands where id = (c.fields -> 'brand_id' ->> ${side}::int)::int),
    (select made.fields -> 'name' ->> 1 from onec_changes made where made.package_id = c.package_id
      and made.kind = 'brand' and made.record = (c.fields -> 'brand_id' ->> ${side}::int)::int))`;

const isOff = (fields: ReturnType<typeof sql>) =>
  sql`${fields} ? 'switched_off_at' and ${fields} -> 'switched_off_at' -> 0 = 'null'`;

const { sale: _switched, categories: _moved, ...ownColumns } = ownedField;

/** Columns of goods that people know by a name; the others follow from these, or have kinds of rows of their own. */
const fieldNames: Record<string, string> = {
  ...Object.fromEntries(Object.values(ownColumns).map(({ words, columns }) => [columns[0], words])),
  unit: 'единица',
  base_unit: 'базовая единица',
  factor_base: 'числитель коэффициента',
  factor_sales: 'знаменатель коэффициента',
  variant_label: 'вариант',
};

function fieldWords(
  field: string,
  [before, after]: [unknown, unknown],
  specNames: ReadonlyMap<string, string>,
): string {
  if (field === 'images') return `${imageCount(before)} → ${imageCount(after)}`;
  if (field === 'specs') return specWords(before, after, specNames);
  if (field === 'weight_grams') return [before, after].map(weightWords).join(' → ');
  return pairWords(before, after);
}

function imageCount(images: unknown): string {
  return formatCount(Array.isArray(images) ? images.length : 0);
}

function weightWords(grams: unknown): string {
  return typeof grams === 'number' ? `${formatCount(grams)} г` : valueWords(grams);
}

/** Only those that differ; at most five of them. */
function specWords(before: unknown, after: unknown, specNames: ReadonlyMap<string, string>): string {
  const was = (before ?? {}) as Record<string, unknown>;
  const became = (after ?? {}) as Record<string, unknown>;
  const names = [...new Set([...Object.keys(was), ...Object.keys(became)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(became[name]),
  );
  const words = names.slice(0, 5).map((name) => `${specNames.get(name) ?? name} ${pairWords(was[name], became[name])}`);
  return [...words, ...(names.length > 5 ? [`и ещё ${formatCount(names.length - 5)}`] : [])].join(', ');
}

function pairWords(before: unknown, after: unknown): string {
  return `${valueWords(before)} → ${valueWords(after)}`;
}

const longest = 80;

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'нет';
  if (typeof value === 'number') return formatCount(value);
  const text = String(value).replace(/\s+/g, ' ');
  return `«${text.length > longest ? `${text.slice(0, longest - 1)}…` : text}»`;
}

function priceWords({ name, price_column, was, was_old, became, became_old }: PriceRow): string[] {
  const kopecks = (price: number | null) => (price === null ? 'по запросу' : formatPrice(price));
  const lines: string[] = [];
  if (was !== became) {
    const share = was && became ? ` (${moveWords(was, became)})` : '';
    lines.push(`${name}: цена «${price_column}»: ${kopecks(was)} → ${kopecks(became)}${share}`);
  }
  if (was_old !== became_old) {
    const none = (price: number | null) => (price === null ? 'нет' : formatPrice(price));
    lines.push(`${name}: старая цена «${price_column}»: ${none(was_old)} → ${none(became_old)}`);
  }
  return lines;
}

/** «−92 %» */
function moveWords(was: number, became: number): string {
  const percent = ((became - was) * 100) / was;
  const rounded = Math.abs(percent) < 10 ? Math.round(percent * 10) / 10 : Math.round(percent);
  return `${rounded > 0 ? '+' : '−'}${formatCount(Math.abs(rounded))} %`;
}

function countWords(count: number | null, unit: string): string {
  return count === null ? 'не было' : `${formatCount(count)} ${unit}`;
}

function isNewGroup({ fields }: GroupRow): boolean {
  return fields.code?.[0] === null;
}

function groupWords(row: GroupRow): string[] {
  const { name, fields, was, became } = row;
  if (isNewGroup(row)) return [`Группа «${name}»: новая`];
  const lines: string[] = [];
  if (fields.name) lines.push(`Группа «${name}»: название: ${pairWords(...fields.name)}`);
  if (fields.parent_id) lines.push(`Группа «${name}»: стоит в: ${pairWords(was, became)}`);
  if (fields.switched_off_at)
    lines.push(`Группа «${name}»: ${fields.switched_off_at[0] === null ? 'выключается' : 'включается снова'}`);
  return lines;
}
