import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { FileRefusal, unreadable } from './file-refusal.ts';
import { isPictureName, unzipPackage } from './unzip-package.ts';

export type PackageFile = { path: string; name: string };

export type Package = {
  /** XML files, the later formed last: what stands in two of them is taken from the later. */
  files: PackageFile[];
  /** A picture named by a good of that file, or why there is none. */
  findPicture(file: PackageFile, path: string): Promise<FoundPicture>;
  close(): Promise<void>;
};

export type FoundPicture = { source: string; fault: null } | { source: null; fault: string };

/**
 * Opens what 1C wrote: one XML file, a folder with its sub-folders, or a zip of such a folder, of at most so many bytes
 * when it is unpacked. Close it when done. Throws FileRefusal where something cannot be read.
 */
export async function openPackage(path: string, mostUnpacked?: number): Promise<Package> {
  const name = basename(path);
  try {
    return await openKind(path, name, mostUnpacked);
  } catch (error) {
    const reason = unreadable(error);
    throw reason === null ? error : new FileRefusal(name, null, reason);
  }
}

async function openKind(path: string, name: string, mostUnpacked: number | undefined): Promise<Package> {
  const kind = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!kind) throw new FileRefusal(name, null, 'нет такого файла или папки');
  if (kind.isDirectory()) return openFolders([path], [path], name);
  // A pipe would be waited for until somebody writes into it.
  if (!kind.isFile()) throw new FileRefusal(name, null, 'это не файл и не папка');
  if (!(await isZip(path))) {
    return { files: [{ path, name }], findPicture: pictureFinder([dirname(path)]), close: async () => {} };
  }
  const { folder, close } = await unzipPackage(path, mostUnpacked);
  try {
    return await openFolders([folder], [folder], name, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The XML files of folders and their sub-folders as one package; pictures are looked for in `pictureFolders`, first in
 * the first. `packageName`: how the owner knows it. Folders that are not there are empty.
 */
export async function openFolders(
  folders: string[],
  pictureFolders: string[],
  packageName: string,
  close = async () => {},
): Promise<Package> {
  const files = (await Promise.all(folders.map(xmlFilesOf))).flat();
  if (files.length === 0) throw new FileRefusal(packageName, null, 'в пакете нет файлов XML');
  const byName = new Intl.Collator('ru', { numeric: true });
  files.sort((a, b) => a.formed - b.formed || byName.compare(a.name, b.name));
  const findPicture = pictureFinder(pictureFolders);
  return { files: files.map(({ path, name }) => ({ path, name })), findPicture, close };
}

async function xmlFilesOf(folder: string): Promise<(PackageFile & { formed: number })[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return Promise.all(
    entries
      .filter((entry) => entry.isFile() && extname(entry.name).toLowerCase() === '.xml')
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const name = relative(folder, path).split(sep).join('/');
        return { path, name, formed: await formedAt(path, name) };
      }),
  );
}

/**
 * ДатаФормирования of the root; the first date among the file's first attributes, whatever the encoding. 0: unknown.
 */
async function formedAt(path: string, name: string): Promise<number> {
  const file = await open(path).catch((error: unknown) => {
    throw new FileRefusal(name, null, unreadable(error) ?? 'файл не читается');
  });
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

function pictureFinder(folders: string[]): Package['findPicture'] {
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
  const none = (fault: string): FoundPicture => ({ source: null, fault });
  return async (file, path) => {
    if (!isPictureName(path)) return none('имя не картинки (нужны jpg, png, webp, gif, tif, avif или bmp)');
    let fault = 'нет в пакете';
    const places = folders.flatMap((folder) => [
      { folder, base: join(folder, dirname(file.name)) },
      { folder, base: folder },
    ]);
    for (const { folder, base } of places) {
      const wanted = resolve(base, path.replace(/^\/+/, ''));
      if (!(await list(dirname(wanted))).has(basename(wanted))) continue;
      const found = await realpath(wanted).catch((error: unknown) => {
        fault = unreadable(error) ?? 'файл не читается';
        return null;
      });
      if (found === null) continue;
      if (found.startsWith((await realpath(folder)) + sep)) return { source: found, fault: null };
      fault = 'имя ведёт за пределы пакета';
    }
    return none(fault);
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
