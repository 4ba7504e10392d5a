import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { daysBefore } from '#shared/dates.ts';

/**
 * What was deleted is kept for followers of the catalogue this long; one that has read nothing for an
 * hour reads everything again.
 */
const retentionDays = 2;

/** Nightly: forgets which products lost something days ago. */
export async function forgetCatalogueLosses(db: Db, now = new Date()): Promise<void> {
  const before = daysBefore(now, retentionDays);
  await sql`delete from catalogue_losses where lost_at < ${before}`.execute(db);
}
