import { sql } from 'kysely';
import { formFilesArea } from '#modules/forms/schema.ts';
import { orderFilesArea } from '#modules/orders/keep-order-file.ts';
import { removePhotos } from '#modules/reviews/photos.ts';
import { photosArea } from '#modules/reviews/schema.ts';
import { ticketFilesArea } from '#modules/support/schema.ts';
import type { Db } from '#platform/database.ts';
import { oldPrivateFiles, removePrivateFile } from '#platform/private-files.ts';

/** Whose files they are. */
const areas = [formFilesArea, orderFilesArea, photosArea, ticketFilesArea];

/** A file is written before its row is committed: what is younger may still get one. */
const leastAgeMs = 86_400_000;

/**
 * Bytes that no row names: a process ended between the commit that took the row away and the removal of the file, or
 * between writing the file and the commit of its row. Returns how many were removed.
 */
export async function sweepPrivateFiles(db: Db, dataDir: string, now = new Date()): Promise<number> {
  let removed = 0;
  for (const area of areas)
    for await (const ids of oldPrivateFiles(dataDir, area, new Date(now.getTime() - leastAgeMs))) {
      const { rows } = await sql<{ id: string }>`
        select given.id from unnest(${ids}::uuid[]) as given (id)
        where not exists (select from form_files f where f.id = given.id)
          and not exists (select from order_files o where o.id = given.id)
          and not exists (select from review_photos p where p.id = given.id)
          and not exists (select from ticket_files t where t.id = given.id)`.execute(db);
      for (const { id } of rows)
        if (area === photosArea) await removePhotos(dataDir, [id]);
        else await removePrivateFile(dataDir, area, id);
      removed += rows.length;
    }
  return removed;
}
