import type { PriceContext } from '#modules/departments/queries.ts';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { matchedRows } from './make-estimate.ts';
import { readLines } from './read-lines.ts';
import { estimateForm } from './schema.ts';

type SampleRow = Awaited<ReturnType<typeof matchedRows>>[number];

/** By the branch's own column: prices of a firm decide nothing in what everybody is shown. */
const rowsOf = cachedRead<SampleRow[]>({
  name: 'estimate_sample',
  freshMs: 60_000,
  maxMs: 600_000,
  tags: ['catalogue', 'products', 'departments'],
  whileFollowed: true,
  read: (db, key) => matchSample(db, JSON.parse(key) as PriceContext),
});

/** What is found in this branch for the list that the field of an estimate shows while it is empty. */
export function sampleRows(db: Db, priceContext: PriceContext): Promise<SampleRow[]> {
  if (priceContext.shown_at) return matchSample(db, priceContext);
  const { department_id_1c, price_column, store } = priceContext;
  return rowsOf(db, JSON.stringify({ department_id_1c, price_column, buyer_price_column: null, store }));
}

function matchSample(db: Db, priceContext: PriceContext): Promise<SampleRow[]> {
  return matchedRows(db, priceContext, readLines(estimateForm.text.placeholder));
}
