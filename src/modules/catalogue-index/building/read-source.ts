import type pg from 'pg';
import { ensure } from '#shared/ensure.ts';
import { pricesOf } from '../columns/prices.ts';
import { stockOf } from '../columns/stock.ts';
import { type PricesAndStock, type RowsOfIds, rowOf, type Segment } from '../segment.ts';
import { buildSegment } from './build-segment.ts';
import { copyRows } from './copy-rows.ts';
import { emptySource, factNames, type Names, Numbers, pushSpecs, type Source, sourceFacts } from './source.ts';
import { readTextNames } from './text-names.ts';

/** A moment of the catalogue: a later reader asks for what the snapshot behind it did not see. */
export type Moment = {
  /**
   * pg_current_snapshot(): rows of a changed_xid that it did not see may be new. Its xmin alone would give the same
   * rows again and again while some long transaction runs.
   */
  snapshot: string;
  /** catalogue_version.version: changes of categories, attributes, values, brands and promotions. */
  version: number;
  /** catalogue_version.epoch: when it is another one, everything has to be read again. */
  epoch: number;
  /** catalogue_version.prices_epoch: when it is another one, prices and stock have to be read again. */
  prices_epoch: number;
  /** Names as of that version. */
  names: Names;
};

export const momentSql = `select pg_current_snapshot()::text as snapshot, version::float8 as version,
    epoch::float8 as epoch, prices_epoch::float8 as prices_epoch
  from catalogue_version`;

/** Rows that a former snapshot, parameter $1, did not see. */
export const changedSql = (column: string) =>
  `${column} >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(${column}, $1::pg_snapshot)`;

/** Of a product, what its row of a segment needs; `specs` and texts besides. */
export const factsSql = factNames.map((name) => `${sourceFacts[name]} as ${name}`).join(', ');

export const textsSql = 'p.base_unit, p.name, p.article, p.barcode, p.idcode, p.search_text';

/**
 * A row of prices with the old price that may be shown and until when: as oldPriceSql says, for the moments to come.
 * The last stretch at that price counts 30 days from its end; 2^32 − 1 while it goes on.
 */
export const priceSql = `coalesce(r.price, 0) as price, case when r.old_price > r.price then r.old_price else 0 end as old_price,
  case when r.old_price > r.price then coalesce((
    select max(least(extract(epoch from coalesce((
        select min(next.changed_at) from price_changes next
        where next.price_column = charged.price_column and next.product_id = charged.product_id
          and next.changed_at > charged.changed_at
      ), 'infinity') + interval '30 days'), 4294967295))
    from price_changes charged
    where charged.price_column = r.price_column and charged.product_id = r.product_id
      and charged.price = r.old_price and charged.changed_at <= now()
  ), 0) else 0 end`;

/** From seconds to the int4 that a Source keeps: the same 32 bits. */
export const untilSql = (seconds: string) => `(ceil(${seconds})::int8 - 2147483648)::int4`;

const categoriesSql = `with recursive shown as (
    select id, array[row_number() over (order by position, name, id)] as path from categories
    where parent_id is null and switched_off_at is null
    union all
    select c.id, shown.path || row_number() over (partition by c.parent_id order by c.position, c.name, c.id)
    from categories c join shown on c.parent_id = shown.id
    where c.switched_off_at is null
  )
  select c.id from categories c left join shown on shown.id = c.id order by shown.path nulls last, c.id`;

const valuesSql = 'select id, attribute_id from attribute_values';
const rangesSql = `select code from attributes where filter = 'range' and type = 'number' order by code collate "C"`;
const columnsSql = 'select price_column from price_columns where not is_cost order by 1';
const storesSql = 'select store from stores order by 1';

/**
 * The whole catalogue in one snapshot, by COPY, laid out. The client is this reader's alone meanwhile; a standby will
 * do. A million products of twelve branches are some gigabytes on the way: the texts are let go as soon as they are
 * laid out, and only then prices and stock are read, each column straight into its array, so that never much more
 * stands in memory than what remains.
 */
export async function readSegment(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<{ segment: Segment; moment: Moment; seconds: Seconds }> {
  return inSnapshot(client, async (moment, built) => {
    const source = emptySource(moment.names);
    await readProducts(client, source);
    await copyRows(client, 'select product_id, category_id, is_main::int4 from product_categories', (row) => {
      for (const field of [0, 1, 2]) source.placements.push(row.int(field));
    });
    await copyRows(client, 'select product_id, action_id from action_products', (row) => {
      for (const field of [0, 1]) source.actionProducts.push(row.int(field));
    });
    const segment = built(() => buildSegment(source));
    const [columns] = await readPricesAndStockOf(client, [segment], built);
    return { segment: { ...segment, ...columns } };
  });
}

/**
 * Prices and stock of all rows of these segments in one snapshot, in the order of the segments: what is read when very
 * many of them have changed and little else has.
 */
export async function readPricesAndStock(
  client: Pick<pg.ClientBase, 'query'>,
  segments: RowsOfIds[],
): Promise<{ columns: PricesAndStock[]; moment: Moment; seconds: Seconds }> {
  return inSnapshot(client, async (_moment, built) => ({
    columns: await readPricesAndStockOf(client, segments, built),
  }));
}

type Seconds = { read: number; build: number };
type Built = <T>(work: () => T) => T;

/** `work` gets the moment of the snapshot, and a function whose time counts as laying out, not as reading. */
async function inSnapshot<T>(
  client: Pick<pg.ClientBase, 'query'>,
  work: (moment: Moment, built: Built) => Promise<T>,
): Promise<T & { moment: Moment; seconds: Seconds }> {
  const begun = performance.now();
  let build = 0;
  await client.query('begin isolation level repeatable read, read only');
  try {
    const names = await readNames(async (text) => (await client.query(text)).rows);
    const moment: Moment = { ...(await client.query(momentSql)).rows[0], names };
    const result = await work(moment, (layOut) => {
      const from = performance.now();
      const laidOut = layOut();
      build += (performance.now() - from) / 1_000;
      return laidOut;
    });
    return { ...result, moment, seconds: { read: (performance.now() - begun) / 1_000 - build, build } };
  } finally {
    await client.query('rollback');
  }
}

async function readPricesAndStockOf(
  client: Pick<pg.ClientBase, 'query'>,
  segments: RowsOfIds[],
  built: Built,
): Promise<PricesAndStock[]> {
  const own = segments.map((segment) => ({
    size: segment.size,
    rowIn: (id: number) => rowOf(segment, id),
    prices: new Map() as Segment['prices'],
    stock: new Map() as Segment['stock'],
  }));
  for (const column of await firstColumn(client, columnsSql)) {
    const read = new Numbers();
    const query = `select product_id, price, old_price, ${untilSql('old_until')}
      from (select r.product_id, ${priceSql} as old_until from prices_${column} r) r`;
    await copyRows(client, query, (row) => {
      for (const field of [0, 1, 2]) read.push(row.int(field));
      read.push(row.int(3) + 2_147_483_648);
    });
    built(() => {
      for (const { size, rowIn, prices } of own) prices.set(column, pricesOf(size, read, rowIn));
    });
  }
  for (const store of await firstColumn(client, storesSql)) {
    const read = new Numbers();
    await copyRows(client, `select product_id, greatest(on_hand - reserved, 0) from stock_${store}`, (row) => {
      for (const field of [0, 1]) read.push(row.int(field));
    });
    built(() => {
      for (const { size, rowIn, stock } of own) stock.set(store, stockOf(size, read, rowIn));
    });
  }
  return own.map(({ prices, stock }) => ({ prices, stock }));
}

/** `ask` runs one statement without parameters. */
export async function readNames(ask: (text: string) => Promise<Record<string, unknown>[]>): Promise<Names> {
  const [categories, values, ranges] = [await ask(categoriesSql), await ask(valuesSql), await ask(rangesSql)];
  return {
    categoryIds: categories.map((row) => row.id as number),
    attributeOfValue: new Map(values.map((row) => [row.id as number, row.attribute_id as number])),
    rangeCodes: ranges.map((row) => row.code as string),
    text: await readTextNames(ask),
  };
}

async function readProducts(client: Pick<pg.ClientBase, 'query'>, source: Source): Promise<void> {
  const codes = new Map(source.names.rangeCodes.map((code, at) => [code, at]));
  const query = `select ${factsSql}, p.facets, p.specs::text, ${textsSql} from products p where p.switched_off_at is null`;
  const facts = factNames.length;
  const texts = [source.base_unit, source.name, source.article, source.barcode, source.idcode, source.search_text];
  await copyRows(client, query, (row) => {
    for (let field = 0; field < facts; field++) source.facts.push(row.int(field));
    row.forEachInt(facts, (value) => source.facets.push(value));
    source.facetEnds.push(source.facets.size);
    pushSpecs(source, codes, JSON.parse(ensure(row.text(facts + 1)).toString()));
    texts.forEach((text, at) => {
      text.push(row.text(facts + 2 + at));
    });
  });
}

async function firstColumn(client: Pick<pg.ClientBase, 'query'>, text: string): Promise<string[]> {
  return (await client.query({ text, rowMode: 'array' })).rows.map(([value]) => value);
}
