import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Connection } from './connection.ts';
import { unreadable } from './file-refusal.ts';
import { type ImportSummary, maxRefused, type Refused, refuse } from './summary.ts';
import { importedPictures } from './write-products.ts';

const maxBytes = 30 * 1024 * 1024;
/** As many as the resizing proxy draws. */
const maxPixels = 100_000_000;

/**
 * Copies the package's pictures into the files folder, under names made from their content (a changed picture has a new
 * address), and remembers which of 1C's names stands for which file: an incremental package need not send them again.
 * Returns the names whose picture changed. What cannot be shown is left out and named in the summary with its good.
 */
export async function applyPictures(
  client: Connection,
  filesDir: string,
  summary: ImportSummary,
  progress: (text: string) => void,
): Promise<string[]> {
  await reportMissing(client, summary);
  const { rows } = await client.query<{ path: string; source: string; file: string | null }>(`
    select distinct on (s.path) s.path, s.source, k.file
    from staged_pictures s left join onec_pictures k on k.path = s.path where s.source is not null order by s.path`);
  const changed: string[] = [];
  for (const [index, { path, source, file }] of rows.entries()) {
    if (index % 100 === 0) progress(`Картинки: ${index} из ${rows.length}`);
    const { file: stored, fault } = await storePicture(source, filesDir);
    if (fault !== null) refuse(summary.fields, { name: path, reason: `картинка не принята: ${fault}` });
    if (stored === null || stored === file) continue;
    await client.query(
      'insert into onec_pictures (path, file) values ($1, $2) on conflict (path) do update set file = excluded.file',
      [path, stored],
    );
    changed.push(path);
  }
  return changed;
}

/** Pictures that neither this package nor an earlier one holds. */
async function reportMissing(client: Connection, summary: ImportSummary): Promise<void> {
  const missing = `from staged_pictures s
    where s.source is null and not exists (select from onec_pictures k where k.path = s.path)`;
  const { rows } = await client.query<{ path: string; fault: string; named_by: Refused; count: number }>(
    `select s.path, s.fault, s.named_by, count(*) over () as count ${missing} limit ${maxRefused}`,
  );
  for (const { path, fault, named_by } of rows) {
    refuse(summary.fields, { ...named_by, reason: `картинка «${path}»: ${fault}` });
  }
  const more = (rows[0]?.count ?? 0) - rows.length;
  if (more > 0) summary.fields.refused_more = (summary.fields.refused_more ?? 0) + more;
}

type Stored = { file: string; fault: null } | { file: null; fault: string };

async function storePicture(source: string, filesDir: string): Promise<Stored> {
  try {
    return await copyPicture(source, filesDir);
  } catch (error) {
    const reason = unreadable(error);
    if (reason === null) throw error;
    return { file: null, fault: reason };
  }
}

async function copyPicture(source: string, filesDir: string): Promise<Stored> {
  const kind = await stat(source);
  // A pipe would be waited for until somebody writes into it.
  if (!kind.isFile()) return { file: null, fault: 'это не файл' };
  if (kind.size > maxBytes) return { file: null, fault: 'больше 30 МБ' };
  const type = await pictureType(source);
  if (!type) return { file: null, fault: 'содержимое не картинка (нужны JPEG, PNG, WebP или GIF)' };
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(source)) hash.update(bytes);
  const name = hash.digest('hex').slice(0, 32);
  const file = `${importedPictures}${name.slice(0, 2)}/${name}.${type}`;
  const target = join(filesDir, file);
  const isThere = await access(target).then(
    () => true,
    () => false,
  );
  if (isThere) return { file, fault: null };
  if (!(await canBeDrawn(source))) return { file: null, fault: 'картинка повреждена' };
  await mkdir(dirname(target), { recursive: true });
  const half = `${target}.${process.pid}.part`;
  await copyFile(source, half);
  await rename(half, target);
  return { file, fault: null };
}

/** Drawn once, very small: a right beginning proves nothing about the rest. */
async function canBeDrawn(source: string): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  return sharp(source, { failOn: 'error', limitInputPixels: maxPixels })
    .resize(16)
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
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
