import type { Db } from './database.ts';

/** Runs `work` in the transaction that `db` is, or in one of its own. Throwing rolls back what it is a part of. */
export function withinTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
