import { sql } from 'kysely';
import { type Offer, offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { cleanText } from '#shared/clean-text.ts';
import { cartLimits } from '#shared/constants.ts';
import { ensure } from '#shared/ensure.ts';
import { matchedRows } from './make-estimate.ts';
import { type EstimateKey, requireEstimate } from './owner.ts';
import { estimateLimits } from './schema.ts';
import { countOfAmount } from './unit-family.ts';

/** What a person settled of one line. `product_id` null: none of those offered. `times_put`: as on the page sent. */
export type LineEdit = {
  position: number;
  is_taken: boolean;
  product_id: number | null;
  count: number | null;
  times_put: number;
};

/** Positions. `wrong`: with a count that is none. `dropped`: ticked on a page older than their way into the cart. */
export type Settled = { wrong: number[]; dropped: number[] };

/**
 * Keeps what the person settled: ticks, products (only those that were offered for the line) and counts in sales units.
 * A product chosen now is ticked. Another product takes its count from the written amount again, unless a new count was
 * typed with it. A line whose count is wrong keeps its product and count, the others are settled all the same. A line
 * that went into the cart since the page was drawn is not ticked by it. Throws not_found. Call in a transaction.
 */
export async function settleLines(
  db: Db,
  priceContext: PriceContext,
  key: EstimateKey,
  id: string,
  edits: LineEdit[],
  now = new Date(),
): Promise<Settled> {
  await requireEstimate(db, key, id, 'change');
  const { rows } = await sql<KeptLine>`
    select position, amount, unit, candidates, is_taken, product_id, count, times_put
    from estimate_lines where estimate_id = ${id}::uuid`.execute(db);
  const lines = new Map(rows.map((row) => [row.position, row]));
  const offers = await offersOf(db, priceContext, [...new Set(edits.flatMap(({ product_id }) => product_id ?? []))]);
  const settled: Settled = { wrong: [], dropped: [] };
  for (const edit of edits) {
    const { position } = edit;
    const line = lines.get(position);
    if (!line) continue;
    const { product_id, count, isWrong } = choiceOf(line, edit, offers);
    const isOther = product_id !== line.product_id;
    if (isWrong) settled.wrong.push(position);
    const isOlder = edit.times_put !== line.times_put;
    if (isOlder && edit.is_taken && !line.is_taken && product_id !== null) settled.dropped.push(position);
    const isTicked = isOlder ? edit.is_taken && line.is_taken : edit.is_taken || isOther;
    const is_taken = product_id !== null && isTicked;
    const isChanged = isOther || count !== line.count;
    if (!isChanged && is_taken === line.is_taken) continue;
    await sql`
      update estimate_lines set is_taken = ${is_taken}, product_id = ${product_id}, count = ${count},
        is_settled = is_settled or ${isChanged}
      where estimate_id = ${id}::uuid and position = ${position}`.execute(db);
  }
  await markEstimateChanged(db, id, now);
  return settled;
}

type KeptLine = {
  position: number;
  amount: string | null;
  unit: string | null;
  candidates: number[];
  is_taken: boolean;
  product_id: number | null;
  count: number | null;
  times_put: number;
};

/** Product and count that a line has after this edit; a wrong count leaves both as they were. */
function choiceOf(line: KeptLine, edit: LineEdit, offers: ReadonlyMap<number, Offer>) {
  const product_id = edit.product_id !== null && line.candidates.includes(edit.product_id) ? edit.product_id : null;
  if (product_id === null) return { product_id, count: null, isWrong: false };
  const offer = offers.get(product_id);
  const isRecounted = product_id !== line.product_id && (edit.count === null || edit.count === line.count);
  const count = offer && isRecounted ? countOfAmount(line.amount, line.unit, offer).count : edit.count;
  const isWrong = count === null || !Number.isSafeInteger(count) || count < 1 || count > cartLimits.maxCount;
  return isWrong ? { product_id: line.product_id, count: line.count, isWrong } : { product_id, count, isWrong };
}

/**
 * The lines that have a product, of an estimate that nobody else changes until the end of the transaction: what is read
 * here goes into the cart once. Throws not_found.
 */
export async function lockChosenLines(
  db: Db,
  key: EstimateKey,
  id: string,
): Promise<{ position: number; is_taken: boolean; product_id: number; count: number }[]> {
  await requireEstimate(db, key, id, 'change');
  const { rows } = await sql<{ position: number; is_taken: boolean; product_id: number; count: number }>`
    select position, is_taken, product_id, count from estimate_lines
    where estimate_id = ${id}::uuid and product_id is not null and count is not null order by position`.execute(db);
  return rows;
}

/**
 * Lines that went into the cart are no longer ticked: pressed again, the button would put them there a second time.
 * Those that stayed out are. Older pages tell themselves by `times_put`. Call in the transaction of `lockChosenLines`.
 */
export async function markPutIntoCart(
  db: Db,
  id: string,
  { went, stayed }: { went: number[]; stayed: number[] },
  now = new Date(),
): Promise<void> {
  await sql`
    update estimate_lines
    set is_taken = position = any(${stayed}::int[]), times_put = times_put + (position = any(${went}::int[]))::int
    where estimate_id = ${id}::uuid and position = any(${[...went, ...stayed]}::int[])`.execute(db);
  await markEstimateChanged(db, id, now);
}

/**
 * Ticks every line whose product nobody has to check; not those of `dropped`, which an older page shows ticked and the
 * cart holds. Call in a transaction. Throws not_found.
 */
export async function tickFoundLines(
  db: Db,
  key: EstimateKey,
  id: string,
  { dropped }: Pick<Settled, 'dropped'>,
  now = new Date(),
): Promise<void> {
  await requireEstimate(db, key, id, 'change');
  await sql`
    update estimate_lines set is_taken = true
    where estimate_id = ${id}::uuid and product_id is not null and (is_settled or confidence <> 'doubtful')
      and position <> all(${dropped}::int[])`.execute(db);
  await markEstimateChanged(db, id, now);
}

/**
 * Looks for a line again by other words, an article for example; the written amount stays, and a line of `dropped` is
 * not ticked. Throws not_found, bad_input. Call in a transaction.
 */
export async function searchLine(
  db: Db,
  priceContext: PriceContext,
  key: EstimateKey,
  id: string,
  { position, typed, dropped }: { position: number; typed: string } & Pick<Settled, 'dropped'>,
  now = new Date(),
): Promise<void> {
  await requireEstimate(db, key, id, 'change');
  const name = cleanText(typed).slice(0, estimateLimits.lineCharacters);
  if (name === '') throw new Refusal('bad_input', { position }, 'Напишите, что искать: название или артикул');
  const { rows } = await sql<{ text: string; amount: string | null; unit: string | null }>`
    select text, amount, unit from estimate_lines where estimate_id = ${id}::uuid and position = ${position}`.execute(
    db,
  );
  const [line] = rows;
  if (!line) throw new Refusal('not_found');
  const [found] = await matchedRows(db, priceContext, [{ ...line, name }]);
  const row = ensure(found);
  await db
    .updateTable('estimate_lines')
    .set({ ...row, is_taken: row.is_taken && !dropped.includes(position), is_settled: false })
    .where('estimate_id', '=', id)
    .where('position', '=', position)
    .execute();
  await markEstimateChanged(db, id, now);
}

/** Throws not_found. */
export async function removeEstimate(db: Db, key: EstimateKey, id: string): Promise<void> {
  await requireEstimate(db, key, id, 'change');
  await db.deleteFrom('estimates').where('id', '=', id).execute();
}

async function markEstimateChanged(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('estimates').set({ changed_at: now }).where('id', '=', id).execute();
}
