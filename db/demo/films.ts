import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ProductMedium } from '#modules/catalogue/product-media.ts';
import { ensure } from '#shared/ensure.ts';
import { GROUND } from './illustrations/colour.ts';
import { drawnViews } from './pictures.ts';
import type { PictureSubject } from './view-data.ts';
import { type FilmFrame, webmOf } from './webm.ts';

/** The first product of each of these has a film: the drawings of its page, one passing into the next. */
const filmed = ['gipsovye-shtukaturki', 'laminat-32-klassa', 'moyushchiesya-kraski'];

const side = 480;
const shownMs = 2_200;
const passingMs = 400;
const passingFrames = 6;

/** The films of the demonstration shop; a product asks once. */
export class FilmShelf {
  readonly #folder: string;
  readonly #waiting = new Set(filmed);

  constructor(filesDir: string) {
    this.#folder = join(filesDir, 'media');
  }

  /** Makes the film of a product that is to have one: rows of `product_media`. */
  async filmsOf(subject: PictureSubject): Promise<ProductMedium[]> {
    if (!this.#waiting.delete(subject.category)) return [];
    await mkdir(this.#folder, { recursive: true });
    const file = `${subject.number}.webm`;
    await writeFile(join(this.#folder, file), await filmOf(subject));
    const poster = `products/${subject.number}-main.svg`;
    return [{ kind: 'video', title: 'короткий обзор', poster, file: `media/${file}` }];
  }
}

/** A WebM of a quarter of a minute. */
export async function filmOf(subject: PictureSubject): Promise<Buffer> {
  const pictures = await Promise.all(
    drawnViews(subject).map((svg) =>
      sharp(Buffer.from(svg)).resize(side, side).flatten({ background: GROUND }).raw().toBuffer(),
    ),
  );
  const frames = pictures.flatMap((pixels, at) => {
    const begins = at * (shownMs + passingMs);
    const next = pictures[at + 1];
    const passing = Array.from({ length: next ? passingFrames : 0 }, (_, step) => ({
      at_ms: begins + shownMs + Math.round((step * passingMs) / passingFrames),
      pixels: mixed(pixels, ensure(next), (step + 1) / (passingFrames + 1)),
    }));
    return [{ at_ms: begins, pixels }, ...passing];
  });
  const duration = pictures.length * (shownMs + passingMs) - passingMs;
  // Once more at the end: a film is as long as its last picture stands.
  const all = [...frames, { at_ms: duration - 100, pixels: ensure(pictures.at(-1)) }];
  const coded: FilmFrame[] = await Promise.all(
    all.map(async ({ at_ms, pixels }) => ({
      at_ms,
      webp: await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
        .webp({ quality: 60 })
        .toBuffer(),
    })),
  );
  return webmOf(coded, { width: side, height: side }, duration);
}

function mixed(from: Buffer, to: Buffer, share: number): Buffer {
  const pixels = Buffer.allocUnsafe(from.length);
  for (const [at, value] of from.entries()) pixels[at] = value + ((to[at] ?? value) - value) * share;
  return pixels;
}
