import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Connection } from './connection.ts';
import { importedPictures } from './write-products.ts';

const maxBytes = 30 * 1024 * 1024;

/**
 * Copies the package's pictures into the files folder, under names made from their content (a changed picture has a new address),
 * and remembers which of 1C's names stands for which file: an incremental package need not send them again. Returns the names whose
 * picture changed. What is no picture by its first bytes is left out.
 */
export async function applyPictures(
  client: Connection,
  filesDir: string,
  progress: (text: string) => void,
): Promise<string[]> {
  const { rows } = await client.query<{ path: string; source: string; file: string | null }>(`
    select distinct on (s.path) s.path, s.source, k.file
    from staged_pictures s left join onec_pictures k on k.path = s.path order by s.path`);
  const changed: string[] = [];
  for (const [index, { path, source, file }] of rows.entries()) {
    if (index % 100 === 0) progress(`Картинки: ${index} из ${rows.length}`);
    const stored = await storePicture(source, filesDir);
    if (stored === null || stored === file) continue;
    await client.query(
      'insert into onec_pictures (path, file) values ($1, $2) on conflict (path) do update set file = excluded.file',
      [path, stored],
    );
    changed.push(path);
  }
  return changed;
}

async function storePicture(source: string, filesDir: string): Promise<string | null> {
  if ((await stat(source)).size > maxBytes) return null;
  const type = await pictureType(source);
  if (!type) return null;
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(source)) hash.update(bytes);
  const name = hash.digest('hex').slice(0, 32);
  const file = `${importedPictures}${name.slice(0, 2)}/${name}.${type}`;
  const target = join(filesDir, file);
  if (
    await access(target).then(
      () => true,
      () => false,
    )
  )
    return file;
  await mkdir(dirname(target), { recursive: true });
  const half = `${target}.${process.pid}.part`;
  await copyFile(source, half);
  await rename(half, target);
  return file;
}

/** By the first bytes: an extension proves nothing, and SVG or HTML must not be served from the shop's host. */
async function pictureType(source: string): Promise<string | null> {
  const file = await open(source);
  try {
    const start = (await file.read(Buffer.alloc(12), 0, 12, 0)).buffer;
    if (start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg';
    if (start.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
    if (start.toString('latin1', 0, 4) === 'GIF8') return 'gif';
    if (start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP') return 'webp';
    return null;
  } finally {
    await file.close();
  }
}
