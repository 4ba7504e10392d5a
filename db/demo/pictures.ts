import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { draw, scene } from './illustrations/all.mjs';
import type { Picture } from './kinds/kind.ts';

/** A picture composed of several things, for banners. */
export type Scene = { name: string; width: number; height: number; things: Parameters<typeof scene>[2] };

/**
 * Writes `products/{name}.svg` for every picture; those of an earlier load that are no longer wanted go. Returns how
 * many there are.
 */
export async function writeDrawings(
  filesDir: string,
  pictures: Iterable<Picture>,
  scenes: Scene[] = [],
): Promise<number> {
  const folder = join(filesDir, 'products');
  await mkdir(folder, { recursive: true });
  const wanted = new Map<string, string>();
  for (const { name, drawing, params } of pictures) wanted.set(`${name}.svg`, draw(drawing, params));
  for (const { name, width, height, things } of scenes) wanted.set(`${name}.svg`, scene(width, height, things));
  for (const file of await readdir(folder))
    if (file.endsWith('.svg') && !wanted.has(file)) await rm(join(folder, file), { force: true });
  for (const [file, svg] of wanted) await writeFile(join(folder, file), svg);
  return wanted.size;
}

/** The same thing without the ground, for tiles of categories and menus. */
export function cutOut(picture: Picture): Picture {
  return { name: `cut-${picture.name}`, drawing: picture.drawing, params: { ...picture.params, ground: 'none' } };
}

/** Where a picture is kept, as columns of the database name it. */
export function storedPath(picture: { name: string }): string {
  return `products/${picture.name}.svg`;
}
