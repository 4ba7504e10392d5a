import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { storedPictures } from './clean-html.ts';

/** Pictures that were sent for this clean HTML stay as long as the shop. */
export async function linkPictures(db: Db, html: string, now = new Date()): Promise<void> {
  await linkUploads(db, storedPictures(html), now);
}
