import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { isColumnSeen, isStoreSeen, type Sight } from './rows.ts';

/**
 * A record that stayed as it was when its package was rolled back, in words. `price_column`, `store`: what it tells of,
 * null: of a price type or a warehouse that feeds nothing.
 */
export type LeftRecord = { text: string; price_column?: string | null; store?: string | null };

/**
 * The words that this reader may be told: those of price columns and stores in sight, and all that tell of neither. Of
 * what feeds nothing they are for whoever works in all branches.
 */
export async function wordsInSight(db: Db, records: readonly LeftRecord[], sight: Sight): Promise<string[]> {
  const { isCostShown, branches } = sight;
  // Also of columns and stores that are gone.
  if (isCostShown && branches === null) return records.map(({ text }) => text);
  const { rows: columns } = await sql<{ price_column: string }>`
    select price_column from price_columns pc where ${isColumnSeen('pc.price_column', sight)}`.execute(db);
  const { rows: stores } = await sql<{ store: string }>`
    select store from stores s where ${isStoreSeen('s.store', sight)}`.execute(db);
  const seenColumns = new Set<string | null>(columns.map(({ price_column }) => price_column));
  const seenStores = new Set<string | null>(stores.map(({ store }) => store));
  for (const seen of [seenColumns, seenStores]) if (branches === null) seen.add(null);
  return records
    .filter(
      ({ price_column, store }) =>
        (price_column === undefined || seenColumns.has(price_column)) && (store === undefined || seenStores.has(store)),
    )
    .map(({ text }) => text);
}
