import { join } from 'node:path';
import sharp from 'sharp';

/** The owner's logo as PNG, for who knows no webp. */
export type LogoPicture = { png: Buffer; width: number; height: number };

/** 72 points are two for each that an email shows. */
const shownInEmail = { height: 72, width: 480, fit: 'inside', withoutEnlargement: true } as const;
/** Sharp on paper: 300 points an inch in the largest place it has there. */
const shownOnPaper = { height: 300, width: 900, fit: 'inside', withoutEnlargement: true } as const;

/** The logo as it travels with an email; null when its file is gone, for an email goes without it too. */
export async function logoForEmail(filesDir: string, logo: string): Promise<Buffer | null> {
  return sharp(join(filesDir, logo))
    .resize(shownInEmail)
    .png()
    .toBuffer()
    .catch(() => null);
}

/** The logo as it stands on a paper, on its white ground; null when its file is gone: the paper comes without it. */
export async function logoForPaper(filesDir: string, logo: string): Promise<LogoPicture | null> {
  const drawn = await sharp(join(filesDir, logo))
    .resize(shownOnPaper)
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  return drawn && { png: drawn.data, width: drawn.info.width, height: drawn.info.height };
}
