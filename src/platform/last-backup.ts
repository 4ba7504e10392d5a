import type { Db } from './database.ts';
import { readStored, storeValue } from './stored-values.ts';

const key = 'last_backup';

/** The last backup that `shop backup` has made, or the one the shop was restored from. `made_at`: ISO. */
export type LastBackup = { made_at: string; bytes: number; files: number };

export async function noteBackup(db: Db, { made_at, bytes, files }: LastBackup): Promise<void> {
  await storeValue(db, key, { made_at, bytes, files } satisfies LastBackup);
}

/** null: no such command has run; of copies made by other means the shop knows nothing. */
export async function lastBackup(db: Db): Promise<LastBackup | null> {
  return (await readStored<LastBackup>(db, key)) ?? null;
}
