import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * `node scripts/make-icons.ts`: icons of the shop for home screens and tabs, from src/web/images/logo.svg; the results
 * are committed. The logo is wide, so it stands in the middle of a white square; a maskable icon keeps it inside the
 * circle that phones may cut out.
 */
const folder = join(import.meta.dirname, '../src/web/images');
const logo = await readFile(join(folder, 'logo.svg'));

const icons = [
  { name: 'icon-192.png', side: 192, share: 0.8 },
  { name: 'icon-512.png', side: 512, share: 0.8 },
  { name: 'icon-maskable-512.png', side: 512, share: 0.62 },
  { name: 'apple-touch-icon.png', side: 180, share: 0.76 },
];

for (const { name, side, share } of icons) {
  await writeFile(join(folder, name), await iconOf(side, share));
  console.log(name);
}
await writeFile(join(folder, 'favicon.ico'), icoOf(await iconOf(48, 0.92), 48));
console.log('favicon.ico');

async function iconOf(side: number, share: number): Promise<Buffer> {
  const width = Math.round(side * share);
  const drawn = await sharp(logo, { density: (72 * width) / 100 })
    .resize({ width })
    .png()
    .toBuffer();
  return sharp({ create: { width: side, height: side, channels: 3, background: '#ffffff' } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** A directory of one PNG, as every browser since 2008 reads it. */
function icoOf(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
