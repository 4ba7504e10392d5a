import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { formFilesArea } from '#modules/forms/schema.ts';
import { orderFilesArea } from '#modules/orders/keep-order-file.ts';
import { removePhotos } from '#modules/reviews/photos.ts';
import { photosArea } from '#modules/reviews/schema.ts';
import { ticketFilesArea } from '#modules/support/schema.ts';
import type { Db } from '#platform/database.ts';
import { removePrivateFile } from '#platform/private-files.ts';
import { removeDemoLogins } from './logins.ts';

/** A file that a visitor sent, by where it lies among the private ones. */
export type SentFile = { area: string; id: string };

/**
 * Every file that visitors have sent with forms, requests, orders and reviews: their rows go with what they hang on.
 */
export async function readSentFiles(db: Db): Promise<SentFile[]> {
  const { rows } = await sql<SentFile>`
    select ${formFilesArea} as area, id from form_files
    union all select ${ticketFilesArea}, id from ticket_files
    union all select ${orderFilesArea}, id from order_files
    union all select ${photosArea}, id from review_photos`.execute(db);
  return rows;
}

/**
 * Removes the demonstration's files and its logins from DATA_DIR: its drawings, papers and films, and what visitors
 * `sent`. What the owner has sent lies in folders of its own. The sizes of pictures that were made of them go too;
 * others are made again when asked for. May run twice.
 */
export async function removeDemoFiles(dataDir: string, sent: SentFile[]): Promise<void> {
  for (const { area, id } of sent)
    if (area === photosArea) await removePhotos(dataDir, [id]);
    else await removePrivateFile(dataDir, area, id);
  const files = join(dataDir, 'files');
  await rm(join(files, 'drawings'), { recursive: true, force: true });
  await removeInside(join(files, 'products'), '.svg');
  await removeInside(join(files, 'documents'), '.pdf');
  await removeInside(join(files, 'media'), '.webm');
  await rm(join(dataDir, 'cache'), { recursive: true, force: true });
  await removeDemoLogins(dataDir);
}

/** Files of the folder itself with this ending, not those below it. */
async function removeInside(folder: string, ending: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  for (const entry of entries)
    if (entry.isFile() && entry.name.endsWith(ending)) await rm(join(folder, entry.name), { force: true });
}
