import type { Db } from './database.ts';

const tries = 3;

/**
 * A transaction that is begun again where the database has ended it because somebody wrote the same rows in another
 * order (deadlock_detected, serialization_failure): nothing was done, and the next try may succeed. What `work` does
 * outside of the database it may do twice. Throws what it throws, and such an end when it came three times.
 */
export async function inRepeatedTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (left === 1 || (code !== '40P01' && code !== '40001')) throw error;
    }
  }
}
