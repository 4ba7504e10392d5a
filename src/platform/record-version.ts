import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Editors of one record take turns until the end of their transactions, whatever tables it is made of. */
export async function holdRecord(db: Db, resource: string, id: string | number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${resource} ${id}`}, 0))`.execute(db);
}

/** The version of a record: the first 16 bytes of SHA-256 over its editable fields, as an entity tag. */
export function etagOf(editable: Record<string, unknown>): string {
  return `"${createHash('sha256').update(canonical(editable)).digest('hex').slice(0, 32)}"`;
}

/** The same text for the same values, in whatever order the names stand. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Whether two values of a field say the same, once they have been stored. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return canonical(a ?? null) === canonical(b ?? null);
}
