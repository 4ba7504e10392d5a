import type { Db } from '#platform/database.ts';
import { readStored, storeValue } from '#platform/stored-values.ts';
import type { FirstRunNotes } from './schema.ts';

const key = 'first_run';

/** What was put off and what was sent; null: nobody has begun. */
export async function readNotes(db: Db): Promise<FirstRunNotes | null> {
  return (await readStored<FirstRunNotes>(db, key)) ?? null;
}

/** Changes some of it. Call in a transaction. */
export async function saveNotes(db: Db, change: (before: FirstRunNotes) => Partial<FirstRunNotes>): Promise<void> {
  const before = (await readNotes(db)) ?? { skipped: [], test_email: null, opened_at: null };
  await storeValue(db, key, { ...before, ...change(before) });
}
