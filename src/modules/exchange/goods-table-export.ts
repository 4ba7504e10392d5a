import { sql } from 'kysely';
import { type GoodsScope, goodsConditions, type StaffProductFilter } from '#modules/catalogue/staff-products.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Cell, TableFile } from '#platform/table-export.ts';
import { tableInPortions } from '#platform/table-in-portions.ts';
import { countOf } from '#shared/plurals.ts';
import { goodsColumns, shownCell } from './goods-table/columns.ts';
import { readGoods } from './goods-table/read-goods.ts';
import { readShopWords } from './goods-table/words-of-shop.ts';

/** As many goods as one table takes back. */
export const mostGoods = 20_000;
const portion = 500;

/**
 * The goods that pass a filter with all that is said of them, as a table that an import reads back; a column for each
 * attribute that one of them has or that is usual in its category. Throws bad_input when there are more than 20,000.
 */
export async function exportGoodsTable(
  db: Db,
  scope: GoodsScope,
  filter: StaffProductFilter,
  as: 'csv' | 'xlsx',
): Promise<{ file: TableFile; count: number }> {
  const where = goodsConditions(scope, filter);
  const { rows } = await sql<{ id: number }>`
    select p.id from products p where ${where} order by p.id limit ${mostGoods + 1}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length > mostGoods)
    throw new Refusal(
      'bad_input',
      {},
      `В таблицу помещается ${countOf(mostGoods, 'товар', 'товара', 'товаров')}: отберите меньше`,
    );
  const codes = new Set(await attributeCodes(db, ids));
  const columns = goodsColumns(await readShopWords(db)).filter(
    ({ field }) => !field.startsWith('specs.') || codes.has(field.slice('specs.'.length)),
  );
  const file = await tableInPortions(
    as,
    columns.map(({ heading }) => heading),
    rowsOf(db, ids, (product) => columns.map(({ cellOf }) => shownCell(cellOf(product)))),
    columns.map(({ width }) => width),
  );
  return { file, count: ids.length };
}

/** Codes of attributes that these goods tell of, or should. */
async function attributeCodes(db: Db, ids: number[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from products p cross join jsonb_object_keys(p.specs) as k (code) where p.id = any(${ids}::int[])
    union
    select code from product_categories c join usual_attributes u using (category_id) cross join unnest(u.codes) as k (code)
    where c.is_main and c.product_id = any(${ids}::int[])`.execute(db);
  return rows.map(({ code }) => code);
}

async function* rowsOf(
  db: Db,
  ids: number[],
  rowOf: (product: Awaited<ReturnType<typeof readGoods>>[number]) => Cell[],
): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < ids.length; at += portion) yield (await readGoods(db, ids.slice(at, at + portion))).map(rowOf);
}
