import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { shareGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { namePriceAuthor } from '#modules/catalogue/price-author.ts';
import { lockPrices, type PriceRow } from '#modules/catalogue/save-prices.ts';
import { lockStock } from '#modules/catalogue/save-stock.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { countOf } from '#shared/plurals.ts';
import type { FileColumn, FileMap } from './file-maps.ts';
import type { GoodsKeys } from './find-goods.ts';
import { changesOf, type Planned } from './plan.ts';
import type { TableRow } from './read-table.ts';
import { goodsKinds, type PriceInput, type StockInput } from './schema.ts';
import { heldWords, type ImportRow, wordsOfPrices, wordsOfStock } from './table-words.ts';
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
  const rowOf = new Map(rows.map((one) => [one.row, one]));
  const named = (row: number) => nameOf(rowOf.get(row), map.columns);
  const words = keptWords([...wordsOfPrices(plans.prices), ...wordsOfStock(plans.stock)], named);
  if (importing.rehearsed !== undefined && importing.rehearsed !== hash)
    throw new Refusal('seen_changed', {}, await changedWords(db, importing.rehearsed, words, named));
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
    .values({ map_name: map.name, source, author, state, summary: JSON.stringify(summary), uses_cost, hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (state === 'applied') await keepPrices(db, id, plans.prices);
  await keepWords(db, id, words);
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

/** «Код 117»; '' for a row that names no goods, or that the table does not have. */
function nameOf(row: TableRow | undefined, columns: FileColumn[]): string {
  const { cells = [] } = row ?? {};
  const place = columns.findIndex(({ field }, index) => goodsKinds.some((kind) => kind === field) && cells[index]);
  return place < 0 ? '' : `${ensure(columns[place]).heading} ${cells[place]}`;
}

/** Rows that are named when a table is not as it was looked at. */
const namedRows = 5;

/** How many rows would do something else than in the rehearsal, and the first of them, for the person who looked. */
async function changedWords(db: Db, rehearsed: string, now: ImportRow[], named: (row: number) => string) {
  const { rows: was } = await sql<ImportRow>`
    select row, is_refused, words from file_import_rows where import_id = (
      select id from file_imports where hash = ${rehearsed} order by id desc limit 1)
    order by position`.execute(db);
  const [before, after] = [wordsByRow(was), wordsByRow(now)];
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .filter((row) => before.get(row) !== after.get(row))
    .sort((a, b) => a - b);
  const first = changed.slice(0, namedRows).map((row) => named(row) || `строка ${row}`);
  const more = changed.length > first.length ? ` и ещё ${changed.length - first.length}` : '';
  const where = `${countOf(changed.length, 'строка', 'строки', 'строк')} (${first.join(', ')}${more})`;
  const what = changed.length > 0 ? where : 'цены, остатки или товары';
  return `За это время изменилось то, с чем сравнивали таблицу: ${what}. Проверьте её ещё раз`;
}

/** What orders hold comes and goes. */
function wordsByRow(rows: ImportRow[]): Map<number, string> {
  const byRow = Map.groupBy(rows, ({ row }) => row);
  return new Map(
    [...byRow].map(([row, all]) => [row, all.map(({ words }) => words.replace(heldWords, '')).join('; ')] as const),
  );
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

/** What is kept of the rows, in the order of the table. */
function keptWords(words: ImportRow[], nameOfRow: (row: number) => string): ImportRow[] {
  return (
    words
      .toSorted((a, b) => a.row - b.row)
      // A product that is not found is not found for its price and for its stock.
      .filter((one, at, all) => at === 0 || one.row !== all[at - 1]?.row || one.words !== all[at - 1]?.words)
      .map((one) => ({ ...one, words: `${nameOfRow(one.row)}: ${one.words}`.slice(0, 500) }))
  );
}

async function keepWords(db: Db, import_id: number, words: ImportRow[]): Promise<void> {
  const rows = words.map((one, position) => ({ ...one, import_id, position }));
  const batch = 5_000;
  for (let at = 0; at < rows.length; at += batch)
    await db
      .insertInto('file_import_rows')
      .values(rows.slice(at, at + batch))
      .execute();
}
