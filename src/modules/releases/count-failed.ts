import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** Releases of the last month that could not be published and wait for somebody to look why. */
export async function countFailedReleases(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from releases
    where state = 'failed' and changed_at > ${now}::timestamptz - interval '30 days'`.execute(db);
  return rows[0]?.count ?? 0;
}
