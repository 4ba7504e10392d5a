import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { pathOf, removePrivateFile } from '#platform/private-files.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import { writeWhole } from '#platform/write-whole.ts';
import { uploadWords } from '#shared/upload-rules.ts';
import { photoPath, photosArea, type StoredPhoto } from './schema.ts';

/** The long side of a kept photo; phones send 4,000 and more. */
const longestSide = 1_600;
/**
 * A picture of a few kilobytes can claim gigapixels; cameras of phones end at 200 million, reduced to 50 in what they
 * send.
 */
const mostPixels = 60_000_000;
/**
 * What is not reduced while it is read may have to be held whole: at worst eight bytes a pixel (a PNG that is
 * interlaced, of 16 bits), 160 MB and 3 s.
 */
const mostPixelsHeld = 20_000_000;
/** Reading takes the memory of the web process and its processor: one photo at a time, in turns between senders. */
const inTurn = createWorkQueue({ atOnce: 1, mostWaiting: 20, mostOfOwner: 4, mostWaitMs: 4_600 });

/**
 * What was sent → a webp made again: upright, at most 1,600 px, without the sender's metadata (place, device, name).
 * `owner` is the sender's network, for turns in the queue. Throws bad_input at the field `photos` for bytes that are no
 * picture or too many pixels, and `busy` when too many wait.
 */
export function remakePhoto(sent: Buffer, owner: string): Promise<StoredPhoto & { bytes: Buffer }> {
  return inTurn(() => remake(sent), { owner });
}

async function remake(sent: Buffer): Promise<StoredPhoto & { bytes: Buffer }> {
  try {
    const picture = sharp(sent, { limitInputPixels: mostPixels, failOn: 'error' });
    const { width, height, format, isProgressive } = await picture.metadata();
    const isReducedWhileRead = format === 'jpeg' && !isProgressive;
    if (!isReducedWhileRead && width * height > mostPixelsHeld) throw refused(uploadWords.size);
    const { data, info } = await picture
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 3 })
      .toBuffer({ resolveWithObject: true });
    return { id: randomUUID(), width: info.width, height: info.height, size: data.length, bytes: data };
  } catch (error) {
    throw error instanceof Refusal ? error : refused(uploadWords.type);
  }
}

function refused(words: string): Refusal {
  return new Refusal('bad_input', { fields: { photos: words } }, words);
}

/** After the state of a review changed: its photos are laid out, or taken away, by the job. */
export async function placePhotosLater(db: Db, review_id: number): Promise<void> {
  await enqueue(db, 'place_review_photos', { review_id });
}

/**
 * Photos of an approved review stand beside the pictures of goods, where the picture proxy reads them; those of any
 * other do not. A second run changes nothing.
 */
export async function placePhotos(db: Db, dataDir: string, review_id: number, now = new Date()): Promise<void> {
  const { rows } = await sql<{ id: string; product_id: number; is_shown: boolean; is_approved: boolean }>`
    select p.id, r.product_id, p.shown_at is not null as is_shown, r.state = 'approved' as is_approved
    from review_photos p join reviews r on r.id = p.review_id where r.id = ${review_id} order by p.position`.execute(
    db,
  );
  const wrong = rows.filter(({ is_shown, is_approved }) => is_shown !== is_approved);
  for (const { id, is_approved } of wrong) {
    if (is_approved) await layOut(dataDir, id);
    else await rm(shownFile(dataDir, id), { force: true });
    await sql`update review_photos set shown_at = ${is_approved ? now : null} where id = ${id}::uuid`.execute(db);
  }
  if (wrong[0]) await invalidate(db, [`product:${wrong[0].product_id}`]);
}

/** Bytes of photos whose rows are gone. */
export async function removePhotos(dataDir: string, ids: string[]): Promise<void> {
  for (const id of ids) {
    await removePrivateFile(dataDir, photosArea, id);
    await rm(shownFile(dataDir, id), { force: true });
  }
}

async function layOut(dataDir: string, id: string): Promise<void> {
  await writeWhole(shownFile(dataDir, id), (draft) => copyFile(pathOf(dataDir, photosArea, id), draft));
}

function shownFile(dataDir: string, id: string): string {
  return join(dataDir, 'files', photoPath(id));
}
