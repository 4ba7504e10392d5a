import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { createProduct, writeProduct } from '#modules/catalogue/save-product.ts';
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

/** What became of a row; `problem`: why it, or a part of it, was left alone, in Russian. */
export type Worked =
  /** `before` null: the product is new. `names`: its fields that were written. */
  | {
      state: 'applied' | 'undone';
      product_id: number;
      before: StaffProduct | null;
      names: string[];
      problem: string | null;
    }
  | { state: 'left' | 'kept'; problem: string };

/**
 * Writes a row if its product, locked, is still as the rehearsal saw it. A refusal of the verb leaves it alone, in its
 * words. `followWritten` is the caller's.
 */
export async function writeRow(
  db: Db,
  row: WorkRow,
  product: StaffProduct | null,
  columns: GoodsColumn[],
  now: Date,
): Promise<Worked> {
  const taken = await takenNow(db, row);
  if (taken !== null) return { state: 'left', problem: taken };
  return row.kind === 'create' ? writeNew(db, row, now) : writeChange(db, row, product, columns, now);
}

async function writeChange(
  db: Db,
  row: WorkRow,
  product: StaffProduct | null,
  columns: GoodsColumn[],
  now: Date,
): Promise<Worked> {
  if (!product) return { state: 'left', problem: 'товара больше нет' };
  const names = Object.keys(row.change);
  if (unchangedFields(product, row.before).length < names.length)
    return { state: 'left', problem: 'за это время товар изменили' };
  const owned = product.owners.map(({ field }) => field);
  const lost = columns.find(
    (column) => names.includes(column.sets ?? '') && ownerProblem(column, { id_1c: product.id_1c, owned }) !== null,
  );
  if (lost) return { state: 'left', problem: `«${lost.heading}» теперь ведёт 1С` };
  const problem = await writeFields(db, product, row.change, now);
  if (problem !== null) return { state: 'left', problem };
  return { state: 'applied', product_id: product.id, before: product, names, problem: null };
}

async function writeNew(db: Db, row: WorkRow, now: Date): Promise<Worked> {
  const { input, rest } = splitNew(row.change);
  const checked = checkedChange(rest, {});
  if ('problems' in checked) return { state: 'left', problem: Object.values(checked.problems)[0] ?? '' };
  const { id } = await createProduct(db, input, now);
  if (Object.keys(rest).length > 0)
    await writeProduct(db, ensure(await readStaffProduct(db, id, true)), checked.change, now);
  return { state: 'applied', product_id: id, before: null, names: Object.keys(row.change), problem: null };
}

/** Puts back the fields that still hold what the table wrote; a product that it made is switched off. */
export async function putRowBack(
  db: Db,
  row: WorkRow,
  product: StaffProduct | null,
  columns: GoodsColumn[],
  now: Date,
): Promise<Worked> {
  if (!product) return { state: 'kept', problem: 'товара больше нет' };
  const undone = { state: 'undone', product_id: product.id, before: product } as const;
  if (row.kind === 'create') {
    if (product.is_on) await writeProduct(db, product, { is_on: false }, now);
    return { ...undone, names: ['is_on'], problem: null };
  }
  const held = unchangedFields(product, row.after ?? {});
  const others = Object.keys(row.change).filter((name) => !held.includes(name));
  const since = others.length > 0 ? `с тех пор изменили: ${headingsOf(others, columns)}` : null;
  const names = held.filter((name) => !isDeepStrictEqual(fieldOf(product, name), row.before[name]));
  if (names.length === 0) return { state: 'kept', problem: since ?? 'и так как было' };
  const fields = Object.fromEntries(names.map((name) => [name, row.before[name]]));
  const problem = await writeFields(db, product, fields, now);
  return problem === null ? { ...undone, names, problem: since } : { state: 'kept', problem };
}

/** Why the fields are not taken, in Russian; null: they are written. The verb refuses before it writes anything. */
async function writeFields(db: Db, product: StaffProduct, fields: Fields, now: Date): Promise<string | null> {
  const checked = checkedChange(fields, product.specs);
  if ('problems' in checked) return Object.values(checked.problems)[0] ?? '';
  try {
    await writeProduct(db, product, checked.change, now);
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

/** A row that was written, for the audit log. `after`: its product now. */
export function lineOf(
  { before, names }: Extract<Worked, { product_id: number }>,
  after: StaffProduct,
  columns: GoodsColumn[],
): GoodsChange {
  const { id: product_id, name } = after;
  if (!before) return { product_id, name, words: 'создан', before: null, after: null };
  const shape = (product: StaffProduct) => {
    const { specs, ...plain } = changeOf(fieldsOf(product, names), product.specs);
    return specs === undefined ? plain : { ...plain, specs: product.specs };
  };
  const isOff = names.length === 1 && names[0] === 'is_on' && !after.is_on;
  const words = isOff ? 'снят с продажи' : headingsOf(names, columns);
  return { product_id, name: before.name, words, before: shape(before), after: shape(after) };
}

function headingsOf(names: string[], columns: GoodsColumn[]): string {
  const headings = columns.flatMap(({ sets, heading }) => (sets !== null && names.includes(sets) ? [heading] : []));
  return headings.slice(0, 10).join(', ');
}
