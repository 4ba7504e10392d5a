import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** Every process reads the whole catalogue again, beside its work: for changes that rows do not tell of (decision 305). */
export async function readCatalogueAgain(db: Db): Promise<void> {
  await sql`select read_catalogue_anew()`.execute(db);
}
