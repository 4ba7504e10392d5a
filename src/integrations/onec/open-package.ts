import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import yauzl from 'yauzl';
import { FileRefusal } from './file-refusal.ts';

export type PackageFile = { path: string; name: string };

export type Package = {
  /** XML files, the later formed last: what stands in two of them is taken from the later. */
  files: PackageFile[];
  /** A picture named by a good of that file; null when the package has none, or the name leads out of the package. */
  findPicture(file: PackageFile, path: string): Promise<string | null>;
  close(): Promise<void>;
};

const maxUnpackedBytes = 20 * 1024 ** 3;
const pictureTypes = new Set(['.jpg', '.jpeg', '.png', '.webp', '.gif']);

/** Opens what 1C wrote: one XML file, a folder with its sub-folders, or a zip of such a folder. Close it when done. */
export async function openPackage(path: string): Promise<Package> {
  const kind = await stat(path).catch(() => null);
  if (!kind) throw new FileRefusal(basename(path), null, 'нет такого файла или папки');
  if (kind.isDirectory()) return folderPackage(path, async () => {});
  if (!(await isZip(path))) {
    const files = [{ path, name: basename(path) }];
    return { files, findPicture: pictureFinder(dirname(path)), close: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'idd-1c-'));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    await unpack(path, folder);
    return await folderPackage(folder, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function folderPackage(folder: string, close: () => Promise<void>): Promise<Package> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && extname(entry.name).toLowerCase() === '.xml')
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path, name: relative(folder, path).split(sep).join('/'), formed: await formedAt(path) };
      }),
  );
  if (files.length === 0) throw new FileRefusal(basename(folder), null, 'в пакете нет файлов XML');
  const byName = new Intl.Collator('ru', { numeric: true });
  files.sort((a, b) => a.formed - b.formed || byName.compare(a.name, b.name));
  return { files: files.map(({ path, name }) => ({ path, name })), findPicture: pictureFinder(folder), close };
}

/** ДатаФормирования of the root; the first date among the file's first attributes, whatever the encoding. 0: unknown. */
async function formedAt(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2048), 0, 2048, 0);
    const match = /["'](\d{4}-\d\d-\d\d)(?:T(\d{1,2}:\d\d:\d\d)[^"']*)?["']/.exec(
      buffer.subarray(0, bytesRead).toString('latin1'),
    );
    return match ? Date.parse(`${match[1]}T${(match[2] ?? '0:00:00').padStart(8, '0')}Z`) || 0 : 0;
  } finally {
    await file.close();
  }
}

function pictureFinder(folder: string): Package['findPicture'] {
  // Each folder is listed once: a catalogue without its pictures must not cost a look at the disk per good.
  const listings = new Map<string, Promise<Set<string>>>();
  const list = (path: string) => {
    const known =
      listings.get(path) ??
      readdir(path).then(
        (names) => new Set(names),
        () => new Set<string>(),
      );
    listings.set(path, known);
    return known;
  };
  return async (file, path) => {
    if (!pictureTypes.has(extname(path).toLowerCase())) return null;
    for (const base of new Set([dirname(file.path), folder])) {
      const wanted = resolve(base, path.replace(/^\/+/, ''));
      if (!(await list(dirname(wanted))).has(basename(wanted))) continue;
      const [root, found] = await Promise.all([realpath(folder), realpath(wanted)]);
      if (found.startsWith(root + sep)) return found;
    }
    return null;
  };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1').startsWith('PK');
  } finally {
    await file.close();
  }
}

/** XML and pictures only; names that climb out and archives that unpack to more than 20 GB are refused. */
async function unpack(path: string, folder: string): Promise<void> {
  const name = basename(path);
  const zip = await yauzl
    .openPromise(path, { decodeStrings: false })
    .catch(() => Promise.reject(new FileRefusal(name, null, 'архив повреждён')));
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const entryName = decodeName(entry);
      const type = extname(entryName).toLowerCase();
      if (yauzl.validateFileName(entryName))
        throw new FileRefusal(name, null, `недопустимое имя в архиве: ${entryName}`);
      if (type !== '.xml' && !pictureTypes.has(type)) continue;
      unpacked += entry.uncompressedSize;
      if (unpacked > maxUnpackedBytes) throw new FileRefusal(name, null, 'архив слишком велик');
      const target = join(folder, entryName);
      await mkdir(dirname(target), { recursive: true });
      const stream: Readable = await zip.openReadStreamPromise(entry);
      await pipeline(stream, createWriteStream(target));
    }
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw new FileRefusal(name, null, 'архив повреждён');
  } finally {
    zip.close();
  }
}

/** Old archivers write Russian names in code page 866 without saying so. */
function decodeName(entry: { fileName: unknown; generalPurposeBitFlag: number }): string {
  const bytes = entry.fileName as Buffer; // decodeStrings: false
  const isUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0;
  return (isUtf8 ? bytes.toString('utf8') : iconv.decode(bytes, 'cp866')).replaceAll('\\', '/');
}
