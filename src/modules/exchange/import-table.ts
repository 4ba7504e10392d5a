import { createHash } from 'node:crypto';
import { shareGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { namePriceAuthor } from '#modules/catalogue/price-author.ts';
import { lockPrices, type PriceRow } from '#modules/catalogue/save-prices.ts';
import { lockStock } from '#modules/catalogue/save-stock.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import type { FileColumn, FileMap } from './file-maps.ts';
import type { GoodsKeys } from './find-goods.ts';
import { changesOf, type Planned } from './plan.ts';
import type { TableRow } from './read-table.ts';
import { goodsKinds, type PriceInput, type StockInput } from './schema.ts';
import { type ImportRow, wordsOfPrices, wordsOfStock } from './table-words.ts';
import { planPrices, writePrices } from './take-prices.ts';
import { planStock, type StockNow, writeStock } from './take-stock.ts';
import { readTargets } from './targets.ts';

export type ImportState = 'rehearsed' | 'held' | 'applied';
export type TableSummary = {
  rows: number;
  prices: { changed: number; unchanged: number; refused: number; moved: number; zero: number };
  stock: { changed: number; unchanged: number; refused: number; emptied: number };
  /** Why it is held, or would be. */
  guards: string[];
};
/** `hash`: of all that the table changes, refuses or leaves: another as soon as one of these is otherwise. */
export type ImportedTable = { id: number; state: ImportState; summary: TableSummary; hash: string };

export type Importing = {
  map: FileMap;
  /** The name of the file. */
  source: string;
  /** Who takes it, by name. */
  author: string;
  /** Nothing is written, whatever it holds. */
  isRehearsal?: boolean;
  /** A person has looked at it: guards hold nothing up. */
  isApproved?: boolean;
  /** The hash of the rehearsal that this person looked at. */
  rehearsed?: string;
};

type Plans = { prices: Planned<PriceRow>[]; stock: Planned<StockNow>[]; zero: number };

/**
 * Takes a table of prices and stock as `takePrices` and `takeStock` do, all of it in one transaction, or only says what
 * it would change. A table that a guard finds suspicious is held: nothing of it is written until it comes again
 * approved. What became of each row is kept in words. Empty cells say nothing. Throws exchange_busy while a package of
 * 1C writes, seen_changed when it would do something else by now than in the rehearsal. Call in a transaction.
 */
export async function importTable(db: Db, rows: TableRow[], importing: Importing): Promise<ImportedTable> {
  const { map, source, author, isRehearsal = false, isApproved = false } = importing;
  if (!isRehearsal) await shareGoodsWriting(db);
  const plans = await planTable(db, rows, map, isRehearsal);
  const hash = hashOf(plans);
  if (importing.rehearsed !== undefined && importing.rehearsed !== hash)
    throw new Refusal(
      'seen_changed',
      {},
      'За это время изменилось то, с чем сравнивали таблицу: цены, остатки или товары. Проверьте её ещё раз',
    );
  const summary = summaryOf(rows.length, plans, map);
  const state: ImportState = isRehearsal ? 'rehearsed' : summary.guards.length > 0 && !isApproved ? 'held' : 'applied';
  if (state === 'applied') {
    await namePriceAuthor(db, `таблица «${source}»`);
    await writePrices(db, plans.prices);
    await writeStock(db, plans.stock);
  }
  const uses_cost = await holdsCost(db, map.columns);
  const { id } = await db
    .insertInto('file_imports')
    .values({ map_name: map.name, source, author, state, summary: JSON.stringify(summary), uses_cost })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (state === 'applied') await keepPrices(db, id, plans.prices);
  const rowOf = new Map(rows.map((one) => [one.row, one]));
  const named = (row: number) => nameOf(ensure(rowOf.get(row)), map.columns);
  await keepWords(db, id, [...wordsOfPrices(plans.prices), ...wordsOfStock(plans.stock)], named);
  return { id, state, summary, hash };
}

/** What orders hold is left out: they come and go all day, and the table does not change it. */
function hashOf({ prices, stock }: Plans): string {
  const hash = createHash('sha256');
  for (const planned of prices) hash.update(JSON.stringify(planned));
  for (const planned of stock)
    hash.update(JSON.stringify(planned, (name, value) => (name === 'reserved' ? undefined : value)));
  return hash.digest('hex').slice(0, 32);
}

/** Whether a column of the table is of purchase prices. */
async function holdsCost(db: Db, columns: FileColumn[]): Promise<boolean> {
  const costs = await db.selectFrom('price_columns').select('price_column').where('is_cost', '=', true).execute();
  return columns.some(({ target }) => costs.some(({ price_column }) => price_column === target));
}

/** All prices in one call, and all stock: two tables then hold rows in one order, however their columns stand. */
async function planTable(db: Db, rows: TableRow[], map: FileMap, isRehearsal: boolean): Promise<Plans> {
  const targets = await readTargets(db, [], true);
  const prices: (PriceInput & { row: number })[] = [];
  const stock: (StockInput & { row: number })[] = [];
  for (const [place, { field, target }] of map.columns.entries()) {
    if (target === null || field === 'old_price') continue;
    const old = map.columns.findIndex((column) => column.field === 'old_price' && column.target === target);
    for (const { row, cells } of rows) {
      const cell = ensure(cells[place]);
      if (cell === '') continue;
      const keys = keysOf(cells, map.columns);
      if (field === 'stock') stock.push({ row, ...keys, store: target, quantity: cell });
      else {
        const old_price = old < 0 ? undefined : moneyOf(cells[old] ?? '') || null;
        prices.push({ row, ...keys, price_column: target, price: moneyOf(cell), old_price });
      }
    }
  }
  const { unit } = map;
  const numbersOf = (sent: { row: number }[]) => ({ numberOf: (index: number) => ensure(sent[index]).row });
  return {
    prices: await planPrices(db, { unit, rows: prices }, targets, {
      ...numbersOf(prices),
      ...(!isRehearsal && { lock: lockPrices }),
    }),
    stock: await planStock(db, { unit, rows: stock }, targets, {
      ...numbersOf(stock),
      ...(!isRehearsal && { lock: lockStock }),
    }),
    zero: prices.filter(({ price }) => /^[0\s.,]+$/.test(String(price))).length,
  };
}

/** The first of the columns that name goods, in the map's order, that is filled in this row. */
function keysOf(cells: string[], columns: FileColumn[]): GoodsKeys {
  for (const [place, { field }] of columns.entries()) {
    const kind = goodsKinds.find((kind) => kind === field);
    if (kind && cells[place]) return { [kind]: cells[place] };
  }
  return {};
}

function nameOf({ cells }: TableRow, columns: FileColumn[]): string {
  const place = columns.findIndex(({ field }, index) => goodsKinds.some((kind) => kind === field) && cells[index]);
  return place < 0 ? '' : `${ensure(columns[place]).heading} ${cells[place]}`;
}

/** «1 234,50 ₽» → '1 234,50'. */
function moneyOf(cell: string): string {
  return cell.replace(/\s*(?:₽|руб(?:лей|ля|ль)?\.?|р\.)$/i, '').trim();
}

function summaryOf(rows: number, { prices, stock, zero }: Plans, map: FileMap): TableSummary {
  const compared = changesOf(prices).filter(({ before }) => before?.price);
  const moved = compared.filter(({ before, after }) => movedPercent(before, after) > map.moved_percent).length;
  const had = prices.filter((one) => 'after' in one && one.before?.price).length;
  const emptied = changesOf(stock).filter(({ before, after }) => before && before.on_hand > 0 && after.on_hand === 0);
  const stocked = stock.filter((one) => 'after' in one && one.before && one.before.on_hand > 0).length;
  const counted = { prices: countsOf(prices), stock: countsOf(stock) };
  const isMany = (part: number, whole: number) => part * 100 > whole * map.moved_share;
  const refused = counted.prices.refused + counted.stock.refused;
  const guards = [
    ...(isMany(moved, had) ? [`цены сдвинулись больше чем на ${map.moved_percent} %: ${moved} из ${had}`] : []),
    ...(isMany(zero, prices.length) ? [`цены равны нулю: ${zero} из ${prices.length}`] : []),
    ...(isMany(emptied.length, stocked) ? [`остаток станет нулевым: ${emptied.length} из ${stocked}`] : []),
    ...(refused * 2 > prices.length + stock.length ? ['больше половины значений не приняты: тот ли это файл?'] : []),
  ];
  return {
    rows,
    prices: { ...counted.prices, moved, zero },
    stock: { ...counted.stock, emptied: emptied.length },
    guards,
  };
}

function countsOf<T>(plan: Planned<T>[]) {
  const refused = plan.filter((one) => 'problem' in one).length;
  const changed = changesOf(plan).length;
  return { changed, unchanged: plan.length - changed - refused, refused };
}

function movedPercent(before: PriceRow | null, after: PriceRow): number {
  if (!before?.price) return 0;
  return after.price === null ? 100 : (Math.abs(after.price - before.price) * 100) / before.price;
}

/** What `undoFileImport` puts back. */
async function keepPrices(db: Db, import_id: number, plan: Planned<PriceRow>[]): Promise<void> {
  const rows = changesOf(plan).map(({ before, after }) => ({
    import_id,
    price_column: after.price_column,
    product_id: after.product_id,
    was_price: before?.price ?? null,
    was_old_price: before?.old_price ?? null,
    price: after.price,
    old_price: after.old_price,
  }));
  const batch = 5_000;
  for (let at = 0; at < rows.length; at += batch)
    await db
      .insertInto('file_import_prices')
      .values(rows.slice(at, at + batch))
      .execute();
}

async function keepWords(
  db: Db,
  import_id: number,
  words: ImportRow[],
  nameOfRow: (row: number) => string,
): Promise<void> {
  const rows = words
    .toSorted((a, b) => a.row - b.row)
    // A product that is not found is not found for its price and for its stock.
    .filter((one, at, all) => at === 0 || one.row !== all[at - 1]?.row || one.words !== all[at - 1]?.words)
    .map((one, position) => ({
      ...one,
      words: `${nameOfRow(one.row)}: ${one.words}`.slice(0, 500),
      import_id,
      position,
    }));
  const batch = 5_000;
  for (let at = 0; at < rows.length; at += batch)
    await db
      .insertInto('file_import_rows')
      .values(rows.slice(at, at + batch))
      .execute();
}
