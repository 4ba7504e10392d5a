import { z } from 'zod';
import type { Key } from '#platform/keyset.ts';
import type { Sort } from '#platform/order-by.ts';
import { Refusal } from '#platform/refusal.ts';

/** Beyond this a list says «больше 10 000», and goes on by key if it can (`keyedQuery`); else it is to be filtered. */
export const countedRows = 10_000;

export type Page = { page: number; per_page: number };
/** `after`: of a list that goes on behind the row with this key, whatever its `page`. */
export type KeyedPage = Page & { after?: Key | undefined };

/**
 * What every list of the back office is asked by: `filter`, a JSON object of these fields (an unknown one is refused);
 * `sort`, columns by commas, `-` before one for descending; `page` and `per_page`; or `ids`, by commas, at most 200.
 */
export function listQuery<Filter extends z.ZodRawShape, Column extends string>(
  filter: Filter,
  columns: readonly [Column, ...Column[]],
) {
  const Filter = z.strictObject(filter).partial();
  return z.strictObject({
    branch: z.string().max(40).optional(),
    filter: z
      .string()
      .max(20_000)
      .optional()
      .transform((text, context) => readJson(text, context))
      .pipe(Filter),
    sort: z
      .string()
      .max(200)
      .optional()
      .transform((text, context) => readSort(text, columns, context)),
    page: z.coerce.number().int().min(1).default(1),
    per_page: z.coerce.number().int().min(1).max(250).default(50),
    ids: z
      .string()
      .max(10_000)
      .optional()
      .transform((text, context) => readIds(text, context)),
  });
}

/** Of lists that go on by key where their pages end: `after` is the `next` of the answer before, in the same order. */
export function keyedQuery<Filter extends z.ZodRawShape, Column extends string>(
  filter: Filter,
  columns: readonly [Column, ...Column[]],
) {
  return listQuery(filter, columns).extend({
    after: z
      .string()
      .max(8_000)
      .optional()
      .transform((text, context) => readKey(text, context)),
  });
}

/** Of lists without an end: `after` is the `next` of the answer before. */
export function endlessQuery<Filter extends z.ZodRawShape>(filter: Filter) {
  return listQuery(filter, ['id']).omit({ sort: true, page: true, ids: true }).extend({
    after: z.coerce.number().int().positive().optional(),
  });
}

/** `ids` of a list as numbers; what no record can have is left out. */
export function recordNumbers(ids: string[] | undefined): number[] | undefined {
  return ids?.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647);
}

/** Items of a page with how many there are in all; `more`: beyond `countedRows`. */
export function listAnswer<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int(), more: z.boolean() });
}

/** `next`: the list goes on behind this row; null: it has further pages, or it ends here. */
export function keyedAnswer<Item extends z.ZodType>(item: Item) {
  return listAnswer(item).extend({ next: z.string().nullable() });
}

export function endlessAnswer<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}

/** `rows`: how many there are, counted to one beyond `countedRows`. */
export function totalOf(rows: number): { total: number; more: boolean } {
  return { total: Math.min(rows, countedRows), more: rows > countedRows };
}

/** Which rows a page is. Throws bad_input for a page that no list pages to. */
export function windowOf({ page, per_page }: Page): { limit: number; offset: number } {
  const offset = (page - 1) * per_page;
  if (offset >= countedRows) throw new Refusal('bad_input', { fields: { page: 'Так далеко список не листается' } });
  return { limit: per_page, offset };
}

/** Of lists that are paged without a count: `more`: rows stand beyond the last page, the list is to be filtered. */
export function pagedAnswer<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable(), more: z.boolean() });
}

/** What follows a page of which one row more was read. */
export function afterPage({ page, per_page }: Page, rows: number): { next: string | null; more: boolean } {
  const goesOn = rows > per_page;
  const isLast = page * per_page >= countedRows;
  return { next: goesOn && !isLast ? String(page + 1) : null, more: goesOn && isLast };
}

export type KeyedWindow = { limit: number; offset: number; after: Key | undefined; count_to: number };

/**
 * Reads a page of a list that goes on by key: `read` gets which rows to read, one more than the page holds where the
 * list goes on behind it, and answers them with their keys. Throws bad_input for a key that is none of this list.
 */
export async function readByKey<Row extends { key: string }, More extends object>(
  { page, per_page, after }: KeyedPage,
  read: (window: KeyedWindow) => Promise<{ rows: Row[] } & More>,
): Promise<{ rows: Row[]; next: string | null } & Omit<More, 'rows'>> {
  const isLast = after !== undefined || page * per_page >= countedRows;
  const { offset } = after ? { offset: 0 } : windowOf({ page, per_page });
  const window = { limit: per_page + Number(isLast), offset, after, count_to: countedRows };
  const { rows, ...more } = await read(window).catch((error: unknown) => {
    if (after && isUnreadable(error))
      throw new Refusal('bad_input', { fields: { after: 'Это не продолжение списка' } });
    throw error;
  });
  const shown = rows.slice(0, per_page);
  const last = rows.length > per_page ? shown.at(-1) : undefined;
  return { ...more, rows: shown, next: last ? Buffer.from(last.key).toString('base64url') : null };
}

/** A value that is not of the column's type (class 22 of PostgreSQL). */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^22/.test(String(error.code));
}

const Keys = z.array(z.string().max(2_000).nullable()).min(1).max(8);

function readKey(text: string | undefined, context: z.RefinementCtx): Key | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return Keys.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    context.addIssue({ code: 'custom', message: 'Это не продолжение списка' });
    return z.NEVER;
  }
}

function readJson(text: string | undefined, context: z.RefinementCtx): unknown {
  if (text === undefined || text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'Отбор не читается' });
    return z.NEVER;
  }
}

function readSort<Column extends string>(
  text: string | undefined,
  columns: readonly Column[],
  context: z.RefinementCtx,
): Sort<Column>[] {
  if (!text) return [];
  return text.split(',').flatMap((word) => {
    const isDescending = word.startsWith('-');
    const column = columns.find((name) => name === word.slice(Number(isDescending)));
    if (column) return { column, isDescending };
    context.addIssue({ code: 'custom', message: `По этому столбцу не сортируют: ${word}` });
    return [];
  });
}

function readIds(text: string | undefined, context: z.RefinementCtx): string[] | undefined {
  if (text === undefined) return undefined;
  const ids = text.split(',').filter(Boolean);
  if (ids.length > 200) context.addIssue({ code: 'custom', message: 'Не больше 200 записей сразу' });
  return ids;
}
