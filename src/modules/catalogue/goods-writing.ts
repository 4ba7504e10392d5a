import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

/**
 * Whoever writes rows of prices or stock shares this lock until its transaction ends. A package of 1C takes it whole
 * before it compares: it may put a new partition in the place of the old one, and a row written into the old one
 * meanwhile would be lost.
 */
const lock = 'idd-shop prices and stock';

/** Throws exchange_busy while a package of 1C writes; never waits. */
export async function shareGoodsWriting(db: Db): Promise<void> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtext(${lock})) as is_taken`.execute(db);
  if (!rows[0]?.is_taken) throw new Refusal('exchange_busy', { retry_after: 10 });
}

/** Waits for writers of single rows, which take less than a second each, and keeps others out until the end. */
export async function takeGoodsWriting(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(db);
}

/**
 * A row that is not there cannot be locked: whoever may write the first value of a column of prices, or of a store,
 * keeps others who may do the same from it until its transaction ends, in an order that is everybody's. Call before
 * rows are locked. `names`: of columns or stores.
 */
export async function holdFirstValues(db: Db, kind: 'prices' | 'stock', names: string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(hashtext(name))
    from unnest(${names.toSorted().map((name) => `idd-shop first ${kind} ${name}`)}::text[]) as name`.execute(db);
}
