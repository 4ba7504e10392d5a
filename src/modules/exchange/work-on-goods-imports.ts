import { sql } from 'kysely';
import { followWritten } from '#modules/catalogue/save-product.ts';
import { readStaffProducts, type StaffProduct } from '#modules/catalogue/staff-product.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import type { ChosenColumn, GoodsCounts } from './goods-imports.ts';
import { goodsColumns } from './goods-table/columns.ts';
import { fieldsOf, ownedBy1c } from './goods-table/fields.ts';
import { type PlannedRow, planRows, type SeenRows } from './goods-table/plan.ts';
import { readShopWords } from './goods-table/words-of-shop.ts';
import {
  type GoodsChange,
  lineOf,
  putRowBack,
  type Worked,
  type WorkRow,
  writeRow,
} from './goods-table/write-goods.ts';
import { mostGoods } from './goods-table-export.ts';
import { readLongXlsx, readTable } from './read-table.ts';

/** Rows of one reading of the shop, and of one transaction of writing. */
const readPortion = 500;
const writePortion = 50;

/**
 * Reads the oldest table that waits and keeps what each of its rows would do; a file that is no table fails with the
 * reason. Returns its id; null: none waits, or another worker reads it. Call outside of a transaction: a fault is
 * noted, too.
 */
export async function rehearseGoodsImport(db: Db): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from goods_imports where state = 'reading' order by id limit 1`.execute(db);
  const [found] = rows;
  if (!found) return null;
  try {
    const isMine = await db.transaction().execute((db) => rehearseOne(db, found.id));
    if (!isMine) return null;
  } catch (error) {
    if (error instanceof StoppedReading) return found.id;
    const words = error instanceof Refusal ? error.message : 'Таблицу прочитать не удалось: ошибка магазина';
    await sql`
      update goods_imports set state = 'failed', problem = ${words}, file = null
      where id = ${found.id} and state = 'reading'`.execute(db);
    if (!(error instanceof Refusal)) throw error;
  }
  return found.id;
}

/** Whether it was this worker that read the table. Throws StoppedReading. */
async function rehearseOne(db: Db, id: number): Promise<boolean> {
  // No lock on its row: whoever stops the table must not wait until all of it has been read.
  const { rows } = await sql<{ source: string; columns: ChosenColumn[]; file: Buffer | null }>`
    select source, columns, file from goods_imports where id = ${id} and state = 'reading'
      and pg_try_advisory_xact_lock(hashtext('goods import'), id)`.execute(db);
  const [found] = rows;
  if (!found) return false;
  const table = await readTable(found.source, ensure(found.file), found.columns, readLongXlsx);
  if (table.length > mostGoods) throw new Refusal('bad_input', {}, 'в таблице больше 20 000 строк: разделите её');
  const all = goodsColumns(await readShopWords(db));
  const columns = found.columns.map(({ field }) => all.find((column) => column.field === field) ?? null);
  const seen: SeenRows = { products: new Map(), codes: new Map() };
  const counts: GoodsCounts = { rows: table.length, create: 0, change: 0, same: 0, skipped: 0, refused: 0, owned: 0 };
  for (let at = 0; at < table.length; at += readPortion) {
    const planned = await planRows(db, table.slice(at, at + readPortion), columns, seen);
    for (const { kind, cells } of planned) {
      counts[kind] += 1;
      counts.owned += cells.filter(({ problem }) => problem === ownedBy1c).length;
    }
    await keepRows(db, id, planned);
    const { rows } = await sql`select from goods_imports where id = ${id} and state = 'reading'`.execute(db);
    if (rows.length === 0) throw new StoppedReading();
  }
  const { numAffectedRows } = await sql`
    update goods_imports set state = 'rehearsed', file = null, counts = ${JSON.stringify(counts)}::jsonb
    where id = ${id} and state = 'reading'`.execute(db);
  if (numAffectedRows === 0n) throw new StoppedReading();
  return true;
}

/** Takes back what was kept of a table that somebody stopped meanwhile. */
class StoppedReading extends Error {}

async function keepRows(db: Db, import_id: number, planned: PlannedRow[]): Promise<void> {
  const rows = planned.flatMap(({ kind, cells, change, before, ...row }) =>
    kind === 'same'
      ? []
      : [
          {
            ...row,
            import_id,
            kind,
            name: row.name.slice(0, 300),
            cells: JSON.stringify(cells),
            change: JSON.stringify(change),
            before: JSON.stringify(before),
          },
        ],
  );
  if (rows.length > 0) await db.insertInto('goods_import_rows').values(rows).execute();
}

export type GoodsPortion = {
  import_id: number;
  source: string;
  author_user_id: string | null;
  author: string;
  isUndoing: boolean;
  /** For the audit log, one of each product. */
  changes: GoodsChange[];
  /** Rows that were left alone. */
  left: number;
};

/**
 * The next rows, at most fifty, of a table that is being written or put back, by the verbs of a product's page. null:
 * there is nothing to do. A second run changes nothing. Call in a transaction.
 */
export async function workOnGoods(db: Db, now = new Date()): Promise<GoodsPortion | null> {
  const { rows: imports } = await sql<{
    id: number;
    source: string;
    author: string;
    author_user_id: string | null;
    is_undoing: boolean;
  }>`
    select id, source, author, author_user_id, state = 'undoing' as is_undoing from goods_imports
    where state in ('running', 'undoing') order by id limit 1 for update skip locked`.execute(db);
  const [found] = imports;
  if (!found) return null;
  const { id, source, author, author_user_id, is_undoing: isUndoing } = found;
  const { rows } = await sql<WorkRow>`
    select row, product_id, kind, change, before, after from goods_import_rows
    where import_id = ${id} and state = ${isUndoing ? 'applied' : 'waiting'}
    order by row limit ${writePortion}`.execute(db);
  const columns = goodsColumns(await readShopWords(db));
  const goods = await readStaffProducts(db, idsOf(rows), true);
  const worked: ({ row: number } & Worked)[] = [];
  for (const row of rows) {
    const product = row.product_id === null ? null : (goods.get(row.product_id) ?? null);
    worked.push({ row: row.row, ...(await (isUndoing ? putRowBack : writeRow)(db, row, product, columns, now)) });
  }
  const written = worked.filter((one) => 'product_id' in one);
  await followWritten(db, idsOf(written));
  const after = await readStaffProducts(db, idsOf(written));
  await keepWorked(db, id, worked, after);
  const changes = written.map((one) => lineOf(one, ensure(after.get(one.product_id)), columns));
  if (rows.length < writePortion)
    await sql`
      update goods_imports set ${
        isUndoing ? sql`state = 'undone', undone_at = ${now}` : sql`state = 'done', done_at = ${now}`
      } where id = ${id}`.execute(db);
  const portion = { import_id: id, source, author, author_user_id, isUndoing };
  return { ...portion, changes, left: rows.length - changes.length };
}

function idsOf(rows: { product_id: number | null }[]): number[] {
  return rows.flatMap(({ product_id }) => product_id ?? []);
}

async function keepWorked(
  db: Db,
  import_id: number,
  worked: ({ row: number } & Worked)[],
  goods: ReadonlyMap<number, StaffProduct>,
): Promise<void> {
  const rows = worked.map((one) => ({
    row: one.row,
    state: one.state,
    problem: one.problem,
    ...(one.state === 'applied' && {
      product_id: one.product_id,
      after: fieldsOf(ensure(goods.get(one.product_id)), one.names),
    }),
  }));
  await sql`
    update goods_import_rows r
    set state = w.state, problem = w.problem, product_id = coalesce(w.product_id, r.product_id),
      after = coalesce(w.after, r.after)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as w (row int, state text, problem text, product_id int, after jsonb)
    where r.import_id = ${import_id} and r.row = w.row`.execute(db);
}
