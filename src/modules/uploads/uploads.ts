import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Db } from '#platform/database.ts';
import { findImage } from '#platform/image-sources.ts';
import { Refusal } from '#platform/refusal.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import { writeWhole } from '#platform/write-whole.ts';
import { isContentOf } from '#shared/file-content.ts';

export const staffFileLimits = { bytes: 20 * 1024 * 1024, pixels: 60_000_000, side: 4_000 };

export type Upload = {
  /** Path under the files folder. */
  file: string;
  kind: 'picture' | 'pdf';
  name: string;
  width: number | null;
  height: number | null;
  size_bytes: number;
};

/** Reading takes the memory and the processor of the web process: one picture at a time. */
const inTurn = createWorkQueue({ atOnce: 1, mostWaiting: 30, mostOfOwner: 15, mostWaitMs: 60_000 });

/** A part of a picture, in pixels of it as it stands upright. */
export type Crop = { left: number; top: number; width: number; height: number };

/**
 * Keeps a picture or a PDF under the hash of its content. A picture is drawn again, upright and without what the camera
 * wrote into it, at most 4,000 px long. `owner`: who sends, for turns. Throws bad_input for what is neither, or too
 * large.
 */
export async function keepUpload(
  db: Db,
  filesDir: string,
  { name, bytes, crop, staff_user_id }: { name: string; bytes: Buffer; crop?: Crop; staff_user_id: string },
): Promise<Upload> {
  if (bytes.length > staffFileLimits.bytes) throw refused('Файл больше 20 МБ');
  const made = isContentOf('application/pdf', bytes)
    ? { bytes, kind: 'pdf' as const, width: null, height: null, ending: 'pdf' }
    : await inTurn(() => redraw(bytes, crop), { owner: staff_user_id });
  const hash = createHash('sha256').update(made.bytes).digest('hex').slice(0, 32);
  const folder = made.kind === 'pdf' ? 'documents' : 'uploads';
  const file = `${folder}/${hash.slice(0, 2)}/${hash}.${made.ending}`;
  await writeWhole(join(filesDir, file), (draft) => writeFile(draft, made.bytes));
  const upload: Upload = {
    file,
    kind: made.kind,
    name: name.slice(0, 200),
    width: made.width,
    height: made.height,
    size_bytes: made.bytes.length,
  };
  await db
    .insertInto('uploads')
    .values({ ...upload, staff_user_id })
    .onConflict((conflict) => conflict.column('file').doUpdateSet({ created_at: new Date() }))
    .execute();
  return upload;
}

/** A part of a picture, in shares of its sides. */
export type Part = { left: number; top: number; width: number; height: number };

/**
 * A part of a stored picture, kept as a picture of its own; the whole one stays. Throws not_found for a picture that
 * does not lie in the files, bad_input when the part is empty.
 */
export async function cropStored(
  db: Db,
  filesDir: string,
  { file, part, staff_user_id }: { file: string; part: Part; staff_user_id: string },
): Promise<Upload> {
  const stored = await findImage(file, filesDir, new Set()).catch(() => null);
  if (!stored) throw new Refusal('not_found', {}, 'Этой картинки нет среди файлов магазина: загрузите её');
  const bytes = await stored.read();
  if (!isPicture(bytes)) throw refused('Подходят JPG, PNG и WebP');
  const { width, height } = (await sharp(bytes, { limitInputPixels: staffFileLimits.pixels }).metadata()).autoOrient;
  const [left, top] = [Math.round(part.left * width), Math.round(part.top * height)];
  const crop = {
    left,
    top,
    width: Math.min(width - left, Math.round(part.width * width)),
    height: Math.min(height - top, Math.round(part.height * height)),
  };
  if (crop.width < 1 || crop.height < 1) throw refused('Выделите на картинке то, что оставить');
  return keepUpload(db, filesDir, { name: basename(file), bytes, crop, staff_user_id });
}

/** By the first bytes, before anything is read: SVG and HTML are none of them. */
function isPicture(bytes: Buffer): boolean {
  return (
    isContentOf('image/png', bytes) ||
    isContentOf('image/jpeg', bytes) ||
    (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
  );
}

async function redraw(bytes: Buffer, crop: Crop | undefined) {
  if (!isPicture(bytes)) throw refused('Подходят JPG, PNG, WebP и PDF');
  try {
    const upright = sharp(bytes, { limitInputPixels: staffFileLimits.pixels, failOn: 'error' }).autoOrient();
    const part = crop ? upright.extract(crop) : upright;
    const { data, info } = await part
      .resize({ width: staffFileLimits.side, height: staffFileLimits.side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, effort: 3 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, kind: 'picture' as const, width: info.width, height: info.height, ending: 'webp' };
  } catch (error) {
    const isLarge = error instanceof Error && error.message.includes('pixel limit');
    throw refused(isLarge ? 'В картинке больше 60 мегапикселей' : 'Картинка повреждена и не читается');
  }
}

function refused(words: string): Refusal {
  return new Refusal('bad_input', { fields: { file: words } }, words);
}

/** These files are named by a record from now on, and stay. */
export async function linkUploads(db: Db, files: string[], now = new Date()): Promise<void> {
  if (files.length === 0) return;
  await sql`
    update uploads set linked_at = ${now} where file = any(${files}::text[]) and linked_at is null`.execute(db);
}

/** Nightly: what was sent more than a day ago and no record names. */
export async function forgetUploads(db: Db, filesDir: string, now = new Date()): Promise<void> {
  const { rows } = await sql<{ file: string }>`
    delete from uploads where linked_at is null and created_at < ${now}::timestamptz - interval '1 day'
    returning file`.execute(db);
  for (const { file } of rows) await rm(join(filesDir, file), { force: true });
}
