import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { daysAfter } from '#shared/dates.ts';
import { foldedCell } from '#shared/folded.ts';
import { goodsColumns, otherHeadings } from './goods-table/columns.ts';
import type { ShownCell } from './goods-table/plan.ts';
import { readShopWords } from './goods-table/words-of-shop.ts';
import { lookAtTable, readHeadOfXlsx, tableLimits } from './read-table.ts';

export const goodsImportStates = [
  'reading',
  'failed',
  'rehearsed',
  'running',
  'done',
  'stopped',
  'undoing',
  'undone',
] as const;
export type GoodsImportState = (typeof goodsImportStates)[number];

/** A column of a file and what is read of it; `field` '': it is not needed. */
export type ChosenColumn = { heading: string; field: string };

/** How rows fare; `owned`: cells that 1C keeps. */
export type GoodsCounts = {
  rows: number;
  create: number;
  change: number;
  same: number;
  skipped: number;
  refused: number;
  owned: number;
};

export type GoodsImport = {
  id: number;
  source: string;
  state: GoodsImportState;
  problem: string | null;
  /** null until it has been read. */
  counts: GoodsCounts | null;
  author: string;
  created_at: Date;
  done_at: Date | null;
  undone_at: Date | null;
  /** Of its rows now. */
  waiting: number;
  applied: number;
  left: number;
  /** It was stopped before it came to them. */
  stopped: number;
  undone: number;
  kept: number;
};

/** Fields that name a product; without one of them no row could. */
const namingFields = ['idcode', 'id_1c', 'article', 'barcode'];
/** What a person may choose for a column. */
export type GoodsChoice = { field: string; label: string };

const mostGoodsBytes = tableLimits.bytes;
const undoDays = 30;
const keepMs = 90 * 24 * 3_600_000;

/**
 * The headings of a table with its first rows, and what stands under each: as last time, by its own name, or '' where
 * nobody knows. Throws bad_input when it is no table.
 */
export async function lookAtGoodsTable(
  db: Db,
  name: string,
  bytes: Buffer,
): Promise<{ headings: string[]; rows: string[][]; columns: ChosenColumn[]; choices: GoodsChoice[] }> {
  const { headings, rows } = await lookAtTable(name, bytes, readHeadOfXlsx);
  const words = await readShopWords(db);
  const columns = goodsColumns(words);
  const remembered = await rememberedFields(db, headings);
  const known = new Map(
    [...otherHeadings(words), ...columns.map(({ heading, field }) => ({ heading, field }))].map(
      ({ heading, field }) => [foldedCell(heading), field] as const,
    ),
  );
  const choices = columns
    .filter(({ sets, field }) => sets !== null || namingFields.includes(field))
    .map(({ field, heading }) => ({ field, label: heading }));
  const isChoice = (field: string | undefined) => choices.some((choice) => choice.field === field);
  const taken = new Set<string>();
  return {
    headings,
    rows,
    choices,
    columns: headings.map((heading) => {
      const field = remembered.get(foldedCell(heading)) ?? known.get(foldedCell(heading)) ?? '';
      const isFree = field !== '' && isChoice(field) && !taken.has(field);
      if (isFree) taken.add(field);
      return { heading, field: isFree ? field : '' };
    }),
  };
}

async function rememberedFields(db: Db, headings: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('goods_headings')
    .select(['heading', 'field'])
    .where('heading', 'in', ['', ...headings.map(foldedCell)])
    .execute();
  return new Map(rows.map(({ heading, field }) => [heading, field]));
}

/**
 * Keeps a table that is to be read and looked at by the worker (`workOnGoodsImports`), and remembers what its columns
 * are. Throws bad_input: no column names the goods, none says anything, one thing stands in two columns, the file is
 * too large. Call in a transaction. Returns its id.
 */
export async function startGoodsImport(
  db: Db,
  given: {
    source: string;
    bytes: Buffer;
    columns: ChosenColumn[];
    author: { user_id: string; full_name: string };
  },
  now = new Date(),
): Promise<{ id: number }> {
  const { source, bytes, author } = given;
  if (bytes.length > mostGoodsBytes)
    throw new Refusal('bad_input', {}, `файл больше ${mostGoodsBytes / 1_000_000} МБ: разделите его`);
  const columns = given.columns.filter(({ heading }) => heading !== '');
  const chosen = columns.filter(({ field }) => field !== '');
  const problem = await columnsProblem(db, chosen);
  if (problem !== null) throw new Refusal('bad_input', {}, problem);
  const { id } = await db
    .insertInto('goods_imports')
    .values({
      source,
      columns: JSON.stringify(chosen),
      file: bytes,
      created_at: now,
      author_user_id: author.user_id,
      author: author.full_name,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await remember(db, columns, now);
  await enqueue(db, 'work_on_goods_imports', {});
  return { id };
}

async function columnsProblem(db: Db, chosen: ChosenColumn[]): Promise<string | null> {
  const columns = goodsColumns(await readShopWords(db));
  for (const { heading, field } of chosen)
    if (!columns.some((column) => column.field === field))
      return `«${heading}»: такого поля у товаров уже нет, выберите другое`;
  const fields = chosen.map(({ field }) => field);
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  if (twice !== undefined) return `«${columns.find(({ field }) => field === twice)?.heading}» выбрано в двух столбцах`;
  if (!fields.some((field) => namingFields.includes(field)))
    return 'Выберите столбец, по которому находят товар: код, Ид 1С, артикул или штрихкод';
  const sayings = columns.filter(({ field, sets }) => sets !== null && fields.includes(field));
  const [only, second] = sayings;
  const isOnlyName = second === undefined && only && namingFields.includes(only.field);
  if (sayings.length === 0 || (isOnlyName && !fields.some((field) => field === 'idcode' || field === 'id_1c')))
    return 'Выберите хотя бы один столбец с тем, что изменить';
  return null;
}

async function remember(db: Db, columns: ChosenColumn[], now: Date): Promise<void> {
  const byHeading = new Map(columns.map(({ heading, field }) => [foldedCell(heading), field]));
  await db
    .insertInto('goods_headings')
    .values([...byHeading].map(([heading, field]) => ({ heading, field, changed_at: now })))
    .onConflict((conflict) =>
      conflict.column('heading').doUpdateSet(({ ref }) => ({
        field: ref('excluded.field'),
        changed_at: ref('excluded.changed_at'),
      })),
    )
    .execute();
}

const importColumns = sql`
  i.id, i.source, i.state, i.problem, case when i.counts <> '{}' then i.counts end as counts, i.author, i.created_at,
  i.done_at, i.undone_at, r.waiting, r.applied, r."left", r.stopped, r.undone, r.kept
  from goods_imports i cross join lateral (
    select count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'applied')::int as applied,
      count(*) filter (where state = 'left')::int as "left",
      count(*) filter (where state = 'stopped')::int as stopped,
      count(*) filter (where state = 'undone')::int as undone,
      count(*) filter (where state = 'kept')::int as kept
    from goods_import_rows where import_id = i.id
  ) r`;

/** Tables that came, the newest first. */
export async function listGoodsImports(db: Db, limit: number): Promise<GoodsImport[]> {
  const { rows } = await sql<GoodsImport>`select ${importColumns} order by i.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Those of these numbers that there are. */
export async function goodsImportsOf(db: Db, ids: number[]): Promise<GoodsImport[]> {
  const { rows } = await sql<GoodsImport>`select ${importColumns} where i.id = any(${ids}::int[])`.execute(db);
  return rows;
}

/** Throws not_found. */
export async function readGoodsImport(db: Db, id: number): Promise<GoodsImport> {
  const [found] = await goodsImportsOf(db, [id]);
  if (!found) throw new Refusal('not_found');
  return found;
}

export const goodsRowKinds = ['create', 'change', 'skipped', 'refused'] as const;

export type GoodsImportRow = {
  row: number;
  product_id: number | null;
  name: string;
  kind: (typeof goodsRowKinds)[number];
  cells: ShownCell[];
  state: 'waiting' | 'applied' | 'left' | 'stopped' | 'undone' | 'kept' | null;
  problem: string | null;
};

/** Rows of a table, of one kind or those that were left alone, in the order of the file, after row `after`. */
export async function goodsImportRows(
  db: Db,
  import_id: number,
  { kind, after, limit }: { kind?: GoodsImportRow['kind'] | 'left' | undefined; after: number; limit: number },
): Promise<GoodsImportRow[]> {
  const narrowed =
    kind === undefined ? sql`true` : kind === 'left' ? sql`state in ('left', 'stopped', 'kept')` : sql`kind = ${kind}`;
  const { rows } = await sql<GoodsImportRow>`
    select row, product_id, name, kind, cells, state, problem from goods_import_rows
    where import_id = ${import_id} and row > ${after} and ${narrowed} order by row limit ${limit}`.execute(db);
  return rows;
}

/** Until when `undoGoodsImport` would take it; null: it would not. */
export function goodsUndoneUntil({ state, done_at }: Pick<GoodsImport, 'state' | 'done_at'>): Date | null {
  return (state === 'done' || state === 'stopped') && done_at ? daysAfter(done_at, undoDays) : null;
}

/** Whether `undoGoodsImport` would take it. */
export function canUndoGoods(one: Pick<GoodsImport, 'state' | 'done_at'>, now = new Date()): boolean {
  const until = goodsUndoneUntil(one);
  return until !== null && now < until;
}

/**
 * What was looked at is to be written, by the worker. Throws not_found; bad_input when it is not rehearsed, or would
 * change nothing. Call in a transaction. Returns how many rows.
 */
export async function confirmGoodsImport(db: Db, id: number, now = new Date()): Promise<number> {
  await lockImport(db, id, ['rehearsed']);
  const { numUpdatedRows } = await db
    .updateTable('goods_import_rows')
    .set({ state: 'waiting' })
    .where('import_id', '=', id)
    .where('kind', 'in', ['create', 'change'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('bad_input', {}, 'В этой таблице нет изменений');
  await db.updateTable('goods_imports').set({ state: 'running', confirmed_at: now }).where('id', '=', id).execute();
  await enqueue(db, 'work_on_goods_imports', {});
  return Number(numUpdatedRows);
}

/**
 * A table that is being written, or put back, stops after the portion that the worker is at: none follows the answer.
 * What was written stays and can be put back (`undoGoodsImport`). One that is still being read is not looked at any
 * further, and the file is dropped. Throws not_found, already_stopped, nothing_to_stop. Call in a transaction.
 */
export async function cancelGoodsImport(db: Db, id: number, now = new Date()): Promise<void> {
  // Whoever reads holds only what rows need of their table: this lock waits for a portion that writes, not for them.
  const { rows } = await sql<{ state: GoodsImportState }>`
    select state from goods_imports where id = ${id} for no key update`.execute(db);
  const [found] = rows;
  if (!found) throw new Refusal('not_found');
  const { state } = found;
  if (state !== 'reading' && state !== 'running' && state !== 'undoing')
    throw new Refusal(state === 'stopped' ? 'already_stopped' : 'nothing_to_stop');
  await sql`
    update goods_import_rows set state = 'stopped' where import_id = ${id} and state = 'waiting'`.execute(db);
  await db
    .updateTable('goods_imports')
    .set({ state: 'stopped', file: null, ...(state === 'running' && { done_at: now }) })
    .where('id', '=', id)
    .execute();
}

/**
 * What the table wrote is to be put back where it still stands, and its new goods switched off, by the worker. Within
 * 30 days. Throws not_found, not_undoable. Call in a transaction.
 */
export async function undoGoodsImport(db: Db, id: number, now = new Date()): Promise<void> {
  const { state, done_at } = await lockImport(db, id, ['done', 'stopped']);
  if (!canUndoGoods({ state, done_at }, now)) throw new Refusal('not_undoable');
  await db.updateTable('goods_imports').set({ state: 'undoing' }).where('id', '=', id).execute();
  await enqueue(db, 'work_on_goods_imports', {});
}

async function lockImport(db: Db, id: number, states: GoodsImportState[]) {
  const { rows } = await sql<{ state: GoodsImportState; done_at: Date | null }>`
    select state, done_at from goods_imports where id = ${id} for update`.execute(db);
  const [found] = rows;
  if (!found) throw new Refusal('not_found');
  if (!states.includes(found.state))
    throw new Refusal('bad_input', {}, 'Таблица уже в другом состоянии: обновите страницу');
  return found;
}

/** Nightly: tables of a quarter ago, with what became of their rows. */
export async function forgetOldGoodsImports(db: Db, now = new Date()): Promise<void> {
  await db
    .deleteFrom('goods_imports')
    .where('created_at', '<', new Date(now.getTime() - keepMs))
    .execute();
}
