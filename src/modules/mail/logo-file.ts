import { join } from 'node:path';
import sharp from 'sharp';

/** Readers of emails know no webp; 72 points are two for each that is shown. */
const shown = { height: 72, width: 480, fit: 'inside', withoutEnlargement: true } as const;

/** The logo as it travels with an email: PNG bytes; null when its file is gone, for an email goes without it too. */
export async function logoForEmail(filesDir: string, logo: string): Promise<Buffer | null> {
  return sharp(join(filesDir, logo))
    .resize(shown)
    .png()
    .toBuffer()
    .catch(() => null);
}
