import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { draw, scene } from './illustrations/all.mjs';
import type { Picture } from './kinds/kind.ts';

/** A picture composed of several things, for banners. */
export type Scene = { name: string; width: number; height: number; things: Parameters<typeof scene>[2] };

/**
 * Writes `drawn/{name}.svg` for every picture; the job `rasterise_pictures` makes `products/{name}.webp` of it, a visitor who comes
 * earlier makes the one asked for. Pictures of an earlier load that are no longer wanted go, changed ones are made anew.
 */
export async function writeDrawings(
  filesDir: string,
  pictures: Iterable<Picture>,
  scenes: Scene[] = [],
): Promise<number> {
  const drawn = join(filesDir, 'drawn');
  await mkdir(drawn, { recursive: true });
  const wanted = new Map<string, string>();
  for (const { name, drawing, params } of pictures) wanted.set(name, draw(drawing, params));
  for (const { name, width, height, things } of scenes) wanted.set(name, scene(width, height, things));
  for (const file of await readdir(drawn)) {
    const name = file.replace(/\.svg$/, '');
    if (wanted.has(name)) continue;
    await rm(join(drawn, file), { force: true });
    await rm(join(filesDir, 'products', `${name}.webp`), { force: true });
  }
  for (const [name, svg] of wanted) {
    const file = join(drawn, `${name}.svg`);
    const former = await readFile(file, 'utf8').catch(() => null);
    if (former === svg) continue;
    if (former !== null) await rm(join(filesDir, 'products', `${name}.webp`), { force: true });
    await writeFile(file, svg);
  }
  return wanted.size;
}

/** The same thing without the ground, for tiles of categories and menus. */
export function cutOut(picture: Picture): Picture {
  return { name: `cut-${picture.name}`, drawing: picture.drawing, params: { ...picture.params, ground: 'none' } };
}

/** Where a picture is kept, as columns of the database name it. */
export function storedPath(picture: { name: string }): string {
  return `products/${picture.name}.webp`;
}
