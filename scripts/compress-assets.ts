import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const compressors = [
  { suffix: '.gz', compress: promisify(gzip) },
  { suffix: '.br', compress: promisify(brotliCompress) },
];

/** Writes .br and .gz beside every text asset of the folder: the server sends them as they are. */
export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      await Promise.all(
        compressors.map(async ({ suffix, compress }) => writeFile(join(folder, name + suffix), await compress(bytes))),
      );
    }),
  );
}
