import { sql } from 'kysely';
import { shareGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { namePriceAuthor } from '#modules/catalogue/price-author.ts';
import { lockPrices, readPrices, savePrices } from '#modules/catalogue/save-prices.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { daysAfter } from '#shared/dates.ts';
import { tagsOfGoods } from './goods-tags.ts';
import type { ImportState, TableSummary } from './import-table.ts';
import type { ImportRow } from './table-words.ts';

const keepMs = 90 * 24 * 3_600_000;

export type FileImport = {
  id: number;
  map_name: string;
  source: string;
  /** Who took it, by name; '': nobody knows any more. */
  author: string;
  at: Date;
  state: ImportState;
  summary: TableSummary;
  undone_at: Date | null;
};

const columns = sql`id, map_name, source, author, at, state, summary, undone_at`;

/** Tables that came, the newest first; those that hold purchase prices only when `isCostShown`. */
export async function listFileImports(db: Db, limit: number, isCostShown: boolean): Promise<FileImport[]> {
  const { rows } = await sql<FileImport>`
    select ${columns} from file_imports where ${isCostShown} or not uses_cost order by id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Those of these numbers that there are. */
export async function fileImportsOf(db: Db, ids: number[]): Promise<FileImport[]> {
  const { rows } = await sql<FileImport>`
    select ${columns} from file_imports where id = any(${ids}::int[])`.execute(db);
  return rows;
}

/**
 * By what the table that was looked at under this number is taken; null: it was not looked at, or so long ago that
 * nobody knows any more.
 */
export async function hashOfRehearsal(db: Db, id: number): Promise<string | null> {
  const found = await db
    .selectFrom('file_imports')
    .select('hash')
    .where('id', '=', id)
    .where('state', 'in', ['rehearsed', 'held'])
    .executeTakeFirst();
  return found?.hash ?? null;
}

/** Throws not_found also of a table with purchase prices unless `isCostShown`. */
export async function checkFileImport(db: Db, id: number, isCostShown: boolean): Promise<void> {
  const found = await db.selectFrom('file_imports').select('uses_cost').where('id', '=', id).executeTakeFirst();
  if (!found || (found.uses_cost && !isCostShown)) throw new Refusal('not_found');
}

/** What became of the rows of a table, in its order. */
export async function readImportRows(db: Db, import_id: number, limit: number): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select row, is_refused, words from file_import_rows where import_id = ${import_id}
    order by position limit ${limit}`.execute(db);
  return rows;
}

/** For how long the prices of a table can be put back. */
const undoDays = 30;

type Undoable = Pick<FileImport, 'state' | 'undone_at' | 'at'>;

/** Until when `undoFileImport` would take it; null: it would not. */
export function importUndoneUntil({ state, undone_at, at }: Undoable): Date | null {
  return state === 'applied' && undone_at === null ? daysAfter(at, undoDays) : null;
}

/** Whether `undoFileImport` would take it. */
export function canUndoImport(one: Undoable, now = new Date()): boolean {
  const until = importUndoneUntil(one);
  return until !== null && now < until;
}

/**
 * Puts the prices back that a table changed, where they still are what it wrote; stock stays: it has gone on since.
 * Returns how many were put back, and how many somebody changed meanwhile. Throws not_found, not_undoable,
 * exchange_busy while a package of 1C writes. Call in a transaction.
 */
export async function undoFileImport(
  db: Db,
  id: number,
  now = new Date(),
): Promise<{ source: string; restored: number; changed_since: number }> {
  await shareGoodsWriting(db);
  const found = await db.selectFrom('file_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const { source, at, undone_at } = found;
  if (!canUndoImport({ at, undone_at, state: found.state as ImportState }, now)) throw new Refusal('not_undoable');
  const kept = await db.selectFrom('file_import_prices').selectAll().where('import_id', '=', id).execute();
  await lockPrices(db, kept);
  const prices = new Map((await readPrices(db, kept)).map((row) => [`${row.price_column} ${row.product_id}`, row]));
  const back = kept.filter(({ price_column, product_id, price, old_price }) => {
    const row = prices.get(`${price_column} ${product_id}`);
    return (row?.price ?? null) === price && (row?.old_price ?? null) === old_price;
  });
  await namePriceAuthor(db, `отмена таблицы «${source}»`);
  await savePrices(
    db,
    back.map(({ price_column, product_id, was_price, was_old_price }) => ({
      price_column,
      product_id,
      price: was_price,
      old_price: was_old_price,
    })),
  );
  await db.updateTable('file_imports').set({ undone_at: now }).where('id', '=', id).execute();
  await invalidate(db, tagsOfGoods(back.map(({ product_id }) => product_id)));
  return { source, restored: back.length, changed_since: kept.length - back.length };
}

/** Nightly: tables of a quarter ago, with what became of their rows. */
export async function forgetOldFileImports(db: Db, now = new Date()): Promise<void> {
  await db
    .deleteFrom('file_imports')
    .where('at', '<', new Date(now.getTime() - keepMs))
    .execute();
}
