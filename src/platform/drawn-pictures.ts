import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** The long side of a rasterised drawing; other sizes are made from it (27 ms against 414 from the SVG). */
const side = 1_280;
const namePattern = /^(?:products\/)?([a-z0-9][a-z0-9.-]*?)(?:\.webp)?$/;

const underWay = new Map<string, Promise<boolean>>();

/**
 * Makes `products/{name}.webp` out of `drawn/{name}.svg` in the files folder, once: parallel calls for one picture wait for the same
 * work. `path` is the name or the stored picture's path. False when there is no such drawing; an existing picture is left alone.
 */
export function rasteriseDrawn(filesDir: string, path: string): Promise<boolean> {
  const name = namePattern.exec(path)?.[1];
  if (!name) return Promise.resolve(false);
  const key = join(filesDir, name);
  const known = underWay.get(key);
  if (known) return known;
  const work = rasterise(filesDir, name).finally(() => underWay.delete(key));
  underWay.set(key, work);
  return work;
}

/** Names of drawings that have no picture yet. */
export async function missingPictures(filesDir: string): Promise<string[]> {
  const [drawn, made] = await Promise.all([list(join(filesDir, 'drawn')), list(join(filesDir, 'products'))]);
  const known = new Set(made);
  return drawn
    .filter((file) => file.endsWith('.svg'))
    .map((file) => file.slice(0, -'.svg'.length))
    .filter((name) => !known.has(`${name}.webp`));
}

async function rasterise(filesDir: string, name: string): Promise<boolean> {
  const target = join(filesDir, 'products', `${name}.webp`);
  if (await stat(target).catch(() => null)) return true;
  const svg = await readFile(join(filesDir, 'drawn', `${name}.svg`)).catch(() => null);
  if (!svg) return false;
  const picture = await sharp(svg)
    .resize({ width: side, height: side, fit: 'inside' })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
  await mkdir(join(filesDir, 'products'), { recursive: true });
  // A reader sees the whole picture or none; a second process that drew the same writes the same bytes.
  const draft = `${target}.${randomUUID()}`;
  await writeFile(draft, picture);
  await rename(draft, target);
  return true;
}

function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
