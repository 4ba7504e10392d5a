/** Pixels of a picture, red, green and blue by turns, rows from the top. */
export type Pixels = { data: Buffer; width: number; height: number };

/**
 * A Windows bitmap as scanners and old programs write it: 8 bits with a palette, 24 or 32, not compressed. null:
 * another kind, or cut short.
 */
export function readBmp(file: Buffer, maxPixels: number): Pixels | null {
  if (file.length < 54 || file.toString('latin1', 0, 2) !== 'BM') return null;
  const [start, headerSize, width, signedHeight] = [10, 14, 18, 22].map((at) => file.readInt32LE(at)) as Numbers;
  const bits = file.readUInt16LE(28);
  const height = Math.abs(signedHeight);
  const isPacked = file.readUInt32LE(30) !== 0;
  if (isPacked || headerSize < 40 || width < 1 || height < 1 || width * height > maxPixels) return null;
  if (bits !== 8 && bits !== 24 && bits !== 32) return null;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (start < 54 || start + rowBytes * height > file.length) return null;
  const palette = 14 + headerSize;
  const data = Buffer.alloc(width * height * 3);
  let to = 0;
  for (let y = 0; y < height; y++) {
    // Rows stand upside down, save when the height is negative.
    const row = start + rowBytes * (signedHeight > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x++) {
      const at = bits === 8 ? palette + 4 * (file[row + x] ?? 0) : row + (x * bits) / 8;
      data[to++] = file[at + 2] ?? 0;
      data[to++] = file[at + 1] ?? 0;
      data[to++] = file[at] ?? 0;
    }
  }
  return { data, width, height };
}

type Numbers = [number, number, number, number];
