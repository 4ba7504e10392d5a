import { z } from 'zod';
import type { Place } from '#integrations/onec/connection.ts';
import { FileRefusal } from '#integrations/onec/file-refusal.ts';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import { type Db, databaseOf } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Note } from './route.ts';

export const Ok = z.object({ ok: z.literal(true) });

/** The address that the verbs of 1C open a connection of their own by. */
export function urlOf(db: Db): string {
  return databaseOf(db).pool.url;
}

/** Where a verb of 1C does its work, with the line of the audit log that it leaves. */
export function placeOf<Result>(db: Db, note: Note, line: (result: Result) => AuditLine): Place {
  return { url: urlOf(db), note: (db, result) => note(db, line(result as Result)) };
}

/** What the verbs of 1C refuse in words of their own is a refusal of the call. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    const words = error.message;
    throw new Refusal('wrong_move', {}, `${words.charAt(0).toUpperCase()}${words.slice(1)}`);
  }
}

export function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
