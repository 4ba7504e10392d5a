import { sql } from 'kysely';
import {
  type GoodsScope,
  goodsConditions,
  joinsOfOrder,
  orderOfGoods,
  type StaffProductFilter,
  type StaffProductSort,
} from '#modules/catalogue/staff-products.ts';
import type { Db } from '#platform/database.ts';
import { type GoodsColumn, goodsColumns, typedCell } from './goods-table/columns.ts';
import { ownerProblem } from './goods-table/fields.ts';
import { readGoods, type TableProduct } from './goods-table/read-goods.ts';
import { readShopWords } from './goods-table/words-of-shop.ts';

/** Goods that the sheet holds at most, and those of one call. */
export const sheetLimits = { goods: 5_000, portion: 500, columns: 60 };

/** Shown when nobody has chosen columns, with what is usual in the category that the goods are narrowed to. */
const usualFields = ['name', 'article', 'barcode', 'brand', 'category', 'weight', 'is_on'];

export type SheetColumn = { field: string; heading: string };

/** A product in the sheet: its cells as a table of goods has them, in the order of the columns. */
export type SheetGoods = {
  id: number;
  idcode: string;
  name: string;
  cells: string[];
  /** Fields of these columns that 1C keeps. */
  locked: string[];
};

export type GoodsSheet = {
  columns: SheetColumn[];
  /** All columns there are. */
  choices: SheetColumn[];
  rows: SheetGoods[];
  /** How many goods pass the filter, counted to one beyond 5,000. */
  count: number;
};

/**
 * A portion of the goods that pass a filter, `offset` rows from the first, as rows of a sheet. `fields` of the columns,
 * unknown ones are left out; empty: the usual ones. What is typed into it is written as a table of goods
 * (`startGoodsImport`), so a cell holds what such a table would.
 */
export async function readGoodsSheet(
  db: Db,
  scope: GoodsScope,
  filter: StaffProductFilter & { ids?: number[] },
  { sort, offset, fields }: { sort: StaffProductSort[]; offset: number; fields: string[] },
): Promise<GoodsSheet> {
  const where = goodsConditions(scope, filter);
  const joins = joinsOfOrder(sort);
  const order = orderOfGoods(sort);
  const limit = Math.min(sheetLimits.portion, sheetLimits.goods - offset);
  const [{ rows: found }, { rows: counted }, words] = await Promise.all([
    sql<{ id: number }>`
      select p.id from products p ${joins} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ count: number }>`
      select count(*)::int as count
      from (select from products p ${joins} where ${where} limit ${sheetLimits.goods + 1}) counted`.execute(db),
    readShopWords(db),
  ]);
  const known = goodsColumns(words).filter(({ sets }) => sets !== null);
  const wanted = fields.length > 0 ? fields : [...usualFields, ...(await usualSpecs(db, filter.category_id))];
  const columns = [...new Set(wanted)].flatMap((field) => known.find((column) => column.field === field) ?? []);
  const ids = found.map(({ id }) => id);
  const goods = new Map((await readGoods(db, ids)).map((product) => [product.id, product]));
  const shown = ({ field, heading }: GoodsColumn): SheetColumn => ({ field, heading });
  return {
    columns: columns.map(shown),
    choices: known.map(shown),
    rows: ids.flatMap((id) => {
      const product = goods.get(id);
      return product ? [sheetRow(product, columns)] : [];
    }),
    count: counted[0]?.count ?? 0,
  };
}

function sheetRow(product: TableProduct, columns: GoodsColumn[]): SheetGoods {
  const { id, idcode, name } = product;
  return {
    id,
    idcode,
    name,
    cells: columns.map((column) => typedCell(column.cellOf(product))),
    locked: columns.filter((column) => ownerProblem(column, product) !== null).map(({ field }) => field),
  };
}

/** Attributes that goods of this category mostly have, as fields; the most 12. */
async function usualSpecs(db: Db, category_id: number | undefined): Promise<string[]> {
  if (category_id === undefined) return [];
  const { rows } = await sql<{ codes: string[] }>`
    select codes from usual_attributes where category_id = ${category_id}`.execute(db);
  return (rows[0]?.codes ?? []).slice(0, 12).map((code) => `specs.${code}`);
}
