import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { createProduct, saveProduct } from '#modules/catalogue/save-product.ts';
import { readStaffProduct, type StaffProduct } from '#modules/catalogue/staff-product.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import type { GoodsColumn } from './columns.ts';
import { changeOf, checkedChange, type Fields, fieldOf, fieldsOf, ownerProblem, unchangedFields } from './fields.ts';
import { findKnown, takenProblem } from './find.ts';
import { splitNew } from './plan.ts';

/** A row that waits, or was written. */
export type WorkRow = {
  row: number;
  product_id: number | null;
  kind: 'create' | 'change';
  change: Fields;
  before: Fields;
  after: Fields | null;
};

/** A change for the audit log: fields as the calls name them. */
export type GoodsChange = {
  product_id: number;
  name: string;
  words: string;
  /** null: it is new. */
  before: object | null;
  after: object | null;
};

/** What became of a row; `problem`: why it was left alone, in Russian. */
export type Worked =
  | { state: 'applied'; product_id: number; after: Fields; line: GoodsChange }
  | { state: 'undone'; product_id: number; problem: string | null; line: GoodsChange }
  | { state: 'left' | 'kept'; problem: string };

/**
 * Writes a row if its product is still as the rehearsal saw it. A refusal of the verb leaves it alone, in its words.
 */
export async function writeRow(db: Db, row: WorkRow, columns: GoodsColumn[], now: Date): Promise<Worked> {
  const taken = await takenNow(db, row);
  if (taken !== null) return { state: 'left', problem: taken };
  return row.kind === 'create' ? writeNew(db, row, now) : writeChange(db, row, columns, now);
}

async function writeChange(db: Db, row: WorkRow, columns: GoodsColumn[], now: Date): Promise<Worked> {
  const product = row.product_id === null ? null : await readStaffProduct(db, row.product_id, true);
  if (!product) return { state: 'left', problem: 'товара больше нет' };
  const names = Object.keys(row.change);
  if (unchangedFields(product, row.before).length < names.length)
    return { state: 'left', problem: 'за это время товар изменили' };
  const owned = product.owners.map(({ field }) => field);
  const lost = columns.find(
    (column) => names.includes(column.sets ?? '') && ownerProblem(column, { id_1c: product.id_1c, owned }) !== null,
  );
  if (lost) return { state: 'left', problem: `«${lost.heading}» теперь ведёт 1С` };
  const checked = checkedChange(row.change, product.specs);
  if ('problems' in checked) return { state: 'left', problem: Object.values(checked.problems)[0] ?? '' };
  const refused = await refusalOf(() => saveProduct(db, product, checked.change, now));
  if (refused !== null) return { state: 'left', problem: refused };
  return written(db, product, names, columns);
}

async function writeNew(db: Db, row: WorkRow, now: Date): Promise<Worked> {
  const { input, rest } = splitNew(row.change);
  const checked = checkedChange(rest, {});
  if ('problems' in checked) return { state: 'left', problem: Object.values(checked.problems)[0] ?? '' };
  const { id } = await createProduct(db, input, now);
  const product = ensure(await readStaffProduct(db, id, true));
  if (Object.keys(rest).length > 0) await saveProduct(db, product, checked.change, now);
  const after = ensure(await readStaffProduct(db, id));
  return {
    ...{ state: 'applied', product_id: id, after: fieldsOf(after, Object.keys(row.change)) },
    line: { product_id: id, name: after.name, words: 'создан', before: null, after: null },
  };
}

async function written(db: Db, before: StaffProduct, names: string[], columns: GoodsColumn[]): Promise<Worked> {
  const after = ensure(await readStaffProduct(db, before.id));
  return {
    ...{ state: 'applied', product_id: before.id, after: fieldsOf(after, names) },
    line: lineOf(before, after, names, columns),
  };
}

/** Puts back the fields that still hold what the table wrote; a product that it made is switched off. */
export async function putRowBack(db: Db, row: WorkRow, columns: GoodsColumn[], now: Date): Promise<Worked> {
  const product = row.product_id === null ? null : await readStaffProduct(db, row.product_id, true);
  if (!product) return { state: 'kept', problem: 'товара больше нет' };
  if (row.kind === 'create') {
    if (product.is_on) await saveProduct(db, product, { is_on: false }, now);
    const line = { before: { is_on: product.is_on }, after: { is_on: false }, words: 'снят с продажи' };
    return { state: 'undone', product_id: product.id, problem: null, line: { ...named(product), ...line } };
  }
  const held = unchangedFields(product, row.after ?? {});
  const others = Object.keys(row.change).filter((name) => !held.includes(name));
  const since = others.length > 0 ? `с тех пор изменили: ${headingsOf(others, columns)}` : null;
  const back = held.filter((name) => !isDeepStrictEqual(fieldOf(product, name), row.before[name]));
  if (back.length === 0) return { state: 'kept', problem: since ?? 'и так как было' };
  const fields = Object.fromEntries(back.map((name) => [name, row.before[name]]));
  const checked = checkedChange(fields, product.specs);
  if ('problems' in checked) return { state: 'kept', problem: Object.values(checked.problems)[0] ?? '' };
  const refused = await refusalOf(() => saveProduct(db, product, checked.change, now));
  if (refused !== null) return { state: 'kept', problem: refused };
  const after = ensure(await readStaffProduct(db, product.id));
  return { state: 'undone', product_id: product.id, problem: since, line: lineOf(product, after, back, columns) };
}

/** The verb refuses before it writes anything. */
async function refusalOf(run: () => Promise<void>): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { fields } = error.details as { fields?: Record<string, string> };
    return Object.values(fields ?? {})[0] ?? error.message;
  }
}

/** Somebody may have given the article or barcode to another product meanwhile. */
async function takenNow(db: Db, { product_id, change }: WorkRow): Promise<string | null> {
  const code = (name: string) => (typeof change[name] === 'string' ? String(change[name]) : '');
  const codes = { article: code('article'), barcode: code('barcode') };
  if (codes.article === '' && codes.barcode === '') return null;
  // Two tables at once take turns here.
  await sql`select pg_advisory_xact_lock(hashtext('idd-shop codes of goods'))`.execute(db);
  const known = await findKnown(db, [{ idcode: '', id_1c: '', ...codes }]);
  return takenProblem(codes, product_id, known)?.problem ?? null;
}

function lineOf(before: StaffProduct, after: StaffProduct, names: string[], columns: GoodsColumn[]): GoodsChange {
  const shape = (product: StaffProduct) => {
    const { specs, ...plain } = changeOf(fieldsOf(product, names), product.specs);
    return specs === undefined ? plain : { ...plain, specs: product.specs };
  };
  return { ...named(before), words: headingsOf(names, columns), before: shape(before), after: shape(after) };
}

function named({ id, name }: StaffProduct) {
  return { product_id: id, name };
}

function headingsOf(names: string[], columns: GoodsColumn[]): string {
  const headings = columns.flatMap(({ sets, heading }) => (sets !== null && names.includes(sets) ? [heading] : []));
  return headings.slice(0, 10).join(', ');
}
