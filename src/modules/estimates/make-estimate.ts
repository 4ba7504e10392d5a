import { offersOf } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { matchLines } from './match-lines.ts';
import type { EstimateOwner } from './owner.ts';
import { readLines } from './read-lines.ts';
import { estimateWords, type ReadLine } from './schema.ts';
import { countOfAmount } from './unit-family.ts';

/**
 * Reads a list of materials and matches it with the goods of this branch. Returns the id of the kept estimate. Throws
 * bad_input (field `text`) when the text holds no position. Call in a transaction.
 */
export async function makeEstimate(
  db: Db,
  priceContext: PriceContext,
  owner: EstimateOwner,
  { text, file_name }: { text: string; file_name: string | null },
  now = new Date(),
): Promise<string> {
  const lines = readLines(text);
  if (lines.length === 0)
    throw new Refusal('bad_input', { fields: { text: estimateWords.noLines } }, estimateWords.noLines);
  const rows = await matchedRows(db, priceContext, lines);
  const { id } = await db
    .insertInto('estimates')
    .values({
      user_id: owner.user_id,
      secret_hash: owner.secret_hash,
      department_id_1c: priceContext.department_id_1c,
      file_name: file_name || null,
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('estimate_lines')
    .values(rows.map((row, index) => ({ estimate_id: id, position: index + 1, ...row })))
    .execute();
  return id;
}

/**
 * Read lines with what was found for them: the first candidate, and how many of it the amount makes. A product that is
 * not such a thing itself is offered only, and what has to be looked at is not ticked.
 */
export async function matchedRows(db: Db, priceContext: PriceContext, lines: ReadLine[]) {
  const matches = await matchLines(
    db,
    priceContext,
    lines.map((line) => line.name),
  );
  const firsts = matches.flatMap(({ candidates, is_such }) => (is_such ? candidates.slice(0, 1) : []));
  const offers = await offersOf(db, priceContext, [...new Set(firsts)]);
  return lines.map((line, at) => {
    const { candidates, confidence: matched, is_such } = ensure(matches[at]);
    const offer = is_such && candidates[0] !== undefined ? offers.get(candidates[0]) : undefined;
    const counted = offer ? countOfAmount(line.amount, line.unit, offer) : null;
    // An amount that could not be turned into the product's units is to be looked at, however sure the product is.
    const confidence = counted?.how === 'unknown' ? 'doubtful' : matched;
    return {
      ...line,
      candidates,
      product_id: offer?.product_id ?? null,
      count: counted?.count ?? null,
      confidence,
      is_taken: offer !== undefined && confidence !== 'doubtful',
    };
  });
}
