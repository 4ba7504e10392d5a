import type { Db } from './database.ts';
import { readStored, storeValue } from './stored-values.ts';

const key = 'own_address';

/**
 * The web process of a demonstration tells the others where it answers, `http://127.0.0.1:PORT`: its port may have been
 * any free one.
 */
export function sayOwnAddress(db: Db, origin: string): Promise<void> {
  return storeValue(db, key, origin);
}

/** Where the web process of the demonstration answered last; before the first time, where `PORT` says it would. */
export async function readOwnAddress(db: Db, { PORT }: { PORT: number }): Promise<string> {
  return (await readStored<string>(db, key)) ?? `http://127.0.0.1:${PORT}`;
}
