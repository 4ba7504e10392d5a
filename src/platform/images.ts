import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { imagePreset } from '#shared/constants.ts';
import { type ImageModifiers, parseModifiers } from '#shared/image-url.ts';
import { type FindDrawing, findImage, ImageError } from './image-sources.ts';
import type { Log } from './log.ts';
import { openFlights } from './single-flight.ts';
import { createWorkQueue } from './work-queue.ts';
import { writeWhole } from './write-whole.ts';

export type ImageAnswer = { body: Buffer; type: string; etag: string };

export type ImagesOptions = {
  /** Folder of stored pictures. */
  filesDir: string;
  /** Folder of finished sizes; safe to delete at any time. */
  cacheDir: string;
  /** Hosts whose pictures may be fetched: exact names, with the port where it is not the usual one. */
  allowedHosts: string[];
  /** Pictures that are drawn when they are asked for: those of the demonstration. */
  findDrawing?: FindDrawing | undefined;
  cacheBytes?: number;
  log: Log;
};

/**
 * A page of goods on a large screen has some fifty pictures; somebody who asks for more at once than two such pages
 * waits.
 */
const queueLimits = { atOnce: 2, mostWaiting: 300, mostOfOwner: 100 };
/**
 * Smaller pictures that come up to a second later go before one of a megapixel; it does not wait for those that come
 * after them.
 */
const pixelsPerMs = 1_000;
const warnEveryMs = 60_000;
/** Raised when `resize` makes the same size another way: what was cached and sent before is made again. */
const recipe = 2;

/**
 * The resizing proxy (S7-27): makes exactly what `imageUrl` asks for, of the files folder and the allowed hosts. Each
 * size is made once (two at once, the smaller first) and cached on disk.
 */
export function openImages(options: ImagesOptions) {
  const { filesDir, cacheDir, allowedHosts, findDrawing, cacheBytes = 512 * 1024 * 1024, log } = options;
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
  const flights = openFlights<ImageAnswer>();
  const inTurn = createWorkQueue(queueLimits);
  let written = 0;
  let warnedAt = 0;

  /**
   * `path` is everything after the proxy's base: `modifiers/id`; `owner` is who asks, for a fair share of the queue.
   * Throws ImageError, and the refusal `busy` when too many wait.
   */
  async function get(path: string, owner: string): Promise<ImageAnswer> {
    const { modifiers, id } = parsePath(path);
    const { width, height, format = 'webp' } = modifiers;
    const source = await findImage(id, filesDir, hosts, findDrawing);
    const key = createHash('sha256')
      .update(JSON.stringify([recipe, path.slice(0, path.indexOf('/')), source.id, source.version]))
      .digest('hex');
    const file = join(cacheDir, key.slice(0, 2), `${key}.${format}`);
    const answer = (body: Buffer): ImageAnswer => ({ body, type: `image/${format}`, etag: `"${key.slice(0, 22)}"` });
    const cached = await readFile(file).catch(() => null);
    if (cached) {
      const now = new Date();
      utimes(file, now, now).catch(() => {}); // the least recently used go first
      return answer(cached);
    }
    const pending = flights.get(key);
    if (pending) return pending;
    const patienceMs = ((width ?? height ?? 0) * (height ?? width ?? 0)) / pixelsPerMs;
    const work = inTurn(
      async () => {
        const body = await resize(await source.read(), modifiers);
        await store(file, body).catch(warn);
        return answer(body);
      },
      { patienceMs, owner },
    );
    return flights.begin(key, work);
  }

  async function store(file: string, body: Buffer): Promise<void> {
    await writeWhole(file, (draft) => writeFile(draft, body));
    written += body.length;
    if (written > cacheBytes / 8) {
      written = 0;
      prune(cacheDir, cacheBytes).catch(() => {});
    }
  }

  /** A full or missing disk slows pictures down and hides none; once a minute is enough to learn of it. */
  function warn(error: unknown): void {
    if (Date.now() - warnedAt < warnEveryMs) return;
    warnedAt = Date.now();
    log.warn({ err: error }, 'a resized picture could not be cached');
  }

  return { get };
}

export type Images = ReturnType<typeof openImages>;

function parsePath(path: string): { modifiers: ImageModifiers; id: string } {
  const slash = path.indexOf('/');
  const first = slash < 0 ? path : path.slice(0, slash);
  if (first === '') throw new ImageError(400, 'IPX_MISSING_MODIFIERS', 'Не указан размер картинки');
  const id = slash < 0 ? '' : decode(path.slice(slash + 1));
  if (id === '') throw new ImageError(400, 'IPX_MISSING_ID', 'Не указана картинка');
  const modifiers = parseModifiers(first);
  if (!modifiers) throw new ImageError(400, 'IPX_INVALID_MODIFIER_ARG', 'В таком виде картинок не делаем');
  return { modifiers, id };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ImageError(400, 'IPX_INVALID_ID', 'Адрес картинки записан с ошибкой');
  }
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Nothing grows above the source; a box keeps its proportions then, and is empty beside the picture. What is without a
 * ground gets one in jpeg, which has no transparency.
 */
async function resize(source: Buffer, modifiers: ImageModifiers): Promise<Buffer> {
  const { width, height, background, format = 'webp' } = modifiers;
  const fit = 'fit' in modifiers ? modifiers.fit : undefined;
  try {
    const picture = sharp(source);
    const { width: sourceWidth, height: sourceHeight } = await picture.metadata();
    const share = width && height ? Math.min(1, sourceWidth / width, sourceHeight / height) : 1;
    const scaled = (side: number | undefined) =>
      side === undefined ? undefined : Math.max(1, Math.round(side * share));
    const ground = background ?? (format === 'jpeg' ? 'ffffff' : null);
    if (format === 'jpeg') picture.flatten({ background: `#${ground}` });
    return await picture
      .resize(scaled(width), scaled(height), {
        fit,
        background: ground === null ? transparent : `#${ground}`,
        withoutEnlargement: share === 1,
      })
      .toFormat(format, { quality: imagePreset.quality, ...(format === 'jpeg' ? { progressive: true } : {}) })
      .toBuffer();
  } catch {
    throw new ImageError(400, 'IPX_INVALID_IMAGE', 'Этот файл не картинка');
  }
}

/** Deletes the least recently used sizes until the folder fits. */
async function prune(cacheDir: string, limit: number): Promise<void> {
  const files: { file: string; bytes: number; used: number }[] = [];
  for (const entry of await readdir(cacheDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(file);
    files.push({ file, bytes: size, used: mtimeMs });
  }
  let bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes: size } of files.sort((a, b) => a.used - b.used)) {
    if (bytes <= limit) break;
    await rm(file, { force: true });
    bytes -= size;
  }
}
