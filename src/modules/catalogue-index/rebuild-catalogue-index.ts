import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * Every process reads the whole catalogue again, beside its work: for changes that rows do not tell of (decision 305).
 */
export async function rebuildCatalogueIndex(db: Db): Promise<void> {
  await sql`select rebuild_catalogue_index()`.execute(db);
}
