import { isDeepStrictEqual } from 'node:util';
import { articleKey } from '#modules/catalogue/article-key.ts';
import { NewProduct } from '#modules/catalogue/product-schema.ts';
import { unitProblem } from '#modules/catalogue/save-product.ts';
import { readStaffProduct } from '#modules/catalogue/staff-product.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import type { TableRow } from '../read-table.ts';
import { type GoodsColumn, isClear, longestCell, readCell, typedCell } from './columns.ts';
import { checkedChange, type Fields, fieldOf, fieldsOf, ownedBy1c, ownerProblem } from './fields.ts';
import { chosenProduct, findKnown, type KnownGoods, type RowKeys, takenProblem } from './find.ts';
import { findNamedGoods, type NamedGoods } from './named-goods.ts';
import { readGoods, type TableProduct } from './read-goods.ts';

/** A cell as a person is shown it. `problem`: why it is not taken, in Russian. */
export type ShownCell = { heading: string; from: string; to: string; problem?: string };

export type PlannedRow = {
  row: number;
  product_id: number | null;
  name: string;
  kind: 'create' | 'change' | 'same' | 'skipped' | 'refused';
  cells: ShownCell[];
  change: Fields;
  before: Fields;
};

/** Rows that named a product before, and codes that they want. */
export type SeenRows = { products: Map<number, number>; codes: Map<string, number> };

type Planning = { columns: (GoodsColumn | null)[]; known: KnownGoods; named: NamedGoods; seen: SeenRows };

/** A longer text is shown by its beginning. */
const longestShown = 200;

/** What each of these rows would do; nothing is written. `columns`: of the cells, null where one is not needed. */
export async function planRows(
  db: Db,
  rows: TableRow[],
  columns: (GoodsColumn | null)[],
  seen: SeenRows,
): Promise<PlannedRow[]> {
  const keys = rows.map(({ cells }) => keysOf(cells, columns));
  const known = await findKnown(db, keys);
  const chosen = keys.map((key) => chosenProduct(key, known));
  const ids = chosen.flatMap((one) => ('id' in one && one.id !== null ? [one.id] : []));
  const goods = new Map((await readGoods(db, ids)).map((product) => [product.id, product]));
  const named = await findNamedGoods(db, namingCells(rows, columns));
  const planning = { columns, known, named, seen };
  const planned = rows.map((row, at) => {
    const one = ensure(chosen[at]);
    const key = ensure(keys[at]);
    if ('problem' in one) return refusedRow(row.row, null, nameOfKeys(key), one.problem);
    if (one.id === null) return planNew(row, key, planning);
    return planChange(row, key, ensure(goods.get(one.id)), planning);
  });
  for (const one of planned) if (one.kind === 'change' && 'unit' in one.change) await checkUnit(db, one);
  return planned;
}

function keysOf(cells: string[], columns: (GoodsColumn | null)[]): RowKeys {
  const cell = (field: string) => {
    const at = columns.findIndex((column) => column?.field === field);
    const typed = at < 0 ? '' : readCell(cells[at] ?? '');
    return isClear(typed) ? '' : typed;
  };
  return { idcode: cell('idcode'), id_1c: cell('id_1c'), article: cell('article'), barcode: cell('barcode') };
}

/** Cells that name other goods. */
function namingCells(rows: TableRow[], columns: (GoodsColumn | null)[]): string[] {
  const at = columns.findIndex((column) => column?.field === 'analogues');
  return at < 0 ? [] : rows.map(({ cells }) => readCell(cells[at] ?? ''));
}

function nameOfKeys({ idcode, id_1c, article, barcode }: RowKeys): string {
  return idcode || id_1c || article || barcode || '—';
}

function refusedRow(row: number, product_id: number | null, name: string, problem: string, heading = ''): PlannedRow {
  const cells = [{ heading, from: '', to: '', problem }];
  return { row, product_id, name, kind: 'refused', cells, change: {}, before: {} };
}

function planChange(row: TableRow, keys: RowKeys, product: TableProduct, planning: Planning): PlannedRow {
  const first = planning.seen.products.get(product.id);
  if (first !== undefined)
    return refusedRow(row.row, product.id, product.name, `тот же товар уже назван в строке ${first}`);
  planning.seen.products.set(product.id, row.row);
  const cells: ShownCell[] = [];
  const change: Fields = {};
  for (const { column, typed } of filledCells(row, planning.columns)) {
    if (column.sets === null || isKey(column, keys) || typed === readCell(typedCell(column.cellOf(product)))) continue;
    const read = readValue(column, typed, product, planning.named);
    if ('value' in read && isDeepStrictEqual(read.value, fieldOf(product, column.sets))) continue;
    const problem = ownerProblem(column, product) ?? ('problem' in read ? read.problem : null);
    cells.push(shown(column, product, typed, problem));
    if (problem !== null || !('value' in read)) continue;
    change[column.sets] = read.value;
    // Where one unit is both, it stays so.
    if (column.sets === 'unit' && product.unit === product.base_unit) change.base_unit = read.value;
  }
  const plan = { row: row.row, product_id: product.id, name: product.name, change };
  return judged({ ...plan, cells, before: fieldsOf(product, Object.keys(change)) }, product, planning);
}

const needed = { name: 'название', category_ids: 'раздел' };

function planNew(row: TableRow, keys: RowKeys, planning: Planning): PlannedRow {
  const cells: ShownCell[] = [];
  const change: Fields = {};
  for (const { column, typed } of filledCells(row, planning.columns)) {
    if (column.sets === null || isClear(typed)) continue;
    const read = readValue(column, typed, null, planning.named);
    const problem = 'problem' in read ? read.problem : null;
    cells.push(shown(column, null, typed, problem));
    if ('value' in read) change[column.sets] = read.value;
  }
  const missing = Object.entries(needed).filter(([name]) => !(name in change));
  const isWrong = cells.some(({ problem }) => problem !== undefined);
  const name = typeof change.name === 'string' ? change.name : nameOfKeys(keys);
  if (missing.length > 0 && !isWrong)
    return refusedRow(
      ...([row.row, null, name] as const),
      `такого товара нет, а чтобы завести его, не хватает: ${missing.map(([, words]) => words).join(', ')}`,
    );
  return judged({ row: row.row, product_id: null, name, cells, change, before: {} }, null, planning);
}

type Drawn = Omit<PlannedRow, 'kind'>;

/** What is wrong with the row as a whole goes to the cell it comes from; a wrong cell refuses the row. */
function judged(drawn: Drawn, product: TableProduct | null, { columns, known, seen }: Planning): PlannedRow {
  const { row, change } = drawn;
  const problems: Record<string, string> = {};
  const code = (name: string) => (typeof change[name] === 'string' ? String(change[name]) : '');
  const codes = { article: code('article'), barcode: code('barcode') };
  const taken = takenProblem(codes, product?.id ?? null, known);
  if (taken) problems[taken.field] = taken.problem;
  for (const [field, key] of [
    ['article', articleKey(codes.article)],
    ['barcode', codes.barcode],
  ] as const) {
    const first = key && seen.codes.get(`${field} ${key}`);
    if (first) problems[field] = `тот же код уже в строке ${first}`;
    else if (key) seen.codes.set(`${field} ${key}`, row);
  }
  const checked = checkedChange(change, product?.specs ?? {});
  if ('problems' in checked) Object.assign(problems, checked.problems);
  const cells = drawn.cells.map((cell) => {
    const sets = columns.find((column) => column?.heading === cell.heading)?.sets ?? '';
    const problem = cell.problem ?? problems[sets];
    delete problems[sets];
    return problem === undefined ? cell : { ...cell, problem };
  });
  // Of what no cell says by itself.
  for (const problem of Object.values(problems)) cells.push({ heading: '', from: '', to: '', problem });
  const wrong = cells.filter(({ problem }) => problem !== undefined && problem !== ownedBy1c);
  if (wrong.length > 0) return { ...drawn, cells: wrong, kind: 'refused', change: {}, before: {} };
  if (product === null) return { ...drawn, cells, kind: 'create' };
  if (Object.keys(change).length > 0) return { ...drawn, cells, kind: 'change' };
  return { ...drawn, cells, kind: cells.length > 0 ? 'skipped' : 'same' };
}

/** Orders that hold the product hold its unit. */
async function checkUnit(db: Db, planned: PlannedRow): Promise<void> {
  const product = await readStaffProduct(db, ensure(planned.product_id));
  const problem = product && unitProblem(product, { unit: String(planned.change.unit) });
  if (!problem) return;
  const cells = planned.cells.filter(({ to }) => to === planned.change.unit).map((cell) => ({ ...cell, problem }));
  Object.assign(planned, { kind: 'refused', cells, change: {}, before: {} });
}

/** Filled cells of columns that are needed. */
function filledCells({ cells }: TableRow, columns: (GoodsColumn | null)[]): { column: GoodsColumn; typed: string }[] {
  return columns.flatMap((column, at) => {
    const typed = readCell(cells[at] ?? '');
    return column && typed !== '' ? [{ column, typed }] : [];
  });
}

/** The column by which the product was found says nothing new of it. */
function isKey({ field }: GoodsColumn, { idcode, id_1c, article }: RowKeys): boolean {
  if (idcode || id_1c) return false;
  return article ? field === 'article' : field === 'barcode';
}

function readValue(column: GoodsColumn, typed: string, product: TableProduct | null, named: NamedGoods) {
  if (isClear(typed)) return 'cleared' in column ? { value: column.cleared } : { problem: 'это поле нельзя очистить' };
  if (typed.length > longestCell) return { problem: 'в ячейке больше 32 767 знаков' };
  return column.read(typed, product, named);
}

function shown(column: GoodsColumn, product: TableProduct | null, typed: string, problem: string | null): ShownCell {
  return {
    heading: column.heading,
    from: shortened(product ? typedCell(column.cellOf(product)) : ''),
    to: isClear(typed) ? '' : shortened(typed),
    ...(problem !== null && { problem }),
  };
}

function shortened(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** What `createProduct` takes of the fields of a new product, and the rest, which `saveProduct` takes. */
export function splitNew(fields: Fields): { input: NewProduct; rest: Fields } {
  const { category_ids, ...others } = fields;
  const [category_id] = category_ids as number[];
  const names = ['name', 'brand_id', 'article', 'barcode', 'unit', 'vat_rate'];
  const own = Object.entries(others).filter(([name]) => names.includes(name));
  return {
    input: NewProduct.parse({ category_id, ...Object.fromEntries(own) }),
    rest: Object.fromEntries(Object.entries(others).filter(([name]) => !names.includes(name))),
  };
}
