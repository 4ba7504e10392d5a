import { cachedRead } from './cached-read.ts';
import type { Db } from './database.ts';
import { invalidate } from './invalidation.ts';
import { readStored, storeValue } from './stored-values.ts';

const key = 'maintenance';

const copies = cachedRead<boolean>({
  name: 'maintenance',
  freshMs: 5_000,
  tags: ['maintenance'],
  read: async (db) => (await readStored(db, key)) === true,
});

/** Works on the site: pages answer 665 (S2-22). From the process's own copy, at most a few seconds old. */
export function isUnderMaintenance(db: Db): Promise<boolean> {
  return copies(db);
}

/** Begins or ends the works; every cached page is dropped, so that all processes show it at once. */
export async function setMaintenance(db: Db, isOn: boolean): Promise<void> {
  await storeValue(db, key, isOn);
  await invalidate(db, ['*']);
}
