import type { Db } from './database.ts';

/** What the table `settings` holds under a key, as whoever wrote it left it; undefined: nothing. */
export async function readStored<T>(db: Db, key: string): Promise<T | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value as T | undefined;
}

/** Writes a value in place of the one that is there. */
export async function storeValue(db: Db, key: string, given: unknown): Promise<void> {
  const value = JSON.stringify(given);
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute();
}

/** Writes a value unless there is one; true: it was written. */
export async function storeFirst(db: Db, key: string, given: unknown): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(given) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Takes values away; false: there were none. */
export async function forgetStored(db: Db, ...keys: string[]): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('settings').where('key', 'in', keys).executeTakeFirst();
  return numDeletedRows > 0n;
}
