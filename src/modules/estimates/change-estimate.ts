import { sql } from 'kysely';
import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { cleanText } from '#shared/clean-text.ts';
import { ensure } from '#shared/ensure.ts';
import { matchedRows } from './make-estimate.ts';
import { type EstimateKey, requireEstimate } from './owner.ts';
import { estimateLimits } from './schema.ts';
import { countOfAmount } from './unit-family.ts';

/** What a person settled of one line. `product_id` null: none of those offered. */
export type LineEdit = { position: number; is_taken: boolean; product_id: number | null; count: number | null };

/**
 * Keeps what the person settled: ticks, products (only those that were offered for the line) and counts in sales units.
 * A product chosen now is ticked. Another product takes its count from the written amount again, unless a new count was
 * typed with it. Throws not_found, bad_count. Call in a transaction.
 */
export async function settleLines(
  db: Db,
  priceContext: PriceContext,
  key: EstimateKey,
  id: string,
  edits: LineEdit[],
  now = new Date(),
): Promise<void> {
  await requireEstimate(db, key, id, 'change');
  const { rows } = await sql<{
    position: number;
    amount: string | null;
    unit: string | null;
    candidates: number[];
    product_id: number | null;
    count: number | null;
  }>`select position, amount, unit, candidates, product_id, count from estimate_lines where estimate_id = ${id}::uuid`.execute(
    db,
  );
  const offers = await offersOf(db, priceContext, [...new Set(edits.flatMap(({ product_id }) => product_id ?? []))]);
  for (const edit of edits) {
    const line = rows.find((row) => row.position === edit.position);
    if (!line) continue;
    const product_id = edit.product_id !== null && line.candidates.includes(edit.product_id) ? edit.product_id : null;
    const offer = product_id === null ? undefined : offers.get(product_id);
    const isOther = product_id !== line.product_id;
    const isRecounted = isOther && (edit.count === null || edit.count === line.count);
    const count = offer && isRecounted ? countOfAmount(line.amount, line.unit, offer).count : edit.count;
    if (product_id !== null && (count === null || !Number.isSafeInteger(count) || count < 1 || count > 99_999))
      throw new Refusal('bad_count', { position: edit.position, product_id }, 'Укажите количество от 1 до 99 999');
    await sql`
      update estimate_lines set is_taken = ${product_id !== null && (edit.is_taken || isOther)}, product_id = ${product_id},
        count = ${product_id === null ? null : count}, is_settled = is_settled or ${isOther || count !== line.count}
      where estimate_id = ${id}::uuid and position = ${edit.position}`.execute(db);
  }
  await markEstimateChanged(db, id, now);
}

/**
 * Lines that went into the cart are no longer ticked: pressed again, the button would put them there a second time.
 * Call in a transaction. Throws not_found.
 */
export async function untickLines(
  db: Db,
  key: EstimateKey,
  id: string,
  positions: number[],
  now = new Date(),
): Promise<void> {
  await requireEstimate(db, key, id, 'change');
  await sql`
    update estimate_lines set is_taken = false
    where estimate_id = ${id}::uuid and position = any(${positions}::int[])`.execute(db);
  await markEstimateChanged(db, id, now);
}

/** Ticks every line whose product nobody has to check. Call in a transaction. Throws not_found. */
export async function tickFoundLines(db: Db, key: EstimateKey, id: string, now = new Date()): Promise<void> {
  await requireEstimate(db, key, id, 'change');
  await sql`
    update estimate_lines set is_taken = true
    where estimate_id = ${id}::uuid and product_id is not null and (is_settled or confidence <> 'doubtful')`.execute(
    db,
  );
  await markEstimateChanged(db, id, now);
}

/**
 * Looks for a line again by other words, an article for example; the written amount stays. Throws not_found, bad_input.
 * Call in a transaction.
 */
export async function searchLine(
  db: Db,
  priceContext: PriceContext,
  key: EstimateKey,
  id: string,
  position: number,
  typed: string,
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
  const [row] = await matchedRows(db, priceContext, [{ ...line, name }]);
  await db
    .updateTable('estimate_lines')
    .set({ ...ensure(row), is_settled: false })
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
