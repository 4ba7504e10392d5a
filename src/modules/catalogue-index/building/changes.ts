import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { type Db, preparedStatement } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import {
  changedSql,
  factsSql,
  type Moment,
  momentSql,
  priceSql,
  readNames,
  textsSql,
  untilSql,
} from './read-source.ts';
import { emptySource, type Facts, factNames, type Names, pushSpecs, rowsOfKey, type Source } from './source.ts';

/** What happened to the catalogue after a moment. */
export type Changes = {
  /** The moment these changes lead to. */
  moment: Moment;
  /**
   * Too much to tell, or nothing that can be told row by row: read and build everything again. Nothing else is filled
   * in then.
   */
  needsRebuild: boolean;
  /** Products whose rows, places or promotions changed; those that are gone or switched off among them. */
  productIds: number[];
  /** The same products as they are now, with all variants of their models and all prices and stock. */
  source: Source | null;
  /** Prices and stock that changed, of whatever product; shaped as in a Source. */
  prices: Source['prices'];
  stock: Source['stock'];
};

/**
 * Beyond so many changed products, prices or rows of stock the whole is read sooner than the changes, and beside the
 * thread that answers.
 */
export const mostProducts = 20_000;
export const mostRows = 100_000;

/**
 * Reads what changed since a moment. The new moment is taken first, so that a change may come twice but is never
 * missed. Inside a transaction its own uncommitted rows are among the changes. `isPrivate`: prices and stock are then
 * told as changed products, for an index that others see too must not be changed in place. `withModels` false: `source`
 * is left null, for whoever reads it elsewhere; `withRows` false: prices and stock are.
 */
export async function readChanges(
  db: Db,
  since: Moment,
  { isPrivate = false, withModels = true, withRows = true } = {},
): Promise<Changes> {
  const now = ensure((await selectMoment(db, []))[0]);
  const names = await namesSince(db, since, now.version);
  const moment = { ...now, names };
  const changes: Changes = {
    moment,
    needsRebuild:
      moment.epoch !== since.epoch ||
      (withRows && moment.prices_epoch !== since.prices_epoch) ||
      isRenamed(since.names, names),
    productIds: [],
    source: null,
    prices: new Map(),
    stock: new Map(),
  };
  if (changes.needsRebuild) return changes;
  const [products, prices, stock] = await Promise.all([
    selectChangedProducts(db, [since.snapshot]),
    withRows ? selectChangedPrices(db, [since.snapshot]) : [],
    withRows ? selectChangedStock(db, [since.snapshot]) : [],
  ]);
  if (products.length > mostProducts || prices.length > mostRows || stock.length > mostRows) {
    return { ...changes, needsRebuild: true };
  }
  const changed = isPrivate ? [...products, ...prices, ...stock] : products;
  changes.productIds = [...new Set(changed.map((row) => row.product_id))];
  if (withModels && changes.productIds.length > 0) changes.source = await readModelsOf(db, moment, changes.productIds);
  if (isPrivate) return changes;
  await pushPrices(changes.prices, prices);
  await pushStock(changes.stock, stock);
  return changes;
}

/** The names as they are at this version of the catalogue; as long as it is the known one nothing is asked. */
export async function namesSince(db: Db, since: Moment, version: number): Promise<Names> {
  if (version === since.version) return since.names;
  return readNames(async (text) => (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))).rows);
}

/**
 * Something known has another name now, or other numbers are columns: that reaches every product that carries it. What
 * is new is no such thing.
 */
export function isRenamed(before: Names, after: Names): boolean {
  if (before === after) return false;
  const isOther = <T>(known: Map<number, T>, now: Map<number, T>, same: (a: T, b: T) => boolean) =>
    [...known].some(([id, name]) => {
      const other = now.get(id);
      return other !== undefined && !same(name, other);
    });
  const isSame = (a: string, b: string) => a === b;
  return (
    before.rangeCodes.join() !== after.rangeCodes.join() ||
    isOther(before.text.brands, after.text.brands, isSame) ||
    isOther(before.text.values, after.text.values, isSame) ||
    isOther(before.text.paths, after.text.paths, (a, b) => a.join('\n') === b.join('\n'))
  );
}

type PriceRow = { price_column: string; product_id: number; price: number; old_price: number; old_until: number };
type StockRow = { store: string; product_id: number; available: number };

const pricesWhere = (
  condition: string,
) => `select price_column, product_id, price, old_price, ${untilSql('old_until')} as old_until
  from (select r.price_column, r.product_id, ${priceSql} as old_until from prices r
    where r.price_column <> all (array(select c.price_column from price_columns c where c.is_cost)) and ${condition}) r`;
const stockSql = 'select store, product_id, greatest(on_hand - reserved, 0) as available from stock';

const selectMoment = preparedStatement<Omit<Moment, 'names'>>('catalogue_moment', momentSql);
const selectChangedProducts = preparedStatement<{ product_id: number }>(
  'changed_products',
  `select id as product_id from products where ${changedSql('changed_xid')}
  union select product_id from product_categories where ${changedSql('changed_xid')}
  union select product_id from action_products where ${changedSql('changed_xid')}
  union select product_id from catalogue_losses where ${changedSql('changed_xid')}
  limit ${mostProducts + 1}`,
);
const selectChangedPrices = preparedStatement<PriceRow>(
  'changed_prices',
  `${pricesWhere(changedSql('r.changed_xid'))} limit ${mostRows + 1}`,
);
const selectChangedStock = preparedStatement<StockRow>(
  'changed_stock',
  `${stockSql} where ${changedSql('changed_xid')} limit ${mostRows + 1}`,
);

/** So many rows are taken in at once; the thread may have to answer in between. */
const yieldRows = 5_000;

async function pushPrices(prices: Source['prices'], rows: PriceRow[]): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const known = rowsOfKey(prices, row.price_column);
    for (const value of [row.product_id, row.price, row.old_price, row.old_until + 2_147_483_648]) known.push(value);
    if (at % yieldRows === yieldRows - 1) await yieldToEventLoop();
  }
}

async function pushStock(stock: Source['stock'], rows: StockRow[]): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const known = rowsOfKey(stock, row.store);
    for (const value of [row.product_id, row.available]) known.push(value);
    if (at % yieldRows === yieldRows - 1) await yieldToEventLoop();
  }
}

const textNames = ['base_unit', 'name', 'article', 'barcode', 'idcode', 'search_text'] as const;

type TextName = (typeof textNames)[number];
type ProductRow = Facts & { facets: number[]; specs: Record<string, unknown> } & {
  [Name in TextName]: Name extends 'article' | 'barcode' ? string | null : string;
};

const selectModels = preparedStatement<ProductRow>(
  'changed_models',
  `select ${factsSql}, p.facets, p.specs, ${textsSql} from products p
  where p.model_id in (select model_id from products where id = any($1::int[])) and p.switched_off_at is null`,
);
const selectPlacements = preparedStatement<{ product_id: number; category_id: number; is_main: boolean }>(
  'changed_placements',
  'select product_id, category_id, is_main from product_categories where product_id = any($1::int[])',
);
const selectActionProducts = preparedStatement<{ product_id: number; action_id: number }>(
  'changed_action_products',
  'select product_id, action_id from action_products where product_id = any($1::int[])',
);
const selectPrices = preparedStatement<PriceRow>('changed_models_prices', pricesWhere('r.product_id = any($1::int[])'));
const selectStock = preparedStatement<StockRow>(
  'changed_models_stock',
  `${stockSql} where product_id = any($1::int[])`,
);

/** These products and all other variants of their models, with everything around them. */
export async function readModelsOf(db: Db, moment: Moment, productIds: number[]): Promise<Source> {
  const source = emptySource(moment.names);
  const products = await selectModels(db, [productIds]);
  const codes = new Map(source.names.rangeCodes.map((code, at) => [code, at]));
  for (const product of products) {
    for (const name of factNames) source.facts.push(product[name]);
    for (const value of product.facets) source.facets.push(value);
    source.facetEnds.push(source.facets.size);
    pushSpecs(source, codes, product.specs);
    for (const name of textNames) source[name].push(product[name]);
  }
  const ids = products.map((product) => product.id);
  const [placements, actionProducts, prices, stock] = await Promise.all([
    selectPlacements(db, [ids]),
    selectActionProducts(db, [ids]),
    selectPrices(db, [ids]),
    selectStock(db, [ids]),
  ]);
  for (const row of placements) {
    for (const value of [row.product_id, row.category_id, row.is_main ? 1 : 0]) source.placements.push(value);
  }
  for (const row of actionProducts) {
    for (const value of [row.product_id, row.action_id]) source.actionProducts.push(value);
  }
  await pushPrices(source.prices, prices);
  await pushStock(source.stock, stock);
  return source;
}
