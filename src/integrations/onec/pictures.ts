import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Sharp, SharpOptions } from 'sharp';
import { settleFolder } from '#platform/settle-folder.ts';
import { readBmp } from './bmp.ts';
import type { Connection } from './connection.ts';
import { unreadable } from './file-refusal.ts';
import { type ImportSummary, maxRefused, type Refused, refuse } from './summary.ts';
import { importedPictures } from './write-products.ts';

const maxBytes = 100 * 1024 * 1024;
/** What is larger is drawn smaller when it is stored; nobody is shown more. */
const maxSide = 4_000;
/**
 * What is read line by line needs no memory for its size. Other pictures are held whole while they are drawn: some
 * megabytes of a progressive JPEG can be two gigabytes of memory.
 */
const maxPixels = { byLines: 16_383 * 16_383, byStrips: 100_000_000, whole: 40_000_000 };

/**
 * Puts the package's pictures into the files folder, under names made from their content (a changed picture has a new
 * address, the same under two names is one file), and remembers which of 1C's names stands for which file: an
 * incremental package need not send them again. Returns the names whose picture changed. What cannot be shown is left
 * out and named in the summary with its good.
 */
export async function applyPictures(
  client: Connection,
  filesDir: string,
  summary: ImportSummary,
  progress: (text: string) => void,
): Promise<string[]> {
  await reportMissing(client, summary);
  const { rows } = await client.query<{ path: string; source: string; named_by: Refused; file: string | null }>(`
    select distinct on (s.path) s.path, s.source, s.named_by, k.file
    from staged_pictures s left join onec_pictures k on k.path = s.path where s.source is not null order by s.path`);
  const changed: string[] = [];
  const folders = new Set<string>();
  for (const [index, { path, source, named_by, file }] of rows.entries()) {
    if (index % 100 === 0) progress(`Картинки: ${index} из ${rows.length}`);
    const { file: stored, fault } = await storePicture(source, filesDir);
    if (fault !== null) refuse(summary.fields, { ...named_by, reason: `картинка «${path}»: ${fault}` });
    if (stored !== null) folders.add(dirname(join(filesDir, stored)));
    if (stored === null || stored === file) continue;
    await client.query(
      'insert into onec_pictures (path, file) values ($1, $2) on conflict (path) do update set file = excluded.file',
      [path, stored],
    );
    changed.push(path);
  }
  // Before the package ends: 1C is then told that the shop has them. There are a few hundred folders at most.
  for (const folder of folders) await settleFolder(folder);
  if (folders.size > 0) await settleFolder(join(filesDir, importedPictures));
  return changed;
}

/** Pictures that neither this package nor an earlier one holds. */
async function reportMissing(client: Connection, summary: ImportSummary): Promise<void> {
  const missing = `from staged_pictures s
    where s.source is null and not exists (select from onec_pictures k where k.path = s.path)`;
  const { rows } = await client.query<{ path: string; fault: string; named_by: Refused; count: number }>(
    `select s.path, s.fault, s.named_by, count(*) over () as count ${missing} limit ${maxRefused}`,
  );
  for (const { path, fault, named_by } of rows) {
    refuse(summary.fields, { ...named_by, reason: `картинка «${path}»: ${fault}` });
  }
  const more = (rows[0]?.count ?? 0) - rows.length;
  if (more > 0) summary.fields.refused_more = (summary.fields.refused_more ?? 0) + more;
}

type Stored = { file: string; fault: null } | { file: null; fault: string };

async function storePicture(source: string, filesDir: string): Promise<Stored> {
  try {
    return await copyPicture(source, filesDir);
  } catch (error) {
    const reason = unreadable(error);
    if (reason === null) throw error;
    return { file: null, fault: reason };
  }
}

async function copyPicture(source: string, filesDir: string): Promise<Stored> {
  const kind = await stat(source);
  // A pipe would be waited for until somebody writes into it.
  if (!kind.isFile()) return { file: null, fault: 'это не файл' };
  if (kind.size > maxBytes) return { file: null, fault: 'больше 100 МБ' };
  const type = await pictureType(source);
  if (type === 'heic') return { file: null, fault: 'снимки HEIC не читаются, сохраните как JPEG' };
  if (!type) return { file: null, fault: 'содержимое не картинка (нужны JPEG, PNG, WebP, GIF, TIFF, AVIF или BMP)' };
  const plan = await planPicture(source, type).catch(() => null);
  if (!plan) return { file: null, fault: 'картинка повреждена' };
  if ('most' in plan) return { file: null, fault: `больше ${Math.floor(plan.most / 1e6)} мегапикселей` };
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(source)) hash.update(bytes);
  const name = hash.digest('hex').slice(0, 32);
  // A picture that is stored as it came was stored so before the others were turned: those have another name.
  const file = `${importedPictures}${name.slice(0, 2)}/${name}${plan.isDrawn ? '-1' : ''}.${plan.ending}`;
  const target = join(filesDir, file);
  if (await isStored(target, plan.isDrawn ? null : kind.size)) return { file, fault: null };
  await mkdir(dirname(target), { recursive: true });
  const half = `${target}.${process.pid}.part`;
  if (plan.isDrawn) {
    const isDrawn = await drawPicture(plan, half).then(
      () => true,
      () => false,
    );
    if (!isDrawn) {
      await rm(half, { force: true });
      return { file: null, fault: 'картинка повреждена' };
    }
  } else {
    if (!(await canBeDrawn(plan))) return { file: null, fault: 'картинка повреждена' };
    await copyFile(source, half);
  }
  await settle(half);
  await rename(half, target);
  return { file, fault: null };
}

/**
 * Whether the file lies there whole, for a machine that lost its power may have kept its name alone. `bytes`: how long
 * it is; null: drawn here, nobody knows.
 */
async function isStored(target: string, bytes: number | null): Promise<boolean> {
  const size = await stat(target).then(
    (found) => found.size,
    () => 0,
  );
  return bytes === null ? size > 0 : size === bytes;
}

/** Its content is on the disk before anybody knows its name. */
async function settle(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.datasync().finally(() => file.close());
}

/**
 * Whether the file is a picture that can be drawn to its end, with every frame. `failOn`: what counts as a defect;
 * with `warning` also what programs draw over.
 */
export async function isWholePicture(source: string, failOn: 'warning' | 'error'): Promise<boolean> {
  if ((await stat(source)).size > maxBytes) return false;
  const type = await pictureType(source);
  if (!type || type === 'heic') return false;
  const plan = await planPicture(source, type, { failOn, animated: type === 'gif' || type === 'webp' }).catch(
    () => null,
  );
  return plan !== null && !('most' in plan) && (await canBeDrawn(plan));
}

type PictureType = 'jpg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif' | 'bmp' | 'heic';
type Ending = 'jpg' | 'png' | 'gif' | 'webp';
type Plan = { open: () => Sharp; ending: Ending; isDrawn: boolean };

/**
 * Whether the picture is stored as it came, or drawn again: turned as its camera held it, smaller, or in a format that
 * every browser shows. `most`: so many pixels it may have, and has more.
 */
async function planPicture(
  source: string,
  type: PictureType,
  reading: Pick<SharpOptions, 'failOn' | 'animated'> = { failOn: 'error' },
): Promise<Plan | { most: number } | null> {
  const { default: sharp } = await import('sharp');
  const options = { ...reading, limitInputPixels: maxPixels.byLines };
  if (type === 'bmp') {
    const pixels = readBmp(await readFile(source), maxPixels.byLines);
    if (!pixels) return null;
    const { data, width, height } = pixels;
    return {
      open: () => sharp(data, { ...options, raw: { width, height, channels: 3 } }),
      ending: 'jpg',
      isDrawn: true,
    };
  }
  const open = () => sharp(source, options);
  const head = await sharp(source, { ...options, limitInputPixels: false }).metadata();
  const { width, height, orientation = 1, hasAlpha, pages = 1 } = head;
  const isByLines = (type === 'jpg' || type === 'png') && !head.isProgressive;
  const most = maxPixels[isByLines ? 'byLines' : type === 'tiff' ? 'byStrips' : 'whole'];
  if (width * height > most) return { most };
  const isMoving = pages > 1 && (type === 'gif' || type === 'webp');
  const isForeign = type === 'tiff' || type === 'avif';
  const isLarge = !isMoving && Math.max(width, height) > maxSide;
  const ending = isForeign ? (hasAlpha ? 'png' : 'jpg') : (type as Ending);
  return { open, ending, isDrawn: isForeign || isLarge || orientation > 1 };
}

async function drawPicture({ open, ending }: Plan, target: string): Promise<void> {
  const drawn = open()
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .keepIccProfile();
  if (ending === 'jpg') drawn.jpeg({ quality: 92, mozjpeg: true });
  else if (ending === 'webp') drawn.webp({ quality: 92 });
  else if (ending === 'gif') drawn.gif();
  else drawn.png();
  await drawn.toFile(target);
}

/** Drawn once, very small: a right beginning proves nothing about the rest. */
async function canBeDrawn({ open }: Plan): Promise<boolean> {
  return open()
    .resize(16)
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** By the first bytes: an extension proves nothing, and SVG or HTML must not be served from the shop's host. */
async function pictureType(source: string): Promise<PictureType | null> {
  const file = await open(source);
  try {
    const start = (await file.read(Buffer.alloc(12), 0, 12, 0)).buffer;
    const text = (from: number, to: number) => start.toString('latin1', from, to);
    if (start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg';
    if (start.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
    if (text(0, 4) === 'GIF8') return 'gif';
    if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
    if (text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*') return 'tiff';
    if (text(4, 8) === 'ftyp')
      return /^avi[fs]$/.test(text(8, 12)) ? 'avif' : /^(hei|hev|mif|msf)/.test(text(8, 12)) ? 'heic' : null;
    return text(0, 2) === 'BM' ? 'bmp' : null;
  } finally {
    await file.close();
  }
}
